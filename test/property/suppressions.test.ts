import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSuppressions } from '../../server/src/documents/suppressions.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { applySuppressions } from '../../server/src/rules/suppression.js';

const words = ['E001', 'rule-E001', 'E002', 'E003', 'E999'];
const rules = {
  codeOf: (word: string) => (word === 'E999' ? undefined : word.replace('rule-', '')),
  hasNotRun: (code: string) => code === 'E003',
};

const comment = fc
  .tuple(
    fc.constantFrom('disable', 'disable', 'enable', 'disable-next-line'),
    fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  )
  .map(([kind, codes]) => [`<!-- pactwright-${kind}`, ...codes, '-->'].join(' '));
const lines = fc.array(fc.oneof(comment, fc.constantFrom('E001', 'E002', 'E001 E002', 'text')), { maxLength: 14 });

interface Said {
  /** Line and code. */
  readonly shown: readonly string[];
  /** The text without what is unused for certain, with comments that have no other code. */
  readonly rest: string;
}

/** Findings are the words `E001` and `E002` outside comments. */
function judge(text: string): Said {
  const index = createLineIndex(text);
  const suppressions = findSuppressions(text, scanBlocks(text), 'markdown');
  const findings = Array.from(text.matchAll(/E00[12]/gu), (match) => ({
    code: match[0],
    span: { start: match.index, end: match.index + 4 },
  })).filter(({ span }) => suppressions.every((one) => span.start < one.span.start || span.start > one.span.end));
  const { shown, unused } = applySuppressions({ text, lines: index, suppressions }, findings, rules);
  const gone = new Set(unused.flatMap(({ span, doubtful }) => (doubtful ? [] : [span.start])));
  let rest = text;
  for (const { codes, span } of suppressions.toReversed()) {
    const left = codes.filter((code) => !gone.has(code.span.start));
    if (left.length < codes.length || gone.has(span.start)) {
      const kept = left.map(({ value }) => value).join(' ');
      const word = text.slice(span.start, span.end).split(' ')[1] ?? '';
      rest = rest.slice(0, span.start) + (left.length > 0 ? `<!-- ${word} ${kept} -->` : '') + rest.slice(span.end);
    }
  }
  return { shown: shown.map(({ code, span }) => `${index.positionAt(span.start).line} ${code}`), rest };
}

describe('suppression comments', () => {
  it('that are unused can go: the same is said, and nothing else becomes unused for certain', () => {
    fc.assert(
      fc.property(lines, (parts) => {
        const before = judge(parts.join('\n\n'));
        const after = judge(before.rest);
        expect(after.shown).toEqual(before.shown);
        expect(after.rest).toBe(before.rest);
      }),
      { numRuns: 2_000 },
    );
  });
});

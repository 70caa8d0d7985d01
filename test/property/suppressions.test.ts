import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSuppressions } from '../../server/src/documents/suppressions.js';
import { createLineIndex } from '../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { applySuppressions } from '../../server/src/rules/suppression.js';
import { runs } from '../support/runs.js';

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
  /** How much is unused for certain. */
  readonly unused: number;
  /** The text without what is unused for certain and asked for, with comments that have no other code. */
  readonly without: (isAsked: (at: number) => boolean) => string;
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
  const certain = unused.filter(({ doubtful }) => !doubtful);
  return {
    shown: shown.map(({ code, span }) => `${index.positionAt(span.start).line} ${code}`),
    unused: certain.length,
    without: (isAsked) => {
      const gone = new Set(
        certain.filter((_, at) => isAsked(at)).flatMap(({ span, end }) => [span.start, end?.span.start]),
      );
      let rest = text;
      for (const { codes, span } of suppressions.toReversed()) {
        const left = codes.filter((code) => !gone.has(code.span.start));
        if (left.length === codes.length && !gone.has(span.start)) continue;
        const kept = left.map(({ value }) => value).join(' ');
        const word = text.slice(span.start, span.end).split(' ')[1] ?? '';
        rest = rest.slice(0, span.start) + (left.length > 0 ? `<!-- ${word} ${kept} -->` : '') + rest.slice(span.end);
      }
      return rest;
    },
  };
}

describe('suppression comments', () => {
  it('that are unused can go, together or some of them: the same is said, and in the end none is left', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.boolean(), { maxLength: 12 }), (parts, choices) => {
        let text = parts.join('\n\n');
        const { shown } = judge(text);
        const left = [...choices];
        for (let said = judge(text); said.unused > 0; said = judge(text)) {
          // At least one goes.
          text = said.without((at) => at === 0 || left.pop() === true);
          expect(judge(text).shown).toEqual(shown);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});

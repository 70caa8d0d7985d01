import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeDocuments } from '../../server/src/documents/merge/mergeDocuments.js';
import { outlineOf } from '../../server/src/documents/merge/outline.js';
import { membersText } from '../../server/src/documents/merge/unit.js';
import { boardPair } from '../support/boardPairs.js';
import { mergedKinds, mergePartsOf } from '../support/mergeParts.js';
import { markdownDocuments, markdownSoup } from '../support/markdownArbitrary.js';
import { runs } from '../support/runs.js';

const marks = { size: 7, ours: 'ours', theirs: 'theirs' };
const boardParts = mergePartsOf('board');
const kinds = fc.constantFrom(...mergedKinds);
const pairs = fc.nat().map(boardPair);

const pieces = fc.constantFrom(
  ...['# Board\n', '## 📋 Backlog\n', '## ✅ Done\n', '## Ideas\n', '### [STORY-1] One\n', '### [STORY-2] Two\n'],
  ...[
    '### [BUG-3] Three\n',
    '### STORY 4\n',
    '- [ ] a\n',
    '- [x] a\n',
    '- [ ] b\n',
    '  - [ ] c\n',
    '  more\n',
    'text\n',
  ],
  ...['- **STORY-7**: seven\n', '- plain\n', '---\n', '===\n', '```\n', '<!-- c -->\n', '<!--\n', '> Spec: x.md\n'],
  ...[
    '| Date | Lesson | Context |\n|---|---|---|\n',
    '| 1 | a | b |\n',
    '| 2 | c | d |\n',
    '\n',
    '\n',
    '\n',
    '\r\n',
    '\r',
  ],
  ...[
    '# Project Context (Auto-generated)\n> Last updated: 2026-01-05T10:00:00+01:00 by x\n',
    '## Sprint Status\nnone\n',
  ],
  ...['\uFEFF', 'x', '<<<<<<< a\n', '=======\n', '>>>>>>> b\n'],
);
const documents = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
/** Versions that have much in common. */
const three = fc
  .tuple(
    fc.array(pieces, { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.nat(2), pieces), { maxLength: 6 }),
    fc.nat(6),
  )
  .map(([parts, edits, half]) => {
    const apply = (some: typeof edits): string => {
      const list = [...parts];
      for (const [at, removed, piece] of some) list.splice(at, removed, piece);
      return list.join('');
    };
    return { base: parts.join(''), ours: apply(edits.slice(0, half)), theirs: apply(edits.slice(half)) };
  });

/** Lines that are not blank; the marks of tasks do not count. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/u)
    .map((line) =>
      line
        .replaceAll('\uFEFF', '')
        .trim()
        .replace(/\[[ xX]\]/u, '[]'),
    )
    .filter((line) => line !== '');

/** What people write below the last entry of a section, with a divider above it. */
const dividedFeet = [
  ['---', '', '🟢 ready, 🔴 blocked'],
  ['---', '', '- 🟢 ready', '- 🔴 blocked', '', 'Ask Ann.'],
  ['***', '', '<!-- The legend is made by hand -->', '', '| Mark | Means |', '| --- | --- |', '| 🟢 | ready |'],
  ['---'],
] as const;
/** What they write below the last entry of a board, without one. */
const plainFeet = [
  ['🟢 ready, 🔴 blocked'],
  ['Legend', '', '- 🟢 ready', '- 🔴 blocked'],
  ['- 🟢 ready', '- 🔴 blocked'],
  ['<!-- The legend is made by hand -->', '', '| Mark | Means |', '| --- | --- |', '| 🟢 | ready |'],
  ['> Ask Ann.', '', '```', '### [STORY-1] an example', '```'],
] as const;
const feet = fc.oneof(
  fc.record({ foot: fc.constantFrom(...dividedFeet), isEverywhere: fc.boolean() }),
  fc.record({ foot: fc.constantFrom(...plainFeet), isEverywhere: fc.constant(false) }),
);

/** A board with a line below each section's heading, and a foot below the last section's entries, or below those of all. */
function withFeet(text: string, foot: readonly string[], isEverywhere: boolean): string {
  const [head = '', ...sections] = text.split(/^(?=## )/mu);
  const below = sections.map((section, at) => {
    const [heading = '', ...lines] = section.trimEnd().split('\n');
    const hasFoot = isEverywhere || at === sections.length - 1;
    return [heading, '', `What is in section ${at}.`, ...lines, ...(hasFoot ? ['', ...foot] : [])].join('\n');
  });
  return [head.trimEnd(), ...below].join('\n\n') + '\n';
}

describe('a merge of documents', () => {
  it('never throws, whatever the texts', () => {
    const text = fc.oneof(documents, markdownDocuments, markdownSoup);
    fc.assert(
      fc.property(kinds, text, text, text, (kind, base, ours, theirs) => {
        mergeDocuments(mergePartsOf(kind), { base, ours, theirs }, marks);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('takes a document apart without losing a character', () => {
    fc.assert(
      fc.property(kinds, fc.oneof(documents, markdownDocuments, markdownSoup), (kind, text) => {
        const outline = outlineOf(mergePartsOf(kind), text);
        if (outline) expect(membersText(outline.root.members) + outline.tail).toBe(text);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('takes what one side did, byte for byte, where the other did nothing', () => {
    fc.assert(
      fc.property(kinds, documents, documents, (kind, a, b) => {
        for (const texts of [
          { base: b, ours: a, theirs: b },
          { base: b, ours: b, theirs: a },
          { base: b, ours: a, theirs: a },
        ])
          expect(mergeDocuments(mergePartsOf(kind), texts, marks)).toEqual({ text: a, conflicts: 0 });
      }),
      { numRuns: runs(100) },
    );
  });

  it('has each line that a side added, and each that nobody touched', () => {
    fc.assert(
      fc.property(fc.constantFrom(...(['board', 'archive', 'lessons'] as const)), three, (kind, texts) => {
        const merged = mergeDocuments(mergePartsOf(kind), texts, marks);
        if (!merged) return;
        const countIn = (text: string): ((line: string) => number) => {
          const lines = linesOf(text);
          return (wanted) => lines.filter((line) => line === wanted).length;
        };
        const [base, ours, theirs, after] = [texts.base, texts.ours, texts.theirs, merged.text].map(countIn);
        if (!base || !ours || !theirs || !after) return;
        for (const line of new Set(linesOf(texts.ours + '\n' + texts.theirs)))
          if (ours(line) >= base(line) && theirs(line) >= base(line))
            expect([line, after(line) >= Math.max(ours(line), theirs(line))]).toEqual([line, true]);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('has no line that stood nowhere', () => {
    fc.assert(
      fc.property(kinds, three, (kind, texts) => {
        const merged = mergeDocuments(mergePartsOf(kind), texts, marks);
        if (!merged) return;
        const known = new Set([
          ...linesOf(Object.values(texts).join('\n')),
          '<<<<<<< ours',
          '=======',
          '>>>>>>> theirs',
        ]);
        for (const line of linesOf(merged.text)) expect(known).toContain(line);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('of a board has the changes of both, and a conflict only where both changed the same', () => {
    fc.assert(
      fc.property(pairs, ({ base, ours, theirs, mayConflict, isAmbiguous, problemsOf }) => {
        for (const texts of [
          { base, ours, theirs },
          { base, ours: theirs, theirs: ours },
        ]) {
          const merged = mergeDocuments(boardParts, texts, marks);
          if (!merged) throw new Error('a board is doubtful');
          if (isAmbiguous) continue;
          expect(merged.conflicts > 0).toBe(mayConflict);
          if (!mayConflict) expect(problemsOf(merged.text)).toEqual([]);
        }
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('of a board leaves what stands above and below its entries where it stands', () => {
    fc.assert(
      fc.property(pairs, feet, ({ base, ours, theirs }, { foot, isEverywhere }) => {
        const decorated = (text: string): string => withFeet(text, foot, isEverywhere);
        const plain = mergeDocuments(boardParts, { base, ours, theirs }, marks);
        const [b, o, t] = [base, ours, theirs].map(decorated);
        if (plain?.conflicts !== 0 || b === undefined || o === undefined || t === undefined) return;
        const merged = mergeDocuments(boardParts, { base: b, ours: o, theirs: t }, marks);
        expect(merged?.conflicts).toBe(0);
        expect(linesOf(merged?.text ?? '')).toEqual(linesOf(decorated(plain.text)));
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('keeps line ends, byte order mark and the end of the file', () => {
    fc.assert(
      fc.property(pairs, ({ base, ours, theirs }) => {
        const dos = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`.replace(/\r\n$/u, '');
        const plain = mergeDocuments(boardParts, { base, ours, theirs }, marks);
        const merged = mergeDocuments(boardParts, { base: dos(base), ours: dos(ours), theirs: dos(theirs) }, marks);
        expect(merged).toEqual(plain && { ...plain, text: dos(plain.text) });
      }),
      { numRuns: runs(300) },
    );
  });
});

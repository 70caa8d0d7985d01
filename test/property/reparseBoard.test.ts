import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { rescanBlocks } from '../../server/src/markdown/rescanBlocks.js';
import { scanBlocks } from '../../server/src/markdown/scanBlocks.js';
import { boards } from '../support/boardArbitrary.js';
import { markdownDocuments, markdownSoup } from '../support/markdownArbitrary.js';
import { runs } from '../support/runs.js';

const path = 'docs/product/sprint_board.md';

interface Edit {
  /** As a share of what is there. */
  readonly at: number;
  readonly removes: number;
  readonly inserted: string;
}

const pieces = [
  'x',
  ' ',
  '\n',
  '\r',
  '# a\n',
  '\n## Done\n',
  '### [STORY-9] New\n',
  '```\n',
  '<!--',
  '-->',
  '---\n',
  '- [ ] t\n',
];
const edits: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removes: fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(40)),
  inserted: fc.oneof(fc.constantFrom('', ...pieces), markdownSoup),
});
/** Edits that move nothing below them, as ticks do. */
const overwrites = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom('x', ' ', ...pieces))
  .map(([at, inserted]): Edit => ({ at, removes: inserted.length, inserted }));

function apply(text: string, { at, removes, inserted }: Edit): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + inserted + text.slice(start + removes);
}

const headed = fc
  .array(fc.tuple(fc.constantFrom('# a', '## b', '   ### c', '### d ###', '#### [STORY-1] e'), markdownDocuments), {
    maxLength: 4,
  })
  .map((parts) => parts.map(([heading, text]) => `${heading}\n${text}\n`).join(''));

describe('a text that was edited', () => {
  it.each([
    ['a board', boards.map(({ text }) => text)],
    ['lines below headings', headed],
    ['characters', markdownSoup],
  ])('has the blocks it would have if nothing were known of it (%s)', (_name, texts) => {
    fc.assert(
      fc.property(texts, fc.oneof(edits, overwrites), (text, edit) => {
        const after = apply(text, edit);
        const { blocks, rescanned } = rescanBlocks(after, { text, blocks: scanBlocks(text) });
        expect(blocks).toEqual(scanBlocks(after));
        expect(after.slice(0, rescanned.start)).toBe(text.slice(0, rescanned.start));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a board that is edited again and again', () => {
  it('is read as if it were opened', async () => {
    await fc.assert(
      fc.asyncProperty(
        boards,
        fc.array(fc.oneof(edits, overwrites), { minLength: 1, maxLength: 30 }),
        async ({ text }, all) => {
          let known = await parseDocument('board', path, text);
          for (const edit of all) known = await parseDocument('board', path, apply(known.text, edit), known);
          expect(known).toEqual(await parseDocument('board', path, known.text));
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('keeps the entries around a tick', async () => {
    const entries = [1, 2, 3].map((id) => `### [STORY-${id}] Title\n\n- [ ] task ${id}\n`);
    const text = `# Sprint Board\n\n## 📋 Backlog\n\n${entries.join('\n')}`;
    const before = await parseDocument('board', path, text);
    const after = await parseDocument('board', path, text.replace('[ ] task 2', '[x] task 2'), before);
    const [own = [], others = []] = [before, after].map(({ model }) =>
      model.sections.flatMap((section) => section.entries),
    );
    expect(others.map((entry, at) => entry === own[at])).toEqual([true, false, true]);
  });
});

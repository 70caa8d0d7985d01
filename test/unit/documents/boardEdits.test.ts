import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BoardSectionKind, Entry } from '../../../server/src/documents/board/board.js';
import { appendEntry, moveEntries, moveEntry } from '../../../server/src/documents/board/boardEdits.js';
import { mergeEntries } from '../../../server/src/documents/board/mergeEntries.js';
import type { ParsedDocument } from '../../../server/src/documents/document.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import { runs } from '../../support/runs.js';

type Board = ParsedDocument<'board'>;

const parse = async (text: string): Promise<Board> => parseDocument('board', 'docs/product/sprint_board.md', text);

function entryOf({ model }: Board, id: string): Entry {
  const all = [...model.looseEntries, ...model.sections.flatMap(({ entries }) => entries)];
  const found = all.find((entry) => entry.id?.value === id);
  if (!found) throw new Error(`no entry ${id}`);
  return found;
}

function sectionOf({ model }: Board, id: string): BoardSectionKind | undefined {
  return model.sections.find(({ entries }) => entries.some((entry) => entry.id?.value === id))?.kind;
}

const inkLines = (text: string): string[] => text.split(/\r\n|\n|\r/u).filter((line) => line.trim() !== '');

/** Whether a thematic break ends what stands above it or begins what stands below it, nobody can tell. */
const wordsOf = (text: string): string[] => inkLines(text).filter((line) => line !== '---');

/** Whether something else than a heading stands below a thematic break. */
const hasFoot = (text: string): boolean => /^---$(?:\r?\n)+(?!#|---)./mu.test(text);

async function move(text: string, id: string, kind: BoardSectionKind): Promise<string | undefined> {
  const board = await parse(text);
  const edits = moveEntry(board, entryOf(board, id), kind);
  return edits && applyEdits(text, edits);
}

const board = `# Board

## 📋 Backlog

### [STORY-1] One
> Spec: docs/specs/STORY-1.md

- [ ] a

### [STORY-2] Two

- [ ] b

## 🔄 In Progress

---

## ✅ Done

### [STORY-3] Three

- [x] c
`;

describe('moveEntries', () => {
  it('leaves the end of a file as it is where two entries change places across it', async () => {
    const text = '## Backlog\n\n### [STORY-2] Two\n- [x] b\n\n## Done\nWords\n### [STORY-1] One\n- [ ] a';
    const parsed = await parse(text);
    const [backlog, done] = parsed.model.sections;
    if (!backlog || !done) return expect.fail('no such sections');
    const edits = moveEntries(parsed, [
      { entries: [entryOf(parsed, 'STORY-1')], to: backlog },
      { entries: [entryOf(parsed, 'STORY-2')], to: done },
    ]);
    expect(edits && applyEdits(text, edits)).toBe(
      '## Backlog\n\n### [STORY-1] One\n- [ ] a\n\n## Done\nWords\n\n### [STORY-2] Two\n- [x] b',
    );
  });
});

describe('moveEntry', () => {
  it('cuts the entry out and puts it at the end of the section', async () => {
    expect(await move(board, 'STORY-1', 'done')).toBe(`# Board

## 📋 Backlog

### [STORY-2] Two

- [ ] b

## 🔄 In Progress

---

## ✅ Done

### [STORY-3] Three

- [x] c

### [STORY-1] One
> Spec: docs/specs/STORY-1.md

- [ ] a
`);
  });

  it.each<[string, string, string, BoardSectionKind, string | undefined]>([
    [
      'above a thematic break',
      board,
      'STORY-3',
      'inProgress',
      board
        .replace('Progress\n', 'Progress\n\n### [STORY-3] Three\n\n- [x] c\n')
        .replace(/\n\n### \[STORY-3\] Three\n\n- \[x\] c\n$/u, '\n'),
    ],
    ['not into its own section', board, 'STORY-3', 'done', undefined],
    ['not without that section', '## Backlog\n\n### [STORY-1] A\n', 'STORY-1', 'done', undefined],
    ['no list items', '## Backlog\n\n## Done\n\n- **STORY-1**: A\n', 'STORY-1', 'backlog', undefined],
    [
      'not below a fence that never ends',
      '## Backlog\n\n### [STORY-1] A\n\n## Done\n\n```\n',
      'STORY-1',
      'done',
      undefined,
    ],
    [
      'leaves the foot of its section',
      '## Backlog\n\n### [STORY-1] A\n\nWords\n\n---\nFoot\n\n## Done\n',
      'STORY-1',
      'done',
      '## Backlog\n\n---\nFoot\n\n## Done\n\n### [STORY-1] A\n\nWords\n',
    ],
    [
      'leaves the foot of the page',
      '## Backlog\n\n## Done\n\n### [STORY-1] A\n\n- [ ] a\n  more\n\n> note\n\nFoot\n\n<!-- end -->\n\n[a]: /b\n',
      'STORY-1',
      'backlog',
      '## Backlog\n\n### [STORY-1] A\n\n- [ ] a\n  more\n\n> note\n\n## Done\n\nFoot\n\n<!-- end -->\n\n[a]: /b\n',
    ],
    [
      'takes its tasks along, wherever they stand',
      '## Backlog\n\n## Done\n\n### [STORY-1] A\n\n---\n\n- [ ] a\n',
      'STORY-1',
      'backlog',
      '## Backlog\n\n### [STORY-1] A\n\n---\n\n- [ ] a\n\n## Done\n',
    ],
    [
      'stands above the foot of the page',
      '## Backlog\n\n### [STORY-1] A\n\n## Done\n\n### [STORY-2] B\n\n- [ ] a\n\nFoot\n',
      'STORY-1',
      'done',
      '## Backlog\n\n## Done\n\n### [STORY-2] B\n\n- [ ] a\n\n### [STORY-1] A\n\nFoot\n',
    ],
    [
      'does not leave a fence that never ends',
      '## Backlog\n\n## Done\n\n### [STORY-1] A\n\n```\n',
      'STORY-1',
      'backlog',
      undefined,
    ],
    [
      'keeps CRLF',
      '## Backlog\r\n\r\n### [STORY-1] A\r\n\r\n## Done\r\n',
      'STORY-1',
      'done',
      '## Backlog\r\n\r\n## Done\r\n\r\n### [STORY-1] A\r\n',
    ],
    [
      'keeps a missing final line break',
      '## Backlog\n\n## Done\n\n### [STORY-1] A',
      'STORY-1',
      'backlog',
      '## Backlog\n\n### [STORY-1] A\n\n## Done',
    ],
    [
      'keeps the byte order mark',
      '\uFEFF### [STORY-1] A\n\n## Done\n',
      'STORY-1',
      'done',
      '\uFEFF## Done\n\n### [STORY-1] A\n',
    ],
    [
      'makes no heading of the line above',
      '## Backlog\nWords\n### [STORY-1] A\n---\n## Done\n',
      'STORY-1',
      'done',
      '## Backlog\nWords\n\n---\n## Done\n\n### [STORY-1] A\n',
    ],
    [
      'makes no heading of its own last line',
      '## Backlog\n---\n## Done\n### [STORY-1] A\n\nWords\n',
      'STORY-1',
      'backlog',
      '## Backlog\n\n### [STORY-1] A\n\nWords\n\n---\n## Done\n',
    ],
  ])('%s', async (_, text, id, kind, expected) => {
    expect(await move(text, id, kind)).toBe(expected);
  });

  const line = fc.constantFrom(
    '',
    'Words',
    '- [ ] task',
    '- [x] task',
    '> Spec: docs/specs/X.md',
    '---',
    '<!-- note -->',
    '#### Notes',
    '```\n### no entry\n```',
    '| a | b |\n|---|---|',
  );
  const body = fc.array(line, { maxLength: 5 });
  const boards = fc
    .tuple(
      fc.array(body, { minLength: 1, maxLength: 4 }),
      fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', '\n', '\n\n'),
    )
    .map(([bodies, places, br, end]) => {
      const entries = bodies.map((lines, index) => ({
        lines: [`### [STORY-${index + 1}] Title ${index + 1}`, ...lines],
        place: places[index] ?? 0,
      }));
      const sections = ['## 📋 Backlog', '## 🔄 In Progress', '## ✅ Done'].flatMap((heading, place) => [
        heading,
        ...entries.filter((entry) => entry.place === place).flatMap(({ lines }) => lines),
        '',
      ]);
      return {
        text: ['# Board', '', ...sections, '## Later', 'Words'].join('\n').replaceAll('\n', br) + end,
        ids: entries.map((_, index) => `STORY-${index + 1}`),
      };
    });
  const kinds: readonly BoardSectionKind[] = ['backlog', 'inProgress', 'done'];

  it('keeps all other lines in order, and all lines', async () => {
    await fc.assert(
      fc.asyncProperty(boards, fc.constantFrom(...kinds), async ({ text, ids }, kind) => {
        for (const id of ids) {
          const before = await parse(text);
          const edits = moveEntry(before, entryOf(before, id), kind);
          if (!edits) continue;
          const moved = applyEdits(text, edits);
          const after = await parse(moved);
          expect(sectionOf(after, id)).toBe(kind);
          for (const other of ids) if (other !== id) expect(sectionOf(after, other)).toBe(sectionOf(before, other));
          expect(inkLines(moved).sort()).toEqual(inkLines(text).sort());
          expect(moved.includes('\r')).toBe(text.includes('\r'));
          expect(after.model.sections.length).toBe(before.model.sections.length);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('there and back restores the text up to blank lines and dividers, for the last entry of a section', async () => {
    await fc.assert(
      fc.asyncProperty(boards, fc.constantFrom(...kinds), async ({ text, ids }, kind) => {
        for (const id of ids) {
          const before = await parse(text);
          const from = sectionOf(before, id);
          const section = before.model.sections.find((one) => one.kind === from);
          if (!from || section?.entries.at(-1)?.id?.value !== id) continue;
          const there = await move(text, id, kind);
          if (there === undefined) continue;
          const back = wordsOf((await move(there, id, from)) ?? '');
          // What stands below a divider is a foot as long as no entry follows, so it may come to stand below this one.
          if (hasFoot(text)) expect(back.toSorted()).toEqual(wordsOf(text).toSorted());
          else expect(back).toEqual(wordsOf(text));
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('appendEntry', () => {
  const entry = { id: 'STORY-9', title: 'Nine', specPath: 'docs/specs/STORY-9.md', tasks: ['a', 'b'], ticked: false };

  it.each<[string, string, BoardSectionKind, string | undefined]>([
    [
      'behind the last entry',
      '## 📋 Backlog\n\n### [STORY-1] A\n\n- [ ] a\n\n## ✅ Done\n',
      'backlog',
      '## 📋 Backlog\n\n### [STORY-1] A\n\n- [ ] a\n\n### [STORY-9] Nine\n> Spec: docs/specs/STORY-9.md\n\n- [ ] a\n- [ ] b\n\n## ✅ Done\n',
    ],
    [
      'into an empty section',
      '## 📋 Backlog\r\n## ✅ Done',
      'backlog',
      '## 📋 Backlog\r\n\r\n### [STORY-9] Nine\r\n> Spec: docs/specs/STORY-9.md\r\n\r\n- [ ] a\r\n- [ ] b\r\n\r\n## ✅ Done',
    ],
    ['nowhere without the section', '## 📋 Backlog\n', 'done', undefined],
  ])('%s', async (_, text, kind, expected) => {
    const edits = appendEntry(await parse(text), kind, entry);
    expect(edits && applyEdits(text, edits)).toBe(expected);
  });

  it('writes what is read as an entry without problems', async () => {
    const text = '## ✅ Done\n';
    const edits = appendEntry(await parse(text), 'done', { ...entry, ticked: true }) ?? [];
    const [read] = (await parse(applyEdits(text, edits))).model.sections[0]?.entries ?? [];
    expect(read?.titleProblems).toEqual([]);
    expect([read?.id?.value, read?.title.value, read?.specPath?.value]).toEqual(['STORY-9', 'Nine', entry.specPath]);
    expect(read?.tasks.map(({ checked, text: task }) => [checked, task.value])).toEqual([
      [true, 'a'],
      [true, 'b'],
    ]);
  });
});

describe('mergeEntries', () => {
  it('ticks a task once that several ticked ones are like', async () => {
    const text = '### [STORY-1] One\n\n- [ ] a\n\n### [STORY-1] One\n\n- [x] a\n- [x] a\n';
    const board = await parse(text);
    const [into, from] = board.model.looseEntries;
    const edits = into && from && mergeEntries(board, into, from);
    expect(edits && applyEdits(text, edits)).toBe('### [STORY-1] One\n\n- [x] a\n');
  });
});

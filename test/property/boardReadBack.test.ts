import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boardHeadings } from '../../server/src/documents/board/board.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { Refused } from '../../server/src/operations/errorCodes.js';
import { carryOutOn } from '../support/checkOperation.js';
import { runs } from '../support/runs.js';

const boardPath = 'docs/product/sprint_board.md';

interface ReadEntry {
  readonly section: number;
  readonly id: string;
  readonly title: string;
  readonly tasks: readonly string[];
}

const storyTitle = /^#{3,4} \[?((?:STORY|HOTFIX|BUG)(?:-[a-z]+)?-\d+)\]?:?\s+(.+)$/u;

/** Reads a board as PactKit does (formats reference, A3): by lines and substrings alone. */
function readAsPactKit(text: string): readonly ReadEntry[] {
  const starts = [boardHeadings.backlog, boardHeadings.inProgress, boardHeadings.done].map((one) => text.indexOf(one));
  const read: { section: number; id: string; title: string; tasks: string[] }[] = [];
  let offset = 0;
  let inEntry = false;
  for (const line of text.split('\n')) {
    const [, id, title] = storyTitle.exec(line) ?? [];
    if (id !== undefined && title !== undefined) {
      inEntry = true;
      read.push({ section: starts.filter((start) => start < offset).length, id, title: title.trim(), tasks: [] });
    } else if (line.startsWith('## ')) inEntry = false;
    if (inEntry) for (const [task] of line.matchAll(/- \[[ x]\] .+/gu)) read.at(-1)?.tasks.push(task.trim());
    offset += line.length + 1;
  }
  return read;
}

async function readAsWeDo(text: string): Promise<readonly ReadEntry[]> {
  const { model } = await parseDocument('board', boardPath, text);
  return model.sections.flatMap(({ entries }, index) =>
    entries.map(({ id, title, tasks }) => ({
      section: index + 1,
      id: id?.value ?? '',
      title: title.value,
      tasks: tasks.map(({ checked, text: words }) => `- [${checked ? 'x' : ' '}] ${words.value}`),
    })),
  );
}

const item = fc.constantFrom('STORY-1', 'STORY-001', 'STORY-al-2', 'BUG-3', 'HOTFIX-bo-4');
const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Add tests', 'Write it', 'a | b', 'x') },
  fc.constantFrom(
    'Add tests',
    'a | b',
    '# x',
    '## ✅ Done',
    '- [ ] more',
    'x - [x] y',
    '### [STORY-9] z',
    'C #',
    '- a',
    ': b',
  ),
  fc.constantFrom(
    '**STORY-9**: old',
    '`code`',
    '<!-- x',
    '---',
    '> q',
    '1',
    '[#12](https://example.invalid/12)',
    '[x] y',
    'ü 📋',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const section = fc.constantFrom('backlog', 'in-progress', 'done');
const number = fc.nat(4).map(String);
const call = fc.oneof(
  fc
    .record({ item, title: words, task: fc.array(words, { maxLength: 3 }), section })
    .map((input) => ['board add', input] as const),
  fc.record({ item, title: words }).map((input) => ['board edit-title', input] as const),
  fc.record({ item, text: words }).map((input) => ['board add-task', input] as const),
  fc.record({ item, task: number, text: words }).map((input) => ['board edit-task', input] as const),
  fc.record({ item, task: number }).map((input) => ['board tick', input] as const),
  fc.record({ item, task: number }).map((input) => ['board remove-task', input] as const),
  fc
    .record({ items: fc.array(item, { minLength: 1, maxLength: 2 }), section })
    .map((input) => ['board move', input] as const),
  fc.record({ item, toTop: fc.constant(true) }).map((input) => ['board reorder', input] as const),
  fc
    .record({ items: fc.array(item, { minLength: 1, maxLength: 1 }) })
    .map((input) => ['board archive', input] as const),
  fc.record({ item, section }).map((input) => ['board unarchive', input] as const),
  fc.constant(['board sort', {}] as const),
);

describe('what operations write', () => {
  it('is read by PactKit as we read it', async () => {
    let entries = 0;
    const made = await carryOutOn({ operation: 'new-board', input: {}, files: {} });
    let start = made.changed[boardPath] ?? '';
    for (const id of ['STORY-1', 'BUG-3', 'HOTFIX-bo-4']) {
      const input = { item: id, title: `Title of ${id}`, task: ['one', 'two'] };
      const added = await carryOutOn({ operation: 'board add', input, files: { [boardPath]: start } });
      start = added.changed[boardPath] ?? '';
    }
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), async (calls) => {
        let files: Readonly<Record<string, string>> = { [boardPath]: start };
        for (const [operation, input] of calls) {
          const before = files;
          try {
            const { changed } = await carryOutOn({ operation, input, files });
            const texts = Object.entries(changed).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]));
            files = { ...files, ...(Object.fromEntries(texts) as Record<string, string>) }; // pairs of texts
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            files = before;
          }
        }
        const read = await readAsWeDo(files[boardPath] ?? '');
        entries += read.length;
        expect(readAsPactKit(files[boardPath] ?? '')).toEqual(read);
      }),
      { numRuns: runs(300) },
    );
    expect(entries).toBeGreaterThan(runs(300));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../server/src/documents/board/board.js';
import type { ParsedDocument } from '../../server/src/documents/document.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { Refused } from '../../server/src/operations/errorCodes.js';
import { boards } from '../support/boardArbitrary.js';
import { carryOutOn } from '../support/checkOperation.js';
import { runs } from '../support/runs.js';

const boardPath = 'docs/product/sprint_board.md';
const archivePath = 'docs/product/archive/archive_202603.md';
const now = new Date(2026, 2, 15, 12).getTime();

type Files = Readonly<Record<string, string>>;
type Board = ParsedDocument<'board'>;

/** What a reader makes of the board: each section with its entries, in order. */
type Shape = readonly { readonly section: string; readonly entries: readonly string[] }[];

const divider = '\0';
const task = (checked: boolean, text: string): string => `${checked ? '[x]' : '[ ]'} ${text}`;
const shown = ({ id, title, tasks }: Entry): string =>
  [id?.value ?? '', title.value, ...tasks.map(({ checked, text }) => task(checked, text.value))].join(divider);
const shapeOf = ({ model }: Board): Shape => [
  { section: '', entries: model.looseEntries.map(shown) },
  ...model.sections.map(({ heading, entries }) => ({ section: heading.text, entries: entries.map(shown) })),
];
const parse = (text: string): Promise<Board> => parseDocument('board', boardPath, text);
const idOf = (entry: string): string => entry.split(divider)[0] ?? '';

const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '');

const ownLines = ({ text }: Board, { span }: Entry): readonly string[] => linesOf(text.slice(span.start, span.end));

const entriesOf = ({ model }: Board): readonly Entry[] => [
  ...model.looseEntries,
  ...model.sections.flatMap(({ entries }) => entries),
];

interface Asked {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The entries that may change their place or text. */
  readonly touched: readonly string[];
  /** What has to be read afterwards. */
  readonly expected: Shape;
  /** Lines that come in. */
  readonly come?: readonly string[];
}

interface Picks {
  readonly what: number;
  readonly entries: readonly number[];
  readonly section: number;
  readonly place: number;
  readonly how: number;
  readonly words: string;
}

const without = (shape: Shape, ids: readonly string[]): { section: string; entries: string[] }[] =>
  shape.map(({ section, entries }) => ({ section, entries: entries.filter((entry) => !ids.includes(idOf(entry))) }));

const changeEntry = (shape: Shape, id: string, change: (parts: string[]) => void): Shape =>
  shape.map(({ section, entries }) => ({
    section,
    entries: entries.map((entry) => {
      if (idOf(entry) !== id) return entry;
      const parts = entry.split(divider);
      change(parts);
      return parts.join(divider);
    }),
  }));

/** What a board is asked about: chosen entries, one of them, a section and a place. */
interface Scene extends Pick<Picks, 'place' | 'how' | 'words'> {
  readonly board: Board;
  readonly archived: readonly Entry[];
  readonly shape: Shape;
  /** The ids of all entries. */
  readonly all: readonly string[];
  readonly several: readonly string[];
  readonly one: string;
  readonly entry: Entry;
  /** The texts of its tasks, and the number of one of them. */
  readonly tasks: readonly string[];
  readonly at: number;
  readonly to: Board['model']['sections'][number];
}

const move = ({ shape, to, several, place, how }: Scene): Asked | undefined => {
  const left = without(shape, several);
  const target = left.find((other) => other.section === to.heading.text);
  if (!target) return undefined;
  const places = target.entries.map(idOf);
  const next = places[place % Math.max(1, places.length)];
  const moved = shape.flatMap((other) => other.entries.filter((text) => several.includes(idOf(text))));
  const base = { operation: 'board move', touched: several };
  const asked = { items: several, section: to.heading.text };
  if (how === 0 && next !== undefined) {
    target.entries.splice(places.indexOf(next), 0, ...moved);
    return { ...base, input: { ...asked, before: next }, expected: left };
  }
  if (how === 1 && next !== undefined) {
    target.entries.splice(places.indexOf(next) + 1, 0, ...moved);
    return { ...base, input: { ...asked, after: next }, expected: left };
  }
  if (how === 2) {
    const position = (place % (places.length + 1)) + 1;
    target.entries.splice(position - 1, 0, ...moved);
    return { ...base, input: { ...asked, position }, expected: left };
  }
  const there = shape.find((other) => other.section === to.heading.text)?.entries ?? [];
  const come = moved.filter((text) => !there.includes(text));
  const stayed = without(shape, come.map(idOf));
  stayed.find((other) => other.section === to.heading.text)?.entries.push(...come);
  return { ...base, input: asked, expected: stayed };
};

const add = ({ shape, all, to, words }: Scene): Asked | undefined => {
  const title = `New ${words}`;
  const sections = without(shape, []);
  sections
    .find((other) => other.section === to.heading.text)
    ?.entries.push(['BUG-77', title, `[ ] ${words}`].join(divider));
  const come = [`### [BUG-77] ${title}`, '> Spec: docs/specs/BUG-77.md', `- [ ] ${words}`];
  if (all.includes('BUG-77')) return undefined;
  return {
    operation: 'board add',
    input: { item: 'BUG-77', title, task: [words], section: to.heading.text },
    touched: [],
    expected: sections,
    come,
  };
};

const tick = ({ shape, one, tasks, at, how }: Scene): Asked | undefined => {
  if (tasks.length === 0) return undefined;
  const ticks = how % 2 === 0;
  return {
    operation: ticks ? 'board tick' : 'board untick',
    input: { item: one, task: `${at + 1}` },
    touched: [one],
    expected: changeEntry(shape, one, (parts) => parts.splice(at + 2, 1, task(ticks, tasks[at] ?? ''))),
  };
};

const remove = ({ shape, several }: Scene): Asked | undefined => ({
  operation: 'board remove',
  input: { items: several },
  touched: several,
  expected: without(shape, several),
});

const editTitle = ({ shape, one, words }: Scene): Asked | undefined => ({
  operation: 'board edit-title',
  input: { item: one, title: words },
  touched: [one],
  expected: changeEntry(shape, one, (parts) => parts.splice(1, 1, words)),
});

const addTask = ({ shape, one, tasks, words }: Scene): Asked | undefined => {
  if (tasks.includes(words)) return undefined;
  const [before, after] = [linesOf(words)[0] ?? '', words];
  return {
    operation: 'board add-task',
    input: { item: one, text: after },
    touched: [one],
    // Below the last task that is not below another: the property looks for it anywhere.
    expected: changeEntry(shape, one, (parts) => parts.push(task(false, before))),
  };
};

const editTask = ({ shape, one, entry, tasks, at, words }: Scene): Asked | undefined => {
  if (tasks.length === 0 || tasks.includes(words)) return undefined;
  return {
    operation: 'board edit-task',
    input: { item: one, task: `${at + 1}`, text: words },
    touched: [one],
    expected: changeEntry(shape, one, (parts) =>
      parts.splice(at + 2, 1, task(entry.tasks[at]?.checked ?? false, words)),
    ),
  };
};

const removeTask = ({ shape, one, tasks, at }: Scene): Asked | undefined => {
  if (tasks.length === 0) return undefined;
  return {
    operation: 'board remove-task',
    input: { item: one, task: `${at + 1}` },
    touched: [one],
    expected: changeEntry(shape, one, (parts) => parts.splice(at + 2, 1)),
  };
};

const archive = ({ shape, several }: Scene): Asked | undefined => ({
  operation: 'board archive',
  input: { items: several, withOpenTasks: true },
  touched: several,
  expected: without(shape, several),
});

const reorder = ({ shape, one, how }: Scene): Asked | undefined => {
  const toTop = how % 2 === 0;
  const found = shape.find(({ entries: some }) => some.some((text) => idOf(text) === one));
  const moved = found?.entries.filter((text) => idOf(text) === one) ?? [];
  const expected = shape.map((other) => {
    const left = other.entries.filter((text) => !moved.includes(text));
    return other === found ? { ...other, entries: toTop ? [...moved, ...left] : [...left, ...moved] } : other;
  });
  return {
    operation: 'board reorder',
    input: { item: one, ...(toTop ? { toTop } : { toBottom: true }) },
    touched: [one],
    expected,
  };
};

const sort = ({ board, shape }: Scene): Asked | undefined => {
  const wrong = board.model.sections.flatMap(({ kind, entries: some }) => some.map((other) => ({ kind, other })));
  const loose = board.model.looseEntries.map((other) => ({ kind: 'none', other }));
  const moves = [...loose, ...wrong].flatMap(({ kind, other }) => {
    const ticked = other.tasks.filter(({ checked }) => checked).length;
    const wanted = ticked === 0 ? 'backlog' : ticked === other.tasks.length ? 'done' : 'inProgress';
    const stays = kind === undefined || kind === wanted || other.tasks.length === 0 || other.form === 'bullet';
    return stays ? [] : [{ text: shown(other), wanted }];
  });
  const kinds = [undefined, ...board.model.sections.map(({ kind }) => kind)];
  return {
    operation: 'board sort',
    input: {},
    touched: moves.map(({ text }) => idOf(text)),
    expected: shape.map(({ section: title, entries: some }, index) => ({
      section: title,
      entries: [
        ...some.filter((text) => !moves.some((move) => move.text === text)),
        ...moves.filter(({ wanted }) => wanted === kinds[index]).map(({ text }) => text),
      ],
    })),
  };
};

const unarchive = ({ archived, shape, to, place }: Scene): Asked | undefined => {
  const back = archived[place % Math.max(1, archived.length)];
  if (back === undefined) return undefined;
  const sections = without(shape, []);
  sections.find((other) => other.section === to.heading.text)?.entries.push(shown(back));
  return {
    operation: 'board unarchive',
    input: { item: back.id?.value, section: to.heading.text },
    touched: [back.id?.value ?? ''],
    expected: sections,
  };
};

const askings = [move, add, tick, remove, editTitle, addTask, editTask, removeTask, archive, reorder, sort, unarchive];

/** What is asked for, and what that means, in the test's own words. */
function ask(
  board: Board,
  archived: readonly Entry[],
  { what, entries, section, place, how, words }: Picks,
): Asked | undefined {
  const all = entriesOf(board).flatMap(({ id, form }) => (id && form === 'heading' ? [id.value] : []));
  const one = all[(entries[0] ?? 0) % Math.max(1, all.length)];
  const to = board.model.sections[section % board.model.sections.length];
  if (one === undefined || to === undefined || new Set(all).size < all.length) return undefined;
  const entry = entriesOf(board).find(({ id }) => id?.value === one);
  if (!entry) return undefined;
  const tasks = entry.tasks.map(({ text }) => text.value);
  const at = place % Math.max(1, tasks.length);
  const chosen = new Set(entries.map((pick) => all[pick % all.length] ?? one));
  const several = all.filter((id) => chosen.has(id));
  const shape = shapeOf(board);
  return askings[what]?.({ board, archived, shape, all, several, one, entry, tasks, at, to, place, how, words });
}

const picks: fc.Arbitrary<Picks> = fc.record({
  what: fc.nat(askings.length - 1),
  entries: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
  section: fc.nat(9),
  place: fc.nat(9),
  how: fc.nat(3),
  words: fc.constantFrom(
    '# as text',
    'a | b',
    '```',
    '> q',
    '- x',
    '[ ] y',
    '1. z',
    '===',
    'C#',
    '\\',
    '*',
    '| - |',
    '&amp; ü 📋',
  ),
});

/** As `add-task` may put it above tasks that stand below others, only what there is counts. */
const sortedTasks = (shape: Shape): Shape =>
  shape.map(({ section, entries }) => ({
    section,
    entries: entries.map((entry) => entry.split(divider).toSorted().join(divider)),
  }));

let refusedForMarkdown = 0;
let carriedOut = 0;

async function carryOutAndCheck(files: Files, asked: Asked): Promise<Files> {
  const text = files[boardPath] ?? '';
  const before = await parse(text);
  let result;
  try {
    result = await carryOutOn({ operation: asked.operation, input: asked.input, files, now });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // The words may be no title or task, and the Markdown around may be in the way; nothing else is.
    expect([
      'invalid-input',
      'not-allowed',
      'exists',
      ...(asked.operation === 'board sort' ? ['not-found'] : []),
    ]).toContain(error.code);
    if (/read as something else/u.test(error.message)) refusedForMarkdown++;
    return files;
  }
  carriedOut++;
  const after = Object.fromEntries(
    Object.entries({ ...files, ...result.changed }).flatMap(([path, content]) =>
      content === undefined ? [] : [[path, content]],
    ),
  );
  const changed = after[boardPath] ?? '';
  const read = await parse(changed);
  const [is, wanted] = [shapeOf(read), asked.expected];
  if (asked.operation === 'board add-task') expect(sortedTasks(is)).toEqual(sortedTasks(wanted));
  else expect(is).toEqual(wanted);

  // All lines of others stay as they are, in their order.
  const movable = new Set(
    [before, read].flatMap((board) =>
      entriesOf(board)
        .filter(({ id }) => id && asked.touched.includes(id.value))
        .flatMap((entry) => ownLines(board, entry)),
    ),
  );
  const others = (lines: readonly string[]): string[] =>
    lines.filter(
      (one) => !movable.has(one) && !(asked.come ?? []).includes(one) && !/^(?:-{3}|\*{3}|`{3})$/u.test(one),
    );
  expect(others(linesOf(changed))).toEqual(others(linesOf(text)));

  // The kind of line break, the byte order mark and the end stay what they were.
  expect(changed.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
  if (/[\r\n]/u.test(text)) expect(/(?<!\r)\n/u.test(changed)).toBe(/(?<!\r)\n/u.test(text) && changed.includes('\n'));
  if (changed.trim() !== '') expect(/[\r\n]$/u.test(changed)).toBe(/[\r\n]$/u.test(text));

  // A move and an archive lose nothing.
  if (asked.operation === 'board move') expect(linesOf(changed).toSorted()).toEqual(linesOf(text).toSorted());
  if (/archive/u.test(asked.operation))
    expect([...linesOf(changed), ...linesOf(after[archivePath] ?? '')].toSorted()).toEqual(
      [...linesOf(text), ...linesOf(files[archivePath] ?? '')].toSorted(),
    );
  if (asked.operation === 'board tick' || asked.operation === 'board untick') {
    expect(changed.length).toBe(text.length);
    const differ = changed.split('\n').filter((one, index) => one !== text.split('\n')[index]);
    expect(differ.length).toBeLessThanOrEqual(1);
  }
  return after;
}

describe('operations of the board', () => {
  it('do what was asked and nothing else, one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(boards, fc.array(picks, { minLength: 1, maxLength: 8 }), async ({ text }, sequence) => {
        let files: Files = { [boardPath]: text };
        for (const pick of sequence) {
          const archive = await parseDocument('archive', archivePath, files[archivePath] ?? '');
          const asked = ask(await parse(files[boardPath] ?? ''), archive.model.entries, pick);
          if (asked) files = await carryOutAndCheck(files, asked);
        }
      }),
      { numRuns: runs(400) },
    );
    // Refusing is no way out.
    expect(refusedForMarkdown).toBeLessThan(carriedOut / 10);
  });
});

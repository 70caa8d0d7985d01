import { type Chance, chanceOf } from './chance.js';

/** Two people's edits of one board, and what a merge of them has to come to. */
export interface BoardPair {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  /** Whether both changed the same text, the same place of an entry, or one removed what the other changed. */
  readonly mayConflict: boolean;
  /** Whether a line of one side has more than one that it may have been renamed to: a conflict is then no mistake. */
  readonly isAmbiguous: boolean;
  /** What is wrong with a merged text without conflicts; nothing where it has the changes of both. */
  readonly problemsOf: (merged: string) => readonly string[];
}

interface TaskModel {
  /** The same task in all versions has the same number. */
  readonly number: number;
  text: string;
  isTicked: boolean;
}

interface EntryModel {
  readonly id: string;
  title: string;
  section: number;
  tasks: TaskModel[];
}

type BoardModel = EntryModel[];

const headings = ['## 📋 Backlog', '## 🔄 In Progress', '## ✅ Done'];
const words = [
  'cart',
  'page',
  'login',
  'export',
  'index',
  'form',
  'crash',
  'expiry',
  'model',
  'guest',
  'reload',
  'price',
];

/** @param seed the same one makes the same pair. */
export function boardPair(seed: number): BoardPair {
  const chance = chanceOf(seed);
  const base = newBoard(chance);
  const ours = edited(base, chance, 1_000);
  const theirs = edited(base, chance, 2_000);
  return {
    base: written(base),
    ours: written(ours),
    theirs: written(theirs),
    ...expected(base, ours, theirs),
  };
}

function newBoard(chance: Chance): BoardModel {
  let number = 0;
  return Array.from({ length: chance.upTo(7) + 1 }, (_, at) => ({
    id: `${chance.oneOf(['STORY', 'BUG', 'STORY-al'])}-${at + 1}`,
    title: phrase(chance, `t${at}`),
    section: chance.upTo(3),
    tasks: Array.from({ length: chance.upTo(5) }, () => newTask(chance, number++)),
  }));
}

const newTask = (chance: Chance, number: number): TaskModel => ({
  number,
  text: phrase(chance, `n${number}`),
  isTicked: chance.upTo(2) === 0,
});

const phrase = (chance: Chance, mark: string): string => `${chance.oneOf(words)} ${chance.oneOf(words)} ${mark}`;

function edited(base: BoardModel, chance: Chance, firstNumber: number): BoardModel {
  const board = structuredClone(base);
  let number = firstNumber;
  const edits = chance.upTo(6) + 1;
  for (let count = 0; count < edits; count++) {
    const entry = board.length > 0 ? chance.oneOf(board) : undefined;
    const task = entry && entry.tasks.length > 0 ? chance.oneOf(entry.tasks) : undefined;
    switch (chance.upTo(12)) {
      case 0:
      case 1:
      case 2:
        if (task) task.isTicked = !task.isTicked;
        break;
      case 3:
      case 4:
        if (task) task.text = chance.upTo(2) === 0 ? `${task.text} again${number++}` : phrase(chance, `r${number++}`);
        break;
      case 5:
        entry?.tasks.splice(chance.upTo(entry.tasks.length + 1), 0, newTask(chance, number++));
        break;
      case 6:
        if (task) entry?.tasks.splice(entry.tasks.indexOf(task), 1);
        break;
      case 7:
        if (task && entry) {
          entry.tasks.splice(entry.tasks.indexOf(task), 1);
          entry.tasks.splice(chance.upTo(entry.tasks.length + 1), 0, task);
        }
        break;
      case 8:
        if (entry) entry.title = phrase(chance, `u${number++}`);
        break;
      case 9: {
        const tasks = Array.from({ length: chance.upTo(3) }, () => newTask(chance, number++));
        const added = { id: `STORY-${number}`, title: phrase(chance, `a${number++}`), section: chance.upTo(3), tasks };
        board.splice(chance.upTo(3) === 0 ? chance.upTo(board.length + 1) : board.length, 0, added);
        break;
      }
      case 10:
        if (entry) {
          entry.section = chance.upTo(3);
          board.splice(board.indexOf(entry), 1);
          board.push(entry);
        }
        break;
      default:
        if (entry && chance.upTo(2) === 0) board.splice(board.indexOf(entry), 1);
    }
  }
  return board;
}

function written(board: BoardModel): string {
  const parts = ['# Sprint Board\n'];
  for (const [section, heading] of headings.entries()) {
    parts.push(`${heading}\n`);
    for (const entry of board) if (entry.section === section) parts.push(entryText(entry));
  }
  return parts.join('\n');
}

function entryText({ id, title, tasks }: EntryModel): string {
  const lines = tasks.map(taskLine).map((line) => `${line}\n`);
  return `### [${id}] ${title}\n> Spec: docs/specs/${id}.md\n${tasks.length > 0 ? '\n' : ''}${lines.join('')}`;
}

const taskLine = ({ text, isTicked }: TaskModel): string => `- [${isTicked ? 'x' : ' '}] ${text}`;

type Expected = Omit<BoardPair, 'base' | 'ours' | 'theirs'>;

function expected(base: BoardModel, ours: BoardModel, theirs: BoardModel): Expected {
  let mayConflict = false;
  let isAmbiguous = false;
  const entries: { readonly id: string; readonly title: string; readonly section: number; readonly lines: string[] }[] =
    [];
  for (const id of new Set([...base, ...ours, ...theirs].map((entry) => entry.id))) {
    const [b, o, t] = [base, ours, theirs].map((board) => board.find((entry) => entry.id === id));
    if (!o || !t) {
      const left = o ?? t;
      const isSame = b && left && JSON.stringify(b) === JSON.stringify(left);
      if (b && left && !isSame) mayConflict = true;
      // Whoever puts the tasks in another order has not changed what they say, but the entry.
      if (left && !b) entries.push({ ...left, lines: left.tasks.map(taskLine) });
      continue;
    }
    const title = three(b?.title, o.title, t.title);
    const section = three(b?.section, o.section, t.section);
    if (title === undefined || section === undefined) mayConflict = true;
    const lines: string[] = [];
    const numbers = new Set([b, o, t].flatMap((entry) => entry?.tasks ?? []).map((task) => task.number));
    for (const number of numbers) {
      const [before, one, other] = [b, o, t].map((entry) => entry?.tasks.find((task) => task.number === number));
      if (!one || !other) {
        const left = one ?? other;
        if (before && left && taskLine(before) !== taskLine(left)) mayConflict = true;
        if (left && !before) lines.push(taskLine(left));
        continue;
      }
      const text = three(before?.text, one.text, other.text);
      const [done, open] = one.isTicked ? [one, other] : [other, one];
      const isNewlyDone = before && !before.isTicked && done.isTicked && !open.isTicked;
      if (text === undefined || (isNewlyDone && text === open.text && isAnother(before.text, text))) mayConflict = true;
      else
        lines.push(taskLine({ number, text, isTicked: three(before?.isTicked, one.isTicked, other.isTicked) ?? true }));
    }
    if (b && [o, t].some((side) => hasSeveralNew(b, side))) isAmbiguous = true;
    entries.push({ id, title: title ?? '', section: section ?? -1, lines });
  }
  return { mayConflict, isAmbiguous, problemsOf: (merged) => problems(entries, merged) };
}

/** Whether most words of a task are others than before. */
function isAnother(before: string, after: string): boolean {
  const [old, fresh] = [new Set(before.split(' ')), new Set(after.split(' '))];
  return [...fresh].filter((word) => old.has(word)).length * 2 <= Math.min(old.size, fresh.size);
}

function three<T>(base: T | undefined, ours: T, theirs: T): T | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}

/** Whether a task has new words, and another was added or removed or moved beside it: by the text alone nobody can tell which. */
function hasSeveralNew(before: EntryModel, after: EntryModel): boolean {
  const renamed = after.tasks.some(({ number, text }) =>
    before.tasks.some((old) => old.number === number && old.text !== text),
  );
  const numbers = (entry: EntryModel): string => entry.tasks.map(({ number }) => number).join();
  const removed = before.tasks.some(({ number }) => !after.tasks.some((task) => task.number === number));
  const added = after.tasks.some(({ number }) => !before.tasks.some((task) => task.number === number));
  return (renamed && numbers(before) !== numbers(after)) || (removed && added);
}

/** Each entry once, in its section, with its title and its tasks; and no other line. */
function problems(
  entries: readonly {
    readonly id: string;
    readonly title: string;
    readonly section: number;
    readonly lines: readonly string[];
  }[],
  merged: string,
): readonly string[] {
  const found: string[] = [];
  const sections = merged.split(/^(?=## )/mu).slice(1);
  const texts = sections.flatMap((section, at) =>
    section
      .split(/^(?=### )/mu)
      .slice(1)
      .map((text) => ({ at, text })),
  );
  if (sections.length !== headings.length) found.push(`${sections.length} sections`);
  if (texts.length !== entries.length) found.push(`${texts.length} entries, not ${entries.length}`);
  for (const { id, title, section, lines } of entries) {
    const own = texts.filter(({ text }) => text.startsWith(`### [${id}] ${title}\n> Spec: docs/specs/${id}.md\n`));
    const [one] = own;
    if (!one || own.length !== 1) found.push(`${id} ${title} stands ${own.length} times`);
    else {
      if (one.at !== section) found.push(`${id} stands in section ${one.at}, not ${section}`);
      const has = one.text.split('\n').filter((line) => line.startsWith('- '));
      if ([...has].sort().join('\n') !== [...lines].sort().join('\n'))
        found.push(`${id} has ${JSON.stringify(has)}, not ${JSON.stringify(lines)}`);
    }
  }
  return found;
}

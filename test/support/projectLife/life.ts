import { createHistory, type History } from './history.js';
import { type ItemState, itemId, newItem, render } from './item.js';

const people = ['Ada Byron', 'Grace Hopper', 'Alan Mathison', 'Barbara Liskov'] as const;
const hours = 3_600_000;
const start = Date.UTC(2026, 0, 5, 8);

/** One line of work: what the files on a branch are made of. */
interface Line {
  readonly branch: string;
  readonly items: Map<string, ItemState>;
  extra: Map<string, string>;
}

/** How an item's branch comes home. */
export type Landing = 'merge' | 'squash' | 'rebase' | 'left';

/** A project while it is played: who makes a drift changes what happens to one item. */
export interface Life {
  readonly history: History;
  readonly main: Line;
  /** The item as `main` has it. */
  item(number: number): ItemState;
  /** Writes what there is on a line, three hours after the last commit. */
  commit(line: Line, message: string, options?: { readonly merges?: string; readonly authoredAt?: number }): void;
  /** A line that starts where `main` is. */
  branch(name: string): Line;
  now(): number;
  /** Nobody writes the session context from now on. */
  forgetContext(): void;
  /** Lets time pass without a commit. */
  wait(days: number): void;
  plan(...numbers: readonly number[]): void;
  /** Work on a branch of the item's own: in progress, a commit for each task, done, and home again. */
  deliver(number: number, options?: DeliverOptions): void;
  /** Only the beginning: on its branch, with the first task done. */
  begin(number: number): void;
  archive(...numbers: readonly number[]): void;
  release(version: string, ...numbers: readonly number[]): void;
}

export interface DeliverOptions {
  readonly landing?: Landing;
  /** What is different on the branch, from its beginning. */
  readonly change?: (item: ItemState) => void;
  /** Subjects without the id. */
  readonly unnamed?: boolean;
  /** Ticks the tasks in a commit of their own. */
  readonly ticksApart?: boolean;
  /** The branch has no id in its name. */
  readonly branchName?: string;
  /** A branch that was squashed or rebased is not deleted. */
  readonly keepsBranch?: boolean;
  /** A squash is reverted at once. */
  readonly reverted?: boolean;
}

export function createLife(): Life {
  const history = createHistory();
  const main: Line = { branch: 'main', items: new Map(), extra: new Map() };
  let clock = start;
  let turns = 0;

  const time = (): string => new Date(clock).toISOString().replace('.000Z', '+00:00');

  let context: string | undefined;

  const commit: Life['commit'] = (line, message, options = {}) => {
    clock += 3 * hours;
    history.commit({
      branch: line.branch,
      author: people[turns++ % people.length] ?? people[0],
      at: clock,
      message,
      files: render(line.items.values(), { context: context ?? time(), extra: line.extra }),
      ...options,
    });
  };

  const item = (number: number): ItemState => {
    const found = main.items.get(itemId(number));
    if (!found) throw new Error(`${itemId(number)} was not planned`);
    return found;
  };

  const branch: Life['branch'] = (name) => {
    history.branch(name, main.branch);
    return { branch: name, items: structuredClone(main.items), extra: new Map(main.extra) };
  };

  const on = (line: Line, number: number): ItemState => line.items.get(itemId(number)) ?? item(number);

  /** The item as the branch has it becomes the item as `main` has it. */
  const adopt = (line: Line, number: number): void => {
    main.items.set(itemId(number), structuredClone(on(line, number)));
  };

  const beginOn = (line: Line, number: number, subject: string): void => {
    const work = on(line, number);
    work.stage = 'inProgress';
    work.status = 'In Progress';
    work.release = '1.1.0';
    commit(line, `chore: begin ${subject}`);
    work.built = true;
  };

  return {
    history,
    main,
    item,
    commit,
    branch,
    now: () => clock + hours,
    forgetContext: () => {
      context = time();
    },
    wait: (days) => {
      clock += days * 24 * hours;
    },
    plan: (...numbers) => {
      for (const number of numbers) main.items.set(itemId(number), newItem(number));
      commit(main, `docs: plan ${numbers.map(itemId).join(', ')}`);
    },
    deliver: (number, { landing = 'merge', change, unnamed, ticksApart, branchName, keepsBranch, reverted } = {}) => {
      const id = itemId(number);
      const subject = unnamed ? 'the next one' : id;
      const name = branchName ?? `feature/${id}`;
      const line = branch(name);
      const begun = clock;
      const work = on(line, number);
      change?.(work);
      beginOn(line, number, subject);
      work.tasks.forEach((task, at) => {
        line.extra.set(`src/parts/${id}-${at}.ts`, `export const part = ${at};\n`);
        if (ticksApart) commit(line, `feat: ${task.text.toLowerCase()} (${subject})`);
        task.checked = true;
        commit(line, ticksApart ? `docs: tick a task of ${subject}` : `feat: ${task.text.toLowerCase()} (${subject})`);
      });
      work.stage = 'done';
      work.status = 'Done';
      if (landing === 'left') {
        // What it says is taken over to main, but its parts are not.
        commit(line, `feat: last part of ${subject}`);
        commit(line, `fix: forgotten part of ${subject}`);
        adopt(line, number);
        commit(main, 'chore: tidy the board');
        return;
      }
      commit(line, `feat: last part of ${subject}`);
      adopt(line, number);
      main.extra = new Map([...main.extra, ...line.extra]);
      if (landing === 'merge') commit(main, `Merge branch '${name}'`, { merges: name });
      else if (landing === 'squash')
        commit(main, `feat: ${work.title.toLowerCase()} (${subject})\n\nImplements: ${subject}`);
      else {
        // The same work again on top of main, as `git rebase` leaves it, and main moved on to it.
        history.branch(name, main.branch);
        commit({ ...main, branch: name }, `feat: ${work.title.toLowerCase()}\n\nImplements: ${subject}`, {
          authoredAt: begun,
        });
        history.branch(main.branch, name);
      }
      if (landing !== 'merge' && !keepsBranch) history.remove(name);
      if (!reverted) return;
      main.extra.set(`src/parts/${id}-0.ts`, 'export {};\n');
      commit(main, `Revert "feat: ${work.title.toLowerCase()} (${subject})"`);
    },
    begin: (number) => {
      const id = itemId(number);
      const line = branch(`feature/${id}`);
      beginOn(line, number, id);
      const work = on(line, number);
      const [first] = work.tasks;
      if (first) first.checked = true;
      line.extra.set(`src/parts/${id}-0.ts`, 'export const part = 0;\n');
      commit(line, `feat: first part of ${id}`);
      adopt(line, number);
      main.extra = new Map([...main.extra, ...line.extra]);
      commit(main, `Merge the beginning of ${id}`, { merges: line.branch });
    },
    archive: (...numbers) => {
      for (const number of numbers) item(number).stage = 'archived';
      commit(main, 'chore: archive what is done');
    },
    release: (version, ...numbers) => {
      for (const number of numbers) item(number).release = version;
      commit(main, `chore: release ${version}`);
      history.tag(`v${version}`, main.branch);
    },
  };
}

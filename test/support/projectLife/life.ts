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
type Landing = 'merge' | 'squash' | 'rebase' | 'left';

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

/** A project while it is played: who makes a drift changes what happens to one item. */
export class Life {
  readonly history: History = createHistory();
  readonly main: Line = { branch: 'main', items: new Map(), extra: new Map() };
  #clock = start;
  #turns = 0;
  #context: string | undefined;

  /** The item as `main` has it. */
  item(number: number): ItemState {
    const found = this.main.items.get(itemId(number));
    if (!found) throw new Error(`${itemId(number)} was not planned`);
    return found;
  }

  /** Writes what there is on a line, three hours after the last commit. */
  commit(line: Line, message: string, options: { readonly merges?: string; readonly authoredAt?: number } = {}): void {
    this.#clock += 3 * hours;
    this.history.commit({
      branch: line.branch,
      author: people[this.#turns++ % people.length] ?? people[0],
      at: this.#clock,
      message,
      files: render(line.items.values(), { context: this.#context ?? this.#time(), extra: line.extra }),
      ...options,
    });
  }

  /** A line that starts where `main` is. */
  branch(name: string): Line {
    this.history.branch(name, this.main.branch);
    return { branch: name, items: structuredClone(this.main.items), extra: new Map(this.main.extra) };
  }

  now(): number {
    return this.#clock + hours;
  }

  /** Nobody writes the session context from now on. */
  forgetContext(): void {
    this.#context = this.#time();
  }

  /** Lets time pass without a commit. */
  wait(days: number): void {
    this.#clock += days * 24 * hours;
  }

  plan(...numbers: readonly number[]): void {
    for (const number of numbers) this.main.items.set(itemId(number), newItem(number));
    this.commit(this.main, `docs: plan ${numbers.map(itemId).join(', ')}`);
  }

  /** Work on a branch of the item's own: in progress, a commit for each task, done, and home again. */
  deliver(number: number, options: DeliverOptions = {}): void {
    const { landing = 'merge', change, unnamed, ticksApart, branchName } = options;
    const id = itemId(number);
    const subject = unnamed ? 'the next one' : id;
    const line = this.branch(branchName ?? `feature/${id}`);
    const begun = this.#clock;
    const work = this.#on(line, number);
    change?.(work);
    this.#begin(line, number, subject);
    work.tasks.forEach((task, at) => {
      const done = `feat: ${task.text.toLowerCase()} (${subject})`;
      line.extra.set(`src/parts/${id}-${at}.ts`, `export const part = ${at};\n`);
      if (ticksApart) this.commit(line, done);
      task.checked = true;
      this.commit(line, ticksApart ? `docs: tick a task of ${subject}` : done);
    });
    work.stage = 'done';
    work.status = 'Done';
    this.commit(line, `feat: last part of ${subject}`);
    if (landing !== 'left') {
      this.#land({ line, number, subject, begun }, { ...options, landing });
      return;
    }
    // What it says is taken over to main, but its parts are not.
    this.commit(line, `fix: forgotten part of ${subject}`);
    this.#adopt(line, number);
    this.commit(this.main, 'chore: tidy the board');
  }

  /** Only the beginning: on its branch, with the first task done. */
  begin(number: number): void {
    const id = itemId(number);
    const line = this.branch(`feature/${id}`);
    this.#begin(line, number, id);
    const [first] = this.#on(line, number).tasks;
    if (first) first.checked = true;
    line.extra.set(`src/parts/${id}-0.ts`, 'export const part = 0;\n');
    this.commit(line, `feat: first part of ${id}`);
    this.#adoptAll(line, number);
    this.commit(this.main, `Merge the beginning of ${id}`, { merges: line.branch });
  }

  archive(...numbers: readonly number[]): void {
    for (const number of numbers) this.item(number).stage = 'archived';
    this.commit(this.main, 'chore: archive what is done');
  }

  release(version: string, ...numbers: readonly number[]): void {
    for (const number of numbers) this.item(number).release = version;
    this.commit(this.main, `chore: release ${version}`);
    this.history.tag(`v${version}`, this.main.branch);
  }

  #time(): string {
    return new Date(this.#clock).toISOString().replace('.000Z', '+00:00');
  }

  #on(line: Line, number: number): ItemState {
    return line.items.get(itemId(number)) ?? this.item(number);
  }

  #begin(line: Line, number: number, subject: string): void {
    const work = this.#on(line, number);
    work.stage = 'inProgress';
    work.status = 'In Progress';
    work.release = '1.1.0';
    this.commit(line, `chore: begin ${subject}`);
    work.built = true;
  }

  /** The item as the branch has it becomes the item as `main` has it. */
  #adopt(line: Line, number: number): void {
    this.main.items.set(itemId(number), structuredClone(this.#on(line, number)));
  }

  /** Its parts, too. */
  #adoptAll(line: Line, number: number): void {
    this.#adopt(line, number);
    this.main.extra = new Map([...this.main.extra, ...line.extra]);
  }

  #land({ line, number, subject, begun }: Landed, { landing, keepsBranch, reverted }: DeliverOptions): void {
    const { main, history } = this;
    const name = line.branch;
    const title = this.#on(line, number).title.toLowerCase();
    this.#adoptAll(line, number);
    if (landing === 'merge') this.commit(main, `Merge branch '${name}'`, { merges: name });
    else if (landing === 'squash') this.commit(main, `feat: ${title} (${subject})\n\nImplements: ${subject}`);
    else {
      // The same work again on top of main, as `git rebase` leaves it, and main moved on to it.
      history.branch(name, main.branch);
      this.commit({ ...main, branch: name }, `feat: ${title}\n\nImplements: ${subject}`, { authoredAt: begun });
      history.branch(main.branch, name);
    }
    if (landing !== 'merge' && !keepsBranch) history.remove(name);
    if (!reverted) return;
    main.extra.set(`src/parts/${itemId(number)}-0.ts`, 'export {};\n');
    this.commit(main, `Revert "feat: ${title} (${subject})"`);
  }
}

/** What comes home from a branch. */
interface Landed {
  readonly line: Line;
  readonly number: number;
  readonly subject: string;
  /** When the work began. */
  readonly begun: number;
}

import type { ItemState } from './item.js';
import { type DeliverOptions, Life } from './life.js';

/** How far an item comes. */
export type Fate = 'archived' | 'done' | 'inProgress' | 'backlog';

/** What goes wrong with one item. */
export interface Drift {
  /** Names it in the list of what is expected. */
  readonly name: string;
  readonly fate: Fate;
  readonly deliver?: DeliverOptions;
  /** It is begun three weeks before the others. */
  readonly early?: boolean;
  /** What is different on main when all is done; told apart by a commit of its own. */
  readonly end?: (item: ItemState, life: Life) => void;
  /** The subject of that commit. */
  readonly message?: (item: ItemState) => string;
  /** What gates recorded of it, where that is another thing than of the others: `otherwise` agreed, let out by `nobody`, `agreed` from the first commit on, its last commit made `aroundHooks`. */
  readonly recorded?: 'otherwise' | 'nobody' | 'agreed' | 'aroundHooks';
  /** A file that is only on this machine: its path and text. */
  readonly onDisk?: (item: ItemState) => readonly [string, string];
}

/** A convention that some of the finished items keep, but too few. */
export interface LostHabit {
  /** Names it in the list of what is expected. */
  readonly name: string;
  /** A part of what the rules say of it: which convention it is. */
  readonly says: string;
  /** What else happens to an item that comes home as a squash. */
  readonly squashed: DeliverOptions;
}

/** The same life, seen by somebody who has not all of it. */
export interface PartialLook {
  /** Names it in the list of what is expected. */
  readonly name: string;
  /** What `git clone` is told. */
  readonly clone: readonly string[];
  /** The findings that need what is not there. */
  readonly hides: RegExp;
}

/** An item of a life: a number, and what goes wrong with it, if anything. */
export interface Casting {
  readonly number: number;
  readonly fate: Fate;
  readonly drift?: Drift;
}

/** As many items that nothing is wrong with. */
const untroubled: Readonly<Record<Fate, number>> = { archived: 14, done: 20, inProgress: 8, backlog: 6 };

const order: readonly Fate[] = ['archived', 'done', 'inProgress', 'backlog'];

/** Gives every drift an item of its own among others without. Numbers depend on the list alone. */
export function cast(drifts: readonly Drift[]): readonly Casting[] {
  let number = 0;
  return order.flatMap((fate) => [
    ...Array.from({ length: untroubled[fate] }, () => ({ number: ++number, fate })),
    ...drifts.filter((drift) => drift.fate === fate).map((drift) => ({ number: ++number, fate, drift })),
  ]);
}

/**
 * Plays a project's life: four people plan, branch, build, merge, squash, rebase, archive and release.
 *
 * @param castings who is in it.
 * @param lostHabit what goes wrong with the items as a whole.
 * @param withDrifts false plays the same life without anything going wrong.
 */
export function play(castings: readonly Casting[], lostHabit: LostHabit, withDrifts: boolean): Life {
  const life = new Life();
  const driftOf = ({ drift }: Casting): Drift | undefined => (withDrifts ? drift : undefined);
  const of = (fate: Fate): readonly Casting[] => castings.filter((casting) => casting.fate === fate);

  life.commit(life.main, 'chore: begin the project');
  for (let at = 0; at < castings.length; at += 10)
    life.plan(...castings.slice(at, at + 10).map(({ number }) => number));

  let turn = 0;
  const deliver = (casting: Casting): void => {
    const landing = turn % 11 === 5 ? 'rebase' : turn % 4 === 3 ? 'squash' : 'merge';
    turn++;
    const squashed = withDrifts ? lostHabit.squashed : { keepsBranch: true };
    life.deliver(casting.number, { landing, ...(landing === 'squash' ? squashed : {}), ...driftOf(casting)?.deliver });
  };

  of('archived').forEach(deliver);
  life.archive(...of('archived').map(({ number }) => number));
  life.release('1.0.0', ...of('archived').map(({ number }) => number));
  of('inProgress')
    .filter((casting) => driftOf(casting)?.early)
    .forEach(({ number }) => {
      life.begin(number);
    });
  life.wait(21);
  of('done').forEach(deliver);
  of('inProgress')
    .filter((casting) => !driftOf(casting)?.early)
    .forEach(({ number }) => {
      life.begin(number);
    });
  for (const casting of castings) {
    const drift = driftOf(casting);
    if (!drift?.end) continue;
    const item = life.item(casting.number);
    drift.end(item, life);
    life.commit(life.main, drift.message?.(item) ?? 'chore: put things in order');
  }
  return life;
}

import type { SectionKey } from '../git/boardStates.js';
import type { BoardStep } from './boardMoves.js';

/** Where an item was, one place after the other. Times are milliseconds since 1970. */
export interface ItemPast {
  readonly item: string;
  /** Oldest first, each unlike the one before; the first is where it appeared. */
  readonly stays: readonly Stay[];
}

export interface Stay {
  /** Undefined: it was taken off the board, and is not in the archive. */
  readonly section: SectionKey | undefined;
  readonly from: number;
  /** The history begins with it: it may have come there long before. */
  readonly sinceBeginning: boolean;
}

/**
 * What became of each item. What leaves Done stays done: that is how boards are kept short. What leaves another section is done
 * where the archive has it, and taken off otherwise.
 *
 * @param isArchived whether an item is in the archive now.
 * @returns the items in the order in which they appeared.
 */
export function itemPasts(steps: readonly BoardStep[], isArchived: (item: string) => boolean): readonly ItemPast[] {
  const pasts = new Map<string, Stay[]>();
  steps.forEach(({ version: { at }, moves }, place) => {
    for (const { item, section } of moves) {
      const stays = pasts.get(item) ?? [];
      pasts.set(item, stays);
      stays.push({ section, from: at, sinceBeginning: place === 0 });
    }
  });
  return Array.from(pasts, ([item, stays]) => ({ item, stays: settled(item, stays, isArchived) }));
}

function settled(item: string, stays: readonly Stay[], isArchived: (item: string) => boolean): readonly Stay[] {
  const found: Stay[] = [];
  stays.forEach((stay, place) => {
    const before = found.at(-1);
    const stillDone =
      stay.section === undefined && (before?.section === 'done' || (place === stays.length - 1 && isArchived(item)));
    const section = stillDone ? 'done' : stay.section;
    if (!before || section !== before.section) found.push({ ...stay, section });
  });
  return found;
}

/** How an item came to be done the last time, or is on its way to it. */
export interface ItemRun {
  /** When it first came to In Progress, since it was done before; undefined if it never was there. */
  readonly started: Stay | undefined;
  /** When it came to Done; undefined if it is not done. */
  readonly done: Stay | undefined;
  /** Where it is now. */
  readonly now: Stay | undefined;
}

/** The last run of an item: one that is taken up again after it was done begins another. */
export function lastRun({ stays }: ItemPast): ItemRun {
  const now = stays.at(-1);
  const done = now?.section === 'done' ? now : undefined;
  const before = done ? stays.slice(0, -1) : stays;
  const run = before.slice(before.findLastIndex(({ section }) => section === 'done') + 1);
  return { started: run.find(({ section }) => section === 'inProgress'), done, now };
}

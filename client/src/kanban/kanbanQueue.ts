import type { KanbanChange } from './kanbanMessages.js';

export interface WantedChange {
  readonly request: number;
  readonly change: KanbanChange;
}

/**
 * Does changes one after the other. Of moves of the same cards that follow each other while it is busy, as when a key is held down,
 * it does the last alone: where that one puts them does not depend on those before.
 *
 * @param carryOut does the last of them, which stands for all; it must not throw.
 */
export function createChangeQueue(
  carryOut: (change: KanbanChange, requests: readonly number[]) => Promise<void>,
): (wanted: WantedChange) => void {
  let waiting: readonly WantedChange[] = [];
  let isBusy = false;

  const work = async (): Promise<void> => {
    isBusy = true;
    for (let next = takeNext(); next; next = takeNext()) await carryOut(next.change, next.requests);
    isBusy = false;
  };
  const takeNext = (): { readonly change: KanbanChange; readonly requests: readonly number[] } | undefined => {
    const [first] = waiting;
    if (!first) return undefined;
    const end = waiting.findIndex(({ change }) => change !== first.change && !isMoveOfSame(change, first.change));
    const together = end === -1 ? waiting : waiting.slice(0, end);
    waiting = waiting.slice(together.length);
    return { change: together.at(-1)?.change ?? first.change, requests: together.map(({ request }) => request) };
  };

  return (wanted) => {
    waiting = [...waiting, wanted];
    if (!isBusy) void work();
  };
}

function isMoveOfSame(one: KanbanChange, other: KanbanChange): boolean {
  if (one.type !== 'move' || other.type !== 'move' || one.cards.length !== other.cards.length) return false;
  return one.cards.every((card, index) => card === other.cards[index]);
}

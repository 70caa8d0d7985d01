import { longestRise } from '../../base/longestRise.js';
import type { Triple } from './unit.js';

/**
 * One order of three: that of ours, with what theirs added or moved behind what it follows there. What both sides added at one
 * place is there in turn, ours first; what both moved is where ours has it.
 *
 * @param base the order before; what of it neither side has is left out.
 */
export function mergeOrder(
  base: readonly Triple[],
  ours: readonly Triple[],
  theirs: readonly Triple[],
): readonly Triple[] {
  const places = new Map(base.map((triple, place) => [triple, place]));
  const [ourMoves, theirMoves] = [movedOf(places, ours), movedOf(places, theirs)];
  const inOurs = new Set(ours);
  const inTheirs = new Set(theirs);
  const isOurs = (triple: Triple): boolean => inOurs.has(triple) && (ourMoves.has(triple) || !theirMoves.has(triple));

  const behind = new Map<Triple | undefined, Triple[]>();
  let anchor: Triple | undefined;
  for (const triple of theirs) {
    if (isOurs(triple)) anchor = triple;
    else if (!behind.get(anchor)?.push(triple)) behind.set(anchor, [triple]);
  }
  const order: Triple[] = [];
  let waiting = behind.get(undefined) ?? [];
  for (const triple of ours) {
    if (!isOurs(triple)) continue;
    const isAdded = !places.has(triple) && !inTheirs.has(triple);
    if (!isAdded) {
      for (const one of waiting) order.push(one);
      waiting = [];
    }
    order.push(triple);
    if (!isAdded) waiting = behind.get(triple) ?? [];
  }
  return [...order, ...waiting];
}

/** What is in another order than before: all but the longest run in the old one. */
function movedOf(places: ReadonlyMap<Triple, number>, side: readonly Triple[]): ReadonlySet<Triple> {
  const known = side.flatMap((triple) => {
    const place = places.get(triple);
    return place === undefined ? [] : [{ triple, place }];
  });
  const inOrder = longestRise(known.map(({ place }) => place));
  return new Set(known.flatMap(({ triple }, at) => (inOrder.has(at) ? [] : [triple])));
}

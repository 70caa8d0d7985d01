import { shareWords } from './shareWords.js';
import type { Triple, Unit } from './unit.js';

interface Mutable {
  readonly kind: Triple['kind'];
  base: Unit | undefined;
  ours: Unit | undefined;
  theirs: Unit | undefined;
}

type Versions<T> = Readonly<Record<'base' | 'ours' | 'theirs', T>>;

/**
 * Finds the same units in three lists: by kind and name (the n-th of several equal ones is the n-th). Of the rest, what is
 * a task, a row or prose is the one it is in the place of: it was renamed.
 */
export function matchUnits({ base, ours, theirs }: Versions<readonly Unit[]>): ReadonlyMap<Unit, Triple> {
  const found = new Map<Unit, Mutable>();
  for (const unit of base) found.set(unit, { kind: unit.kind, base: unit, ours: undefined, theirs: undefined });
  const assign = (side: 'ours' | 'theirs', units: readonly Unit[]): void => {
    for (const [unit, before] of pairsOf(base, units)) {
      const triple = found.get(before);
      if (!triple) continue;
      triple[side] = unit;
      found.set(unit, triple);
    }
  };
  assign('ours', ours);
  assign('theirs', theirs);
  const added = new Map<string, Mutable>();
  const oursByKey = keyed(ours);
  for (const [key, unit] of oursByKey) {
    if (found.has(unit)) continue;
    const triple: Mutable = { kind: unit.kind, base: undefined, ours: unit, theirs: undefined };
    found.set(unit, triple);
    added.set(key, triple);
  }
  for (const [key, unit] of keyed(theirs)) {
    if (found.has(unit)) continue;
    const triple = added.get(key) ?? { kind: unit.kind, base: undefined, ours: undefined, theirs: undefined };
    triple.theirs = unit;
    found.set(unit, triple);
  }
  return found;
}

/** Units by kind, name and number among equal ones. */
function keyed(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const counts = new Map<string, number>();
  const byKey = new Map<string, Unit>();
  for (const unit of units) {
    const key = keyOf(unit);
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    byKey.set(`${number} ${key}`, unit);
  }
  return byKey;
}

export const keyOf = ({ kind, name }: Unit): string => `${kind} ${name}`;

const renamed: ReadonlySet<Unit['kind']> = new Set(['task', 'row', 'prose']);

/** Each unit that was there before, with what it was. */
function pairsOf(base: readonly Unit[], units: readonly Unit[]): ReadonlyMap<Unit, Unit> {
  const before = keyed(base);
  const pairs = new Map<Unit, Unit>();
  for (const [key, unit] of keyed(units)) {
    const old = before.get(key);
    if (old) pairs.set(unit, old);
  }
  const kept = new Set(pairs.values());
  const gone = byPlace(base, (unit) => (kept.has(unit) ? unit : undefined));
  for (const [place, fresh] of byPlace(units, (unit) => pairs.get(unit))) {
    const old = gone.get(place);
    if (!old) continue;
    for (const kind of renamed)
      for (const [unit, was] of alike(
        old.filter((one) => one.kind === kind),
        fresh.filter((one) => one.kind === kind),
      ))
        pairs.set(unit, was);
  }
  return pairs;
}

/** Units that are not known, by the known one that they follow. */
function byPlace(
  units: readonly Unit[],
  known: (unit: Unit) => Unit | undefined,
): ReadonlyMap<Unit | undefined, readonly Unit[]> {
  const places = new Map<Unit | undefined, Unit[]>();
  let place: Unit | undefined;
  for (const unit of units) {
    const old = known(unit);
    if (old) {
      place = old;
      continue;
    }
    const there = places.get(place);
    if (there) there.push(unit);
    else places.set(place, [unit]);
  }
  return places;
}

/** Where a whole list was rewritten, nothing in it was renamed. */
const mostComparisons = 2_500;

/** As many as there were are the same in order; else those are that share most words of the shorter name. */
function alike(old: readonly Unit[], fresh: readonly Unit[]): readonly (readonly [Unit, Unit])[] {
  if (old.length === fresh.length) return fresh.flatMap((unit, at) => (old[at] ? [[unit, old[at]] as const] : []));
  const pairs: (readonly [Unit, Unit])[] = [];
  if (old.length * fresh.length > mostComparisons) return pairs;
  let from = 0;
  for (const unit of fresh) {
    const at = old.findIndex((one, index) => index >= from && shareWords(one.name, unit.name));
    const was = old[at];
    if (!was) continue;
    pairs.push([unit, was]);
    from = at + 1;
  }
  return pairs;
}

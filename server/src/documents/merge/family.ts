import { merged } from './marks.js';
import { matchUnits } from './matchUnits.js';
import { entriesOf, saysTheSame, type Triple, type Unit } from './unit.js';

export interface Roots {
  readonly base: Unit;
  readonly ours: Unit;
  readonly theirs: Unit;
}

/** Which units of three outlines belong together, and where they are. */
export interface Family {
  readonly root: Triple;
  tripleOf(unit: Unit): Triple;
  /** The members of a part, matched. */
  membersOf(parent: Triple): Readonly<Record<'base' | 'ours' | 'theirs', readonly Triple[]>>;
  /** Where a unit belongs: the part that the sides agree on, or else that of ours and that of theirs. */
  homesOf(triple: Triple): readonly (Triple | undefined)[];
  /** Whether a unit says what it said, in the part in which it was. */
  isUnchanged(before: Unit, now: Unit): boolean;
  /** What is directly above a unit in the part that it is a member of. */
  above(unit: Unit): Triple | undefined;
}

/** Entries are matched wherever they are, all else among the members of the same part. */
export function createFamily(roots: Roots): Family {
  const triples = new Map<Unit, Triple>();
  const parents = new Map<Unit, Unit>();
  const neighbours = new Map<Unit, Unit>();
  const root: Triple = { kind: 'root', ...roots };
  for (const unit of [roots.base, roots.ours, roots.theirs]) {
    triples.set(unit, root);
    walk(unit, parents, neighbours);
  }
  const learn = (base: readonly Unit[], ours: readonly Unit[], theirs: readonly Unit[]): void => {
    for (const [unit, triple] of matchUnits({ base, ours, theirs })) if (!triples.has(unit)) triples.set(unit, triple);
  };
  learn(entriesOf(roots.base), entriesOf(roots.ours), entriesOf(roots.theirs));

  const tripleOf = (unit: Unit): Triple =>
    triples.get(unit) ?? { kind: unit.kind, base: undefined, ours: undefined, theirs: undefined };
  const homeOf = (unit: Unit | undefined): Triple | undefined => {
    const parent = unit && parents.get(unit);
    return parent && triples.get(parent);
  };
  const homesOf = ({ base, ours, theirs }: Triple): readonly (Triple | undefined)[] => {
    if (!ours || !theirs) return [homeOf(ours ?? theirs)];
    const home = merged(homeOf(base), homeOf(ours), homeOf(theirs));
    return home ? [home] : [homeOf(ours), homeOf(theirs)];
  };
  return {
    root,
    tripleOf,
    homesOf,
    membersOf: (parent) => {
      const { base, ours, theirs } = parent;
      learn(base?.members ?? [], ours?.members ?? [], theirs?.members ?? []);
      const here = (unit: Unit | undefined): readonly Triple[] =>
        (unit?.members ?? []).map(tripleOf).filter((triple) => homesOf(triple).includes(parent));
      return { base: here(base), ours: here(ours), theirs: here(theirs) };
    },
    isUnchanged: (before, now) => saysTheSame(before, now) && homeOf(before) === homeOf(now),
    above: (unit) => {
      const neighbour = neighbours.get(unit);
      return neighbour && tripleOf(neighbour);
    },
  };
}

function walk(unit: Unit, parents: Map<Unit, Unit>, neighbours: Map<Unit, Unit>): void {
  for (const [at, member] of unit.members.entries()) {
    parents.set(member, unit);
    const before = unit.members[at - 1];
    if (before) neighbours.set(member, before);
    walk(member, parents, neighbours);
  }
}

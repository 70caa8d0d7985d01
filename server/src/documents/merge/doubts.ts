import { isBlankLine, linesOf } from './lines.js';
import { keyOf } from './matchUnits.js';
import { bodyOf, entriesOf, type Outline, type Unit, type UnitKind } from './unit.js';

/** Whether units of some kinds could be mistaken for one another: several of a name, and not the same ones in each version. */
export function areAmbiguous(kinds: ReadonlySet<UnitKind>, versions: readonly (readonly Unit[])[]): boolean {
  const texts = versions.map((units) => {
    const byKey = new Map<string, string[]>();
    for (const unit of units) {
      if (!kinds.has(unit.kind)) continue;
      const known = byKey.get(keyOf(unit));
      if (known) known.push(bodyOf(unit));
      else byKey.set(keyOf(unit), [bodyOf(unit)]);
    }
    return byKey;
  });
  return texts.some((byKey) =>
    Array.from(byKey).some(
      ([key, several]) =>
        several.length > 1 && texts.some((other) => (other.get(key) ?? []).join('\0') !== several.join('\0')),
    ),
  );
}

/**
 * Whether a merged text has all lines that it must have: those that all versions have, and those that a side added. Whether a
 * task is ticked does not count.
 */
export function hasAllLines(base: string, ours: string, theirs: string, merged: string): boolean {
  const [b, o, t, m] = [countLines(base), countLines(ours), countLines(theirs), countLines(merged)];
  return [...new Set([...o.keys(), ...t.keys()])].every((line) => {
    const [before, one, other] = [b.get(line) ?? 0, o.get(line) ?? 0, t.get(line) ?? 0];
    const least = one >= before && other >= before ? Math.max(one, other) : one + other - before;
    return (m.get(line) ?? 0) >= least;
  });
}

/** Whether a merged document reads as what was merged: it has the entries that both sides have or one has added, each once. */
export function hasAllEntries(base: Outline, ours: Outline, theirs: Outline, merged: Outline | undefined): boolean {
  if (!merged) return false;
  const [b, o, t, m] = [base, ours, theirs, merged].map(({ root }) => entriesOf(root).map(keyOf));
  const [before, one, other] = [new Set(b), new Set(o), new Set(t)];
  const after = new Set(m);
  return (
    [...one, ...other].every((key) => after.has(key) || (before.has(key) && !(one.has(key) && other.has(key)))) &&
    (m ?? []).length - after.size <= Math.max((o ?? []).length - one.size, (t ?? []).length - other.size)
  );
}

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text)) {
    if (isBlankLine(line)) continue;
    const key = line.trim().replace(/^((?:[-*+]|\d+[.)])[ \t]+\[)[^\]]?\]/u, '$1]');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

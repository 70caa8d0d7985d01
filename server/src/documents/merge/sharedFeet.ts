import { isBlankLine, linesOf } from './lines.js';
import type { Outline, Unit } from './unit.js';

type Versions = readonly [base: Outline, ours: Outline, theirs: Outline];

/**
 * Makes what is at the end of a section in all versions, but below another entry or below all entries in one of them, a part of the section: a legend without
 * a divider above it belongs to no entry, and stays below whatever is added, moved or removed there.
 */
export function withSharedFeet([base, ours, theirs]: Versions): Versions {
  const versions = [base, ours, theirs].map(({ root }) => root);
  const feet = new Map<string, readonly string[]>();
  for (const { kind, name } of base.root.members) {
    const sections = versions.flatMap(({ members }) => members.filter((one) => one.kind === kind && one.name === name));
    if (kind === 'section' && sections.length === versions.length) feet.set(name, sharedFoot(sections));
  }
  const lifted = (outline: Outline): Outline => ({
    ...outline,
    root: { ...outline.root, members: outline.root.members.map((one) => liftedFrom(one, feet.get(one.name) ?? [])) },
  });
  return [lifted(base), lifted(ours), lifted(theirs)];
}

/** The lines that all sections end in; none if they are below the same in each version, which they may belong to. */
function sharedFoot(sections: readonly Unit[]): readonly string[] {
  const above = new Set(sections.map(aboveEndOf));
  const ends = sections.map((section) => linesOf(endOf(section)?.text ?? ''));
  const [first = []] = ends;
  let length = 0;
  while (length < first.length && ends.every((lines) => lines.at(-1 - length) === first.at(-1 - length))) length++;
  return above.size > 1 ? trimmed(first.slice(first.length - length)) : [];
}

function trimmed(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex((line) => !isBlankLine(line));
  return from < 0 ? [] : lines.slice(from);
}

/** The prose that a unit ends in. */
function endOf({ members }: Unit): Unit | undefined {
  const last = members.at(-1);
  return last === undefined || last.kind === 'prose' ? last : endOf(last);
}

/** The entry that a unit ends in, and the kind of what is above the end, as one name. */
function aboveEndOf({ name, members }: Unit): string {
  const last = members.at(-1);
  if (last?.kind === 'entry') return aboveEndOf(last);
  return `${members.findLast(({ kind }) => kind !== 'prose')?.kind ?? ''} ${name}`;
}

/** With these lines as the last member, whichever member they ended. */
function liftedFrom(section: Unit, foot: readonly string[]): Unit {
  const end = endOf(section);
  if (section.kind !== 'section' || foot.length === 0 || !end) return section;
  const above = linesOf(end.text).slice(0, -foot.length);
  const kept = above.findLastIndex((line) => !isBlankLine(line)) + 1;
  const rest: Unit = { ...end, text: above.slice(0, kept).join('') };
  const gap = kept === 0 ? end.gap : above.slice(kept).join('');
  const own = foot.join('');
  return {
    ...section,
    members: [
      ...replaced(section.members, end, kept === 0 ? [] : [{ ...rest, name: rest.text.trim() }]),
      { kind: 'prose', name: own.trim(), gap, text: own, members: [] },
    ],
  };
}

function replaced(members: readonly Unit[], old: Unit, by: readonly Unit[]): readonly Unit[] {
  return members.flatMap((one) => (one === old ? by : [{ ...one, members: replaced(one.members, old, by) }]));
}

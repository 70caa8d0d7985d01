/** A part of a document that is merged as a whole or by its members: whole lines, each with its line break. */
export interface Unit {
  readonly kind: UnitKind;
  /** What it is matched by, among its kind: an item id, the text of a task, the cells of a row. */
  readonly name: string;
  /** The blank lines above it. */
  readonly gap: string;
  /** Its own lines: of an entry the title, of a section the heading. */
  readonly text: string;
  /** What is below its own lines and belongs to it. */
  readonly members: readonly Unit[];
  /** Of a task: its line taken apart at the mark. */
  readonly task?: TaskParts;
}

/** `snapshot`: what is generated as a whole. `prose`: lines nothing more is known of. */
export type UnitKind = 'root' | 'section' | 'entry' | 'task' | 'prose' | 'table' | 'row' | 'snapshot';

export interface TaskParts {
  readonly before: string;
  readonly mark: string;
  readonly behind: string;
}

/** A document as units, and the blank lines at its end. */
export interface Outline {
  readonly root: Unit;
  readonly tail: string;
}

/** The same unit in the three versions; what is missing is not there. */
export interface Triple {
  readonly kind: UnitKind;
  readonly base: Unit | undefined;
  readonly ours: Unit | undefined;
  readonly theirs: Unit | undefined;
}

/** All lines of a unit except for the space ones above it. */
export function bodyOf({ text, members }: Unit): string {
  return text + membersText(members);
}

export function membersText(members: readonly Unit[]): string {
  return members.map((member) => member.gap + bodyOf(member)).join('');
}

/** Whether two say the same, blank lines apart. */
export function saysTheSame(one: Unit, other: Unit): boolean {
  return (
    one.text === other.text &&
    one.members.length === other.members.length &&
    one.members.every((member, at) => {
      const beside = other.members[at];
      return beside !== undefined && saysTheSame(member, beside);
    })
  );
}

/** The entries of a document, wherever they are in it. */
export function entriesOf(root: Unit): readonly Unit[] {
  return root.members.flatMap((member) => {
    if (member.kind === 'entry') return [member];
    return member.kind === 'section' ? entriesOf(member) : [];
  });
}

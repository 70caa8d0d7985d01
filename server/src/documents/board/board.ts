import { memoFor } from '../../base/memo.js';
import type { Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';

/** `docs/product/sprint_board.md`. */
export interface Board {
  readonly title?: Heading;
  readonly sections: readonly BoardSection[];
  /** Entries that are before the first section. */
  readonly looseEntries: readonly Entry[];
}

export type BoardSectionKind = 'backlog' | 'inProgress' | 'done';

/** The headings byte for byte as PactKit finds them. */
export const boardHeadings: Readonly<Record<BoardSectionKind, string>> = {
  backlog: '## 📋 Backlog',
  inProgress: '## 🔄 In Progress',
  done: '## ✅ Done',
};

/** The Status that goes with each section. */
export const statusOfSection = { backlog: 'Draft', inProgress: 'In Progress', done: 'Done' } as const satisfies Record<
  BoardSectionKind,
  string
>;

export interface BoardSection {
  readonly heading: Heading;
  /** By the heading's words, emoji and letter case ignored; undefined for a custom section. */
  readonly kind?: BoardSectionKind;
  /** Whether the heading is byte for byte the one PactKit looks for. */
  readonly exact: boolean;
  readonly span: Span;
  readonly entries: readonly Entry[];
  /** Blocks below the heading that belong to no entry (not comments and thematic breaks). */
  readonly stray: readonly Span[];
}

/** An item on the board or in the archive. */
export interface Entry {
  /** Undefined if the title has no item id (a heading that looks like an entry but is none is not an Entry). */
  readonly id?: Located;
  readonly title: Located;
  /** `heading`: `### [STORY-001] Title`; `bullet`: `- **STORY-007**: title`, an old form of Done. */
  readonly form: 'heading' | 'bullet';
  /** The title line. */
  readonly headingSpan: Span;
  /** Title line and all that belongs to the entry, trailing blank lines left out. */
  readonly span: Span;
  /** The path of the `> Spec: …` line. */
  readonly specPath?: Located;
  readonly tasks: readonly Task[];
  /** What is wrong with the title line's form, where PactKit would not read it. */
  readonly titleProblems: readonly EntryTitleProblem[];
}

export interface EntryTitleProblem {
  readonly kind: 'level' | 'brackets' | 'spacing' | 'noTitle' | 'idCase' | 'noId';
  readonly span: Span;
}

export interface Task {
  /** The whole line from the bullet on. */
  readonly span: Span;
  /** Whether it is ticked as GFM has it: `[x]` or `[X]`, no other mark. */
  readonly checked: boolean;
  /** The character between the brackets, foreign ones (`✓`, `-`) too; empty for `[]`. */
  readonly mark: Located;
  /** The bullet character, or the number with its delimiter: PactKit reads `-` only. */
  readonly bullet: Located;
  readonly text: Located;
}

/** What others ask of an entry first: its item, and its section, where that is one of the three. */
export type NamedEntryFacts = readonly [id: string, kind?: BoardSectionKind];

/** What others ask of a board or archive first, before its entries themselves. */
export interface EntriesFacts {
  /** The entries that have an item id, in document order. */
  readonly named: readonly NamedEntryFacts[];
}

/** An entry where it is: in no section before the first one, and in the archive. */
export interface PlacedEntry {
  readonly entry: Entry;
  readonly section?: BoardSection;
}

/** All entries of a board where they are, in document order. */
export function placedEntries({ looseEntries, sections }: Board): readonly PlacedEntry[] {
  const inSections = sections.flatMap((section) => section.entries.map((entry) => ({ entry, section })));
  return [...looseEntries.map((entry) => ({ entry })), ...inSections];
}

export function entriesFacts(entries: readonly PlacedEntry[]): EntriesFacts {
  const named = entries.flatMap(({ entry: { id }, section }): readonly NamedEntryFacts[] => {
    if (!id) return [];
    return [section?.kind ? [id.value, section.kind] : [id.value]];
  });
  return { named };
}

/** All entries of the board in document order. */
export const entriesOf = memoFor(({ looseEntries, sections }: Board): readonly Entry[] => [
  ...looseEntries,
  ...sections.flatMap(({ entries }) => entries),
]);

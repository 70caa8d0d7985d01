import {
  type BoardSection,
  type BoardSectionKind,
  type Entry,
  type PlacedEntry,
  placedEntries,
} from '../documents/board/board.js';
import type { ParsedDocument } from '../documents/document.js';
import { memoFor } from '../base/memo.js';
import type { EntryTrace, Stage } from './graph.js';

export interface NamedEntry {
  readonly id: string;
  readonly trace: EntryTrace;
}

type Entries = ParsedDocument<'board'> | ParsedDocument<'archive'>;

/** The entries of a board or archive that have an item id, in document order. */
export const entryTraces = memoFor((document: Entries): readonly NamedEntry[] =>
  document.facts.named.map(([id, kind], at) => ({ id, trace: new NamedEntryTrace(document, at, kind) })),
);

/** An entry as it was, with the substance of another one that says the same. */
export function withSubstance(trace: EntryTrace, substance: object): EntryTrace {
  const { document, entry, section, kind } = trace;
  return { substance, document, entry, section, ...(kind ? { kind } : {}) };
}

/** Of an old board most entries are asked for no more than their item: what they say is looked up when somebody asks. */
class NamedEntryTrace implements EntryTrace {
  readonly substance = {};
  readonly document: Entries;
  readonly kind?: BoardSectionKind;
  private readonly at: number;

  constructor(document: Entries, at: number, kind: BoardSectionKind | undefined) {
    this.document = document;
    if (kind) this.kind = kind;
    this.at = at;
  }

  get entry(): Entry {
    return this.placed.entry;
  }
  get section(): BoardSection | undefined {
    return this.placed.section;
  }

  private get placed(): PlacedEntry {
    const placed = namedEntries(this.document)[this.at];
    if (!placed) throw new Error(`${this.document.path} names more entries than it has`);
    return placed;
  }
}

/** As `entryTraces`, each where it is. */
const namedEntries = memoFor((document: Entries): readonly PlacedEntry[] => {
  const all = isArchive(document) ? document.model.entries.map((entry) => ({ entry })) : placedEntries(document.model);
  return all.filter(({ entry }) => entry.id);
});

function isArchive(document: Entries): document is ParsedDocument<'archive'> {
  return document.kind === 'archive';
}

/** How far an item is by its entries; the first on the board counts, as for PactKit. */
export function stageOf(entries: readonly EntryTrace[]): Stage {
  const [first] = entries;
  if (!first) return 'unplanned';
  return isArchive(first.document) ? 'archived' : (first.kind ?? 'backlog');
}

import type { Entry } from '../documents/board/board.js';
import type { ParsedDocument } from '../documents/document.js';
import { memoFor } from '../base/memo.js';
import type { EntryTrace, Stage } from './graph.js';

export interface NamedEntry {
  readonly id: string;
  readonly trace: EntryTrace;
}

/** The entries of a board or archive that have an item id, in document order. */
export const entryTraces = memoFor(
  (document: ParsedDocument<'board'> | ParsedDocument<'archive'>): readonly NamedEntry[] => {
    const named: NamedEntry[] = [];
    const add = (entries: readonly Entry[], place: Omit<EntryTrace, 'substance' | 'document' | 'entry'> = {}): void => {
      for (const entry of entries)
        if (entry.id) named.push({ id: entry.id.value, trace: { substance: {}, document, entry, ...place } });
    };
    if (isArchive(document)) add(document.model.entries);
    else {
      const { looseEntries, sections } = document.model;
      add(looseEntries);
      for (const section of sections)
        add(section.entries, { section, ...(section.kind ? { kind: section.kind } : {}) });
    }
    return named;
  },
);

function isArchive(
  document: ParsedDocument<'board'> | ParsedDocument<'archive'>,
): document is ParsedDocument<'archive'> {
  return document.kind === 'archive';
}

/** How far an item is by its entries; the first on the board counts, as for PactKit. */
export function stageOf(entries: readonly EntryTrace[]): Stage {
  const [first] = entries;
  if (!first) return 'unplanned';
  return isArchive(first.document) ? 'archived' : (first.kind ?? 'backlog');
}

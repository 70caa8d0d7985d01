import { memoFor } from '../base/memo.js';
import { addTo, none, sameList } from '../base/same.js';
import type { ParsedDocument } from '../documents/document.js';
import { entryTraces, type NamedEntry } from '../trace/entryTraces.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Project } from '../workspace/project.js';
import type { Around } from './keptReports.js';
import type { RuleReport } from './ruleReport.js';

type Entries = ParsedDocument<'board'> | ParsedDocument<'archive'>;

interface Kept {
  readonly document: Entries;
  /** All boards and archives: an item's entries may be in several. */
  readonly documents: readonly Entries[];
  readonly around: Around;
  /** By the place of the entry. */
  readonly said: readonly (readonly RuleReport[])[];
  readonly reports: readonly RuleReport[];
  /** The items that have changed since. */
  readonly changed: Set<string>;
}

/** What rules say of the entries of boards and archives. While no board differs, only those of changed items are judged again. */
export class EntryReports {
  readonly #kept = new Map<string, Kept>();

  /** There is a new trace, made from the one before. */
  follow({ changed }: TraceGraph): void {
    if (!changed) this.#kept.clear();
    else for (const kept of this.#kept.values()) for (const id of changed) kept.changed.add(id);
  }

  /** @param judge judges an entry by its item, what is around all of them, and nothing else. */
  of(
    document: Entries,
    project: Project,
    around: Around,
    judge: (entry: NamedEntry) => readonly RuleReport[],
  ): readonly RuleReport[] {
    const documents = [...project.ofKind('board'), ...project.ofKind('archive')];
    const last = this.#kept.get(document.path);
    const kept =
      last?.document === document && last.around === around && sameList(last.documents, documents) ? last : undefined;
    if (kept?.changed.size === 0) return kept.reports;
    const entries = entryTraces(document);
    const said = kept ? [...kept.said] : entries.map(judge);
    for (const id of kept?.changed ?? none)
      for (const at of placesById(document).get(id) ?? none) {
        const entry = entries[at];
        if (entry) said[at] = judge(entry);
      }
    const reports = kept && sameList(kept.said, said) ? kept.reports : said.flat();
    this.#kept.set(document.path, { document, documents, around, said, reports, changed: new Set() });
    return reports;
  }
}

const placesById = memoFor((document: Entries): ReadonlyMap<string, readonly number[]> => {
  const places = new Map<string, number[]>();
  for (const [at, { id }] of entryTraces(document).entries()) addTo(places, id, at);
  return places;
});

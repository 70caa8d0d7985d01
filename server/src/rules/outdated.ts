import { none } from '../base/same.js';
import type { AnyDocument } from '../documents/document.js';
import type { TraceGraph } from '../trace/graph.js';
import { changesByPath } from '../workspace/changesByPath.js';
import { placeOf, type Project } from '../workspace/project.js';
import type { Around } from './keptReports.js';
import type { Asked } from './ruleContext.js';

/** After more changes than this all documents are judged. */
const mostChanges = 100;

/** Knows of which documents something else may be said than when all were judged last. */
export class OutdatedDocuments {
  #settled: { readonly project: Project; readonly around: Around } | undefined;
  #newest: Project | undefined;
  // Since all were judged last.
  readonly #changedItems = new Set<string>();
  // The paths of documents that have to be looked at in any case.
  readonly #restless = new Set<string>();
  // Those that have to be looked at where an answer is another one.
  readonly #asking = new Map<string, readonly Asked[]>();

  /** There is a new trace, made from the one before. */
  follow({ project, changed }: TraceGraph): void {
    this.#newest = project;
    if (!changed) this.#settled = undefined;
    else for (const id of changed) this.#changedItems.add(id);
  }

  /**
   * @param asked the same is said of the document until it, its item, what is around all of them or one of these answers changes;
   *   undefined if that is not known.
   */
  note({ path }: Pick<AnyDocument, 'path'>, asked: readonly Asked[] | undefined): void {
    if (asked) this.#restless.delete(path);
    else this.#restless.add(path);
    if (asked && asked.length > 0) this.#asking.set(path, asked);
    else this.#asking.delete(path);
  }

  /** Whether a document has to be looked at in any case. */
  isRestless({ path }: Pick<AnyDocument, 'path'>): boolean {
    return this.#restless.has(path);
  }

  settle(project: Project, around: Around): void {
    // If another moment was judged meanwhile, what changed since is unknown.
    this.#settled = this.#newest === project ? { project, around } : undefined;
    this.#changedItems.clear();
  }

  of(project: Project, trace: TraceGraph, around: Around): readonly AnyDocument[] {
    if (this.#settled?.around !== around) return project.documents;
    const changes = changesByPath(this.#settled.project.documents, project.documents, mostChanges);
    if (!changes) return project.documents;
    const found = new Set<AnyDocument>(changes.added);
    for (const id of this.#changedItems) {
      const { spec, testCases = none, entries = none } = trace.item(id) ?? {};
      for (const document of [...(spec ? [spec] : []), ...testCases]) found.add(document);
      for (const { document } of entries) found.add(document);
    }
    const add = (path: string): void => {
      const document = project.documents[placeOf(project.documents, path)];
      if (document) found.add(document);
      else this.note({ path }, none);
    };
    for (const path of this.#restless) add(path);
    for (const [path, asked] of this.#asking)
      if (asked.some(({ question, answer }) => question(trace) !== answer)) add(path);
    return [...found];
  }
}

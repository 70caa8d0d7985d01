import type { AnyDocument } from '../documents/document.js';
import type { TraceGraph } from '../trace/graph.js';
import { changesByPath } from '../workspace/changesByPath.js';
import { placeOf, type Project } from '../workspace/project.js';
import type { Around } from './keptReports.js';

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

  /** There is a new trace, made from the one before. */
  follow({ project, changed }: TraceGraph): void {
    this.#newest = project;
    if (!changed) this.#settled = undefined;
    else for (const id of changed) this.#changedItems.add(id);
  }

  /** @param isCalm whether the same is said of the document until it, its item or what is around all of them changes. */
  note({ path }: AnyDocument, isCalm: boolean): void {
    if (isCalm) this.#restless.delete(path);
    else this.#restless.add(path);
  }

  settle(project: Project, around: Around): void {
    // Where another moment was looked at meanwhile, it is not told what changed since.
    this.#settled = this.#newest === project ? { project, around } : undefined;
    this.#changedItems.clear();
  }

  of(project: Project, trace: TraceGraph, around: Around): readonly AnyDocument[] {
    if (this.#settled?.around !== around) return project.documents;
    const changes = changesByPath(this.#settled.project.documents, project.documents, mostChanges);
    if (!changes) return project.documents;
    const found = new Set<AnyDocument>(changes.added);
    for (const id of this.#changedItems) {
      const { spec, testCases = [] } = trace.item(id) ?? {};
      for (const document of [...(spec ? [spec] : []), ...testCases]) found.add(document);
    }
    for (const path of this.#restless) {
      const document = project.documents[placeOf(project.documents, path)];
      if (document) found.add(document);
      else this.#restless.delete(path);
    }
    return [...found];
  }
}

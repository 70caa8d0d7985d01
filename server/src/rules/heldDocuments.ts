import { none } from '../base/same.js';
import type { AnyDocument } from '../documents/document.js';
import type { TraceGraph } from '../trace/graph.js';
import type { Project } from '../workspace/project.js';
import type { OutdatedDocuments } from './outdated.js';
import type { Asked } from './ruleContext.js';

/** A project, and the trace that it was judged with. */
export interface JudgedMoment {
  readonly project: Project;
  readonly trace: TraceGraph;
}

/** The codes of rules that would have asked something of other documents, by the document that they judge. */
type NotAsked = ReadonlyMap<AnyDocument, readonly string[]>;

/** The documents of which an earlier run or session has kept findings that still hold, until all documents were judged. */
export class HeldDocuments {
  readonly #documents = new Set<AnyDocument>();
  readonly #asked = new Map<AnyDocument, readonly Asked[] | undefined>();
  readonly #notAsked = new Map<AnyDocument, readonly string[]>();
  /** Most sessions judge all documents again, by source code, before anything is edited: so these ask only where they have to. */
  #toAsk: { readonly notAsked: NotAsked; readonly moment: JudgedMoment } | undefined;

  add(document: AnyDocument): void {
    this.#documents.add(document);
  }

  /** What rules asked of other documents to check that what was kept holds. */
  asked(document: AnyDocument, asked: readonly Asked[] | undefined): void {
    this.#asked.set(document, asked);
  }

  /** Rules with these codes were not run. */
  notAsked(document: AnyDocument, codes: readonly string[]): void {
    this.#notAsked.set(document, codes);
  }

  clear(): void {
    for (const all of [this.#documents, this.#asked, this.#notAsked]) all.clear();
  }

  /**
   * Notes what else may be said of these documents later on.
   *
   * @param isRestless whether a document has to be looked at in any case.
   */
  settle(outdated: OutdatedDocuments, moment: JudgedMoment, isRestless: (document: AnyDocument) => boolean): void {
    for (const document of this.#documents) {
      const isAny = isRestless(document);
      outdated.note(document, isAny ? undefined : this.#asked.has(document) ? this.#asked.get(document) : none);
      if (isAny) this.#notAsked.delete(document);
    }
    this.#toAsk = this.#notAsked.size === 0 ? undefined : { notAsked: new Map(this.#notAsked), moment };
    this.clear();
  }

  /** What is still to be asked, at the moment at which it would have been; from then on nothing is. */
  takeNotAsked(): { readonly notAsked: NotAsked; readonly moment: JudgedMoment } | undefined {
    const toAsk = this.#toAsk;
    this.#toAsk = undefined;
    return toAsk;
  }
}

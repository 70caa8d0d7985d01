import { DocumentStore } from '../../workspace/documentStore.js';
import type { JudgedBy } from '../../project/recordsFile.js';
import type { RunKeeper } from './io.js';

/** What is known of the documents of the projects that a run reads. */
export class DocumentStores {
  readonly #keeper: RunKeeper;
  readonly #began: number;
  readonly #judgedBy: JudgedBy;
  readonly #open = new Map<string, DocumentStore>();

  /** @param began when the run began: milliseconds since 1970. */
  constructor(keeper: RunKeeper, began: number, judgedBy: JudgedBy) {
    this.#keeper = keeper;
    this.#judgedBy = judgedBy;
    this.#began = began;
  }

  /** @param root of the project, absolute. */
  async open(root: string): Promise<DocumentStore> {
    const store = new DocumentStore(await this.#keeper.records(root, this.#judgedBy), this.#began);
    this.#open.set(root, store);
    return store;
  }

  /**
   * Has what is known now written down once the run is over.
   *
   * @param isPart whether only a part of the documents was looked at.
   */
  keep(isPart: boolean): void {
    for (const [root, store] of this.#open)
      this.#keeper.keepDocuments(root, this.#judgedBy, {
        change: () => store.change(isPart),
        generation: (change) => store.generation(change),
        isStamped: (path) => store.isStamped(path),
      });
  }
}

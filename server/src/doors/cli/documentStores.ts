import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { DocumentStore } from '../../workspace/documentStore.js';
import { readSealed, sealed } from '../../workspace/sealedText.js';
import type { RunKeeper } from './io.js';

/** Far more than 20,000 documents leave behind. */
const maxBytes = 512 * 1024 * 1024;

/** What is known of the documents of the projects that a run of `lint` reads: a file for each project, in the user's cache folder. */
export class DocumentStores {
  readonly #keeper: RunKeeper;
  readonly #began: number;
  readonly #open = new Map<string, DocumentStore>();

  /** @param began when the run began: milliseconds since 1970. */
  constructor(keeper: RunKeeper, began: number) {
    this.#keeper = keeper;
    this.#began = began;
  }

  /** @param root of the project, absolute. */
  async open(root: string): Promise<DocumentStore> {
    const { unnoted } = this.#keeper;
    const store = storeOf(await readSealed(this.#fileOf(root), unnoted, maxBytes), this.#began);
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
      this.#keeper.later(() => {
        const text = store.text(isPart);
        return text === undefined ? undefined : { file: this.#fileOf(root), text: sealed(text) };
      });
  }

  #fileOf(root: string): string {
    const { folder, build } = this.#keeper;
    return path.join(folder, `${contentHash(JSON.stringify([build, process.version, root]))}.json`);
  }
}

function storeOf(text: string | undefined, began: number): DocumentStore {
  try {
    return new DocumentStore(text, began);
  } catch {
    // Somebody else has written it.
    return new DocumentStore(undefined, began);
  }
}

import { once } from '../base/memo.js';
import { createLineIndex } from '../markdown/lineIndex.js';
import type { AnyDocument, DocumentKind, ParsedDocument } from './document.js';

interface Known extends Pick<ParsedDocument, 'kind' | 'path' | 'item'> {
  readonly facts: () => ParsedDocument['facts'];
  readonly model?: () => ParsedDocument['model'];
}

/**
 * A document of which the facts, or the model, are known. It is read when its text or a line of it is asked for first, and parsed when anything else is.
 *
 * @param read throws where that is no longer possible.
 */
export function unreadDocument(known: Known, read: () => string, parse: (text: string) => AnyDocument): AnyDocument {
  return new UnreadDocument(known, read, parse) as AnyDocument; // kind, facts and model belong together, as one definition makes them
}

class UnreadDocument implements ParsedDocument {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly item?: string;
  readonly #text: () => string;
  readonly #lines: () => ParsedDocument['lines'];
  readonly #whole: () => AnyDocument;
  readonly #facts: Known['facts'];
  readonly #model: () => ParsedDocument['model'];

  constructor({ kind, path, facts, item, model }: Known, read: () => string, parse: (text: string) => AnyDocument) {
    this.kind = kind;
    this.path = path;
    if (item !== undefined) this.item = item;
    this.#facts = once(facts);
    this.#text = once(read);
    this.#lines = once(() => createLineIndex(this.#text()));
    this.#whole = once(() => parse(this.#text()));
    this.#model = model ? once(model) : () => this.#whole().model;
  }

  get facts(): ParsedDocument['facts'] {
    return this.#facts();
  }
  get text(): ParsedDocument['text'] {
    return this.#text();
  }
  get lines(): ParsedDocument['lines'] {
    return this.#lines();
  }
  get blocks(): ParsedDocument['blocks'] {
    return this.#whole().blocks;
  }
  get model(): ParsedDocument['model'] {
    return this.#model();
  }
  get problems(): ParsedDocument['problems'] {
    return this.#whole().problems;
  }
  get suppressions(): ParsedDocument['suppressions'] {
    return this.#whole().suppressions;
  }
}

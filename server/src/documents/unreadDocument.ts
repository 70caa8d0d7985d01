import { createLineIndex } from '../markdown/lineIndex.js';
import type { AnyDocument, DocumentKind, ParsedDocument } from './document.js';

/** Where a document comes from that was not read yet. */
export interface Unread extends Pick<ParsedDocument, 'kind' | 'path'> {
  readonly item: ParsedDocument['item'] | undefined;
  /** Asked once at most. */
  facts(): ParsedDocument['facts'];
  /** Whether a name may be in the facts; certain only where it is not. */
  mayName(name: string): boolean;
  /** Undefined if it is not known without the text. */
  model(): ParsedDocument['model'] | undefined;
  /** Whether it is known to have neither problems nor suppressions. */
  readonly isPlain: boolean;
  /** Throws where that is no longer possible. */
  read(): string;
  parse(text: string): AnyDocument;
}

/**
 * A document of which the facts, or the model, are known. It is read when its text or a line of it is asked for first, and parsed when
 * anything else is.
 */
export function unreadDocument(from: Unread): AnyDocument {
  return new UnreadDocument(from) as AnyDocument; // kind, facts and model belong together, as one definition makes them
}

/** Lets go of all of a document that can be read again. @returns whether it is one that was not read at first. */
export function forgetText(document: AnyDocument): boolean {
  if (!(document instanceof UnreadDocument)) return false;
  document.forget();
  return true;
}

/**
 * Looks at a document for a moment: where it is not in memory it is not afterwards either, so that who looks at thousands does not
 * hold them.
 */
export function readBriefly<T>(document: object, look: () => T): T {
  if (!(document instanceof UnreadDocument) || document.isRead) return look();
  try {
    return look();
  } finally {
    document.forget();
  }
}

/** Whether the facts of a document may hold a name: most do not, and need no parsing. */
export function mayName(document: ParsedDocument, name: string): boolean {
  return !(document instanceof UnreadDocument) || document.mayName(name);
}

/** A class without closures, as thousands are made. */
class UnreadDocument implements ParsedDocument {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly item?: string;
  readonly #from: Unread;
  #facts: { readonly value: ParsedDocument['facts'] } | undefined;
  #model: ParsedDocument['model'] | undefined;
  #text: string | undefined;
  #lines: ParsedDocument['lines'] | undefined;
  #parsed: AnyDocument | undefined;

  constructor(from: Unread) {
    this.kind = from.kind;
    this.path = from.path;
    if (from.item !== undefined) this.item = from.item;
    this.#from = from;
  }

  get facts(): ParsedDocument['facts'] {
    this.#facts ??= { value: this.#from.facts() };
    return this.#facts.value;
  }
  get text(): ParsedDocument['text'] {
    return (this.#text ??= this.#from.read());
  }
  get lines(): ParsedDocument['lines'] {
    return (this.#lines ??= createLineIndex(this.text));
  }
  get blocks(): ParsedDocument['blocks'] {
    return this.#whole().blocks;
  }
  get model(): ParsedDocument['model'] {
    return (this.#model ??= this.#from.model() ?? this.#whole().model);
  }
  get problems(): ParsedDocument['problems'] {
    return this.#from.isPlain ? [] : this.#whole().problems;
  }
  get suppressions(): ParsedDocument['suppressions'] {
    return this.#from.isPlain ? [] : this.#whole().suppressions;
  }

  get isRead(): boolean {
    return this.#text !== undefined || this.#model !== undefined;
  }

  mayName(name: string): boolean {
    return this.#facts !== undefined || this.#from.mayName(name);
  }

  forget(): void {
    this.#model = this.#text = this.#lines = this.#parsed = undefined;
  }

  #whole(): AnyDocument {
    return (this.#parsed ??= this.#from.parse(this.text));
  }
}

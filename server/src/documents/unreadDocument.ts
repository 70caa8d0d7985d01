import { createLineIndex } from '../markdown/lineIndex.js';
import type { AnyDocument, DocumentKind, ParsedDocument } from './document.js';

/** Where a document comes from that was not read yet. */
export interface Unread extends Pick<ParsedDocument, 'kind' | 'path'> {
  readonly item: ParsedDocument['item'] | undefined;
  /** Nothing is known of it before it is parsed. */
  readonly isNew?: true;
  /** Asked once at most. @param parsed of a new one, the document. */
  facts(parsed?: AnyDocument): ParsedDocument['facts'];
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

/** Whether nothing is known of a document yet, so that what is asked of it first has it read and parsed. */
export function isUnknown(document: AnyDocument): boolean {
  return document instanceof UnreadDocument && document.isUnknown;
}

/** A document as its parser made it, for who asks many questions of it, one after the other. */
export function asParsed(document: AnyDocument): AnyDocument {
  return document instanceof UnreadDocument ? document.whole() : document;
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

/** A class without closures, as thousands are made; `private`, as `#` costs several times as much in code that is not optimized. */
class UnreadDocument implements ParsedDocument {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly item?: string;
  private readonly from: Unread;
  private knownFacts: { readonly value: ParsedDocument['facts'] } | undefined;
  private knownModel: ParsedDocument['model'] | undefined;
  private knownText: string | undefined;
  private knownLines: ParsedDocument['lines'] | undefined;
  private parsed: AnyDocument | undefined;
  /** Of a new one not before it was parsed. */
  private plain: boolean | undefined;

  constructor(from: Unread) {
    this.kind = from.kind;
    this.path = from.path;
    if (from.item !== undefined) this.item = from.item;
    this.from = from;
    this.plain = from.isNew ? undefined : from.isPlain;
  }

  get facts(): ParsedDocument['facts'] {
    if (this.isUnknown) this.whole();
    this.knownFacts ??= { value: this.from.facts() };
    return this.knownFacts.value;
  }
  get text(): ParsedDocument['text'] {
    return (this.knownText ??= this.from.read());
  }
  get lines(): ParsedDocument['lines'] {
    return (this.knownLines ??= createLineIndex(this.text));
  }
  get blocks(): ParsedDocument['blocks'] {
    return this.whole().blocks;
  }
  get model(): ParsedDocument['model'] {
    return (this.knownModel ??= this.from.model() ?? this.whole().model);
  }
  get problems(): ParsedDocument['problems'] {
    return this.plain === true ? [] : this.whole().problems;
  }
  get suppressions(): ParsedDocument['suppressions'] {
    return this.plain === true ? [] : this.whole().suppressions;
  }

  get isUnknown(): boolean {
    return this.plain === undefined;
  }

  get isRead(): boolean {
    return this.knownText !== undefined || this.knownModel !== undefined;
  }

  mayName(name: string): boolean {
    return this.knownFacts !== undefined || this.from.mayName(name);
  }

  forget(): void {
    this.knownModel = this.knownText = this.knownLines = this.parsed = undefined;
  }

  whole(): AnyDocument {
    if (this.parsed) return this.parsed;
    const parsed = this.from.parse(this.text);
    this.parsed = parsed;
    this.knownLines ??= parsed.lines;
    if (this.isUnknown) {
      this.knownFacts = { value: this.from.facts(parsed) };
      this.plain = parsed.problems.length + parsed.suppressions.length === 0;
    }
    return parsed;
  }
}

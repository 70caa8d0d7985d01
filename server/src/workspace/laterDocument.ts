import { shortHash } from '../base/contentHash.js';
import type { AnyDocument } from '../documents/document.js';
import { parseAtOnce } from '../documents/parseDocument.js';
import { registeredKinds } from '../documents/registry.js';
import { type Unread, unreadDocument } from '../documents/unreadDocument.js';
import { type Content, toContent, asUnreadable } from './documentContent.js';
import type { DocumentSource, DocumentStore } from './documentStore.js';
import { failChanged } from './textOf.js';

/** Room for texts, in characters: of further documents only facts are held, and they are read again where more is asked. */
const mostText = 50_000_000;

/** Documents that are read when something is asked of them first, so that who judges one after the other need not hold all. */
export class LaterDocuments {
  /** Keeps what is found; undefined: nothing is kept. */
  readonly store: DocumentStore | undefined;
  private room = mostText;

  constructor(store: DocumentStore | undefined) {
    this.store = store;
  }

  /** @param source its file system answers at once. */
  at(source: DocumentSource): AnyDocument {
    return unreadDocument(new LaterDocument(source, this));
  }

  /** Whether there is room for a text, which then is taken. */
  hasRoomFor({ length }: string): boolean {
    if (length > this.room) return false;
    this.room -= length;
    return true;
  }
}

class LaterDocument implements Unread {
  readonly kind: AnyDocument['kind'];
  readonly path: string;
  readonly item: string | undefined;
  readonly isNew = true;
  readonly isPlain = false;
  private readonly source: DocumentSource;
  private readonly all: LaterDocuments;
  /** As it was read first, where there is room for it. */
  private content: Exclude<Content, { readonly kind: 'missing' }> | undefined;
  private hash = '';

  constructor(source: DocumentSource, all: LaterDocuments) {
    this.kind = source.kind;
    this.path = source.path;
    this.item = registeredKinds.get(source.kind).itemOf?.(source.path);
    this.source = source;
    this.all = all;
  }

  facts(parsed: AnyDocument): AnyDocument['facts'] {
    this.all.store?.add(this.source, parsed);
    // Without the text, nor may parts of it hold the whole of it.
    return this.content ? parsed.facts : (JSON.parse(JSON.stringify(parsed.facts)) as AnyDocument['facts']);
  }

  mayName(): boolean {
    return true;
  }

  model(): undefined {
    return undefined;
  }

  read(): string {
    const content = this.content ?? this.readFile();
    return content.kind === 'text' ? content.text : '';
  }

  parse(text: string): AnyDocument {
    const document = parseAtOnce(this.kind, this.path, text, this.item);
    if (!document) throw new Error(`${this.path} cannot be parsed at once`);
    return this.content?.kind === 'noText' ? asUnreadable(document, this.content.message) : document;
  }

  private readFile(): Exclude<Content, { readonly kind: 'missing' }> {
    const { files, place, options, path } = this.source;
    const result = files.read(place, options);
    if (result instanceof Promise) throw new Error(`${path} cannot be read at once`);
    const content = toContent(path, result, options.maxBytes);
    if (content.kind === 'missing') return failChanged(path);
    const isFirst = this.hash === '';
    if (isFirst && (content.kind === 'noText' || this.all.hasRoomFor(content.text))) {
      this.content = content;
      return content;
    }
    const hash = content.kind === 'text' ? shortHash(content.text) : undefined;
    // All that is said of it is said of one text.
    if (hash === undefined || (!isFirst && hash !== this.hash)) return failChanged(path);
    this.hash = hash;
    return content;
  }
}

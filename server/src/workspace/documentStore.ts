import { shortHash } from '../base/contentHash.js';
import { ownText } from '../base/ownText.js';
import type { Turns } from '../base/timeSlices.js';
import type { AnyDocument } from '../documents/document.js';
import { parseAtOnce } from '../documents/parseDocument.js';
import { registeredKinds } from '../documents/registry.js';
import { type Unread, unreadDocument } from '../documents/unreadDocument.js';
import {
  type Batch,
  generationWith,
  inAscii,
  isSameStamp,
  type KeptRecord,
  type KeptRecords,
  toBatch,
} from './keptRecords.js';
import type { FileStamp, FileSystem, ReadOptions } from './ports.js';
import { failChanged, textAtOnce } from './textOf.js';

/** Where a document is looked for. */
export interface DocumentSource {
  readonly kind: AnyDocument['kind'];
  /** Relative to the project root, with `/`. */
  readonly path: string;
  /** As it was before the file was read; undefined if nothing can be told by it. */
  readonly stamp: FileStamp | undefined;
  readonly files: FileSystem;
  /** Absolute. */
  readonly place: string;
  readonly options: ReadOptions;
  /** The holder of the document is notified of changes; until then the text on disk is used. */
  readonly isFollowed?: boolean;
}

/** What was said of a document when it was judged, as JSON; empty if there is nothing. */
export type KeptWords = Pick<KeptRecord, 'findings' | 'said'>;

/** What others can ask of a document, as JSON, and the hash of its text. */
export type KeptFacts = Pick<KeptRecord, 'facts' | 'hash'>;

/** Something that was noted, and what it depends on. */
export interface KeptNote {
  readonly key: string;
  /** JSON. */
  readonly text: string;
}

/** What is to be written: a whole file, or what is added to the one that was read. */
export interface StoreChange {
  readonly kind: 'whole' | 'added';
  readonly batch: Batch;
}

/**
 * Times of files are no finer than this on some file systems (FAT, HFS+): what changed twice within it may show one time. As git
 * has it for its index: what had changed that lately is not trusted.
 */
const coarsestTime = 3_000;

/** The kind of a file of source code. */
const source = 'source';
/** What the paths of no documents begin with. */
const notes = '\0';
const nothingKept: KeptRecord = {
  kind: '',
  stamp: '',
  hash: '',
  factsHash: '',
  facts: '',
  judgedIn: '',
  findings: '',
  said: '',
};

/** So many characters of a hash tell the texts of one item from each other. */
const ofText = 12;

/**
 * What is known of a project's documents from an earlier run, and what is to be kept for the next. A file with the stamp that it
 * had (size, times and number) is not opened, and one with the content that it had is not parsed: of both, the facts are known.
 * Each record holds by itself, whatever other processes add. `private`, as `#` costs several times as much in code that is not
 * optimized.
 */
export class DocumentStore {
  private readonly began: number;
  private kept: KeptRecords | undefined;
  private closed = false;
  private now = new Map<string, KeptRecord>();
  private readonly changed = new Set<string>();
  private readonly pathsByItem = new Map<string, string[]>();
  private readonly textsByItem = new Map<string, string>();

  /**
   * @param kept what an earlier run left; undefined: nothing.
   * @param began when this run began, before it looked at any file: milliseconds since 1970.
   */
  constructor(kept: KeptRecords | undefined, began: number) {
    this.began = began;
    this.kept = kept;
  }

  /** @param kept what an earlier run left, if it was not known when the store was made. */
  recall(kept: KeptRecords | undefined): void {
    this.kept = kept;
  }

  /** From now on nothing is known or kept. */
  close(): void {
    this.closed = true;
    this.kept = undefined;
    // Not emptied: what is to be written may still be made of it.
    this.now = new Map();
    for (const all of [this.changed, this.pathsByItem, this.textsByItem]) all.clear();
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** Whether anything is kept of a file from an earlier run. */
  knows(path: string): boolean {
    return this.kept?.records.has(path) === true;
  }

  /** The document as it was kept, where its file cannot have changed since. */
  unchanged(source: DocumentSource): AnyDocument | undefined {
    const kept = this.kept?.records.get(source.path);
    if (!kept || kept.stamp === '' || kept.kind !== source.kind || !isSameStamp(kept.stamp, source.stamp))
      return undefined;
    return this.take(source, kept, undefined);
  }

  /** The document as it was kept, where its file has the same text. */
  withSameText(source: DocumentSource, text: string): AnyDocument | undefined {
    const kept = this.kept?.records.get(source.path);
    if (kept?.kind !== source.kind || kept.hash !== shortHash(text)) return undefined;
    const stamp = this.stampOf(source);
    if (stamp !== kept.stamp) this.changed.add(source.path);
    return this.take(source, stamp === kept.stamp ? kept : { ...kept, stamp }, text);
  }

  /** Keeps a document that was read and parsed. @returns what is kept of it. */
  add(source: DocumentSource, document: AnyDocument): KeptFacts | undefined {
    if (this.closed || isUnreadable(document)) return undefined;
    const record = { ...recordOf(document), stamp: this.stampOf(source) };
    this.put(document.path, document.item, record);
    this.changed.add(document.path);
    return record;
  }

  /** The hash of a document's text; undefined if it is none of those that are kept. */
  hashOf(path: string): string | undefined {
    return this.now.get(path)?.hash || undefined;
  }

  /** What stands for all that others can ask of a document; undefined if nothing is kept of it. */
  factsOf(path: string): string | undefined {
    return this.now.get(path)?.factsHash;
  }

  /**
   * What was said of a document by all that it is judged by in this world: the texts of its item, too. Undefined if the world is
   * not known (empty): no two of those are known to be the same.
   */
  saidIn(path: string, item: string | undefined, world: string): KeptWords | undefined {
    const kept = this.now.get(path);
    if (world === '' || !kept || kept.said === '') return undefined;
    const { judgedIn } = kept;
    const texts = this.textsOf(path, item);
    // In parts, as joining them for each of thousands of documents takes longer.
    const isIn =
      judgedIn.length === world.length + texts.length && judgedIn.startsWith(world) && judgedIn.endsWith(texts);
    return isIn ? kept : undefined;
  }

  /** What was said of a document when it was judged last. */
  said(path: string): KeptWords | undefined {
    const kept = this.now.get(path);
    return kept?.said ? kept : undefined;
  }

  /** @param words what is said of a document in this world. */
  say(path: string, item: string | undefined, { findings, said }: KeptWords, world: string): void {
    const kept = this.now.get(path);
    const judgedIn = world === '' ? '' : world + this.textsOf(path, item);
    if (kept) this.keepSaid(path, kept, { ...kept, findings, said, judgedIn });
  }

  /** What was kept of a file that is no document; undefined if that is nothing, or the file may have changed. */
  unchangedFile(path: string, stamp: FileStamp | undefined): KeptFacts | undefined {
    const kept = this.kept?.records.get(path);
    if (kept?.kind !== source || kept.stamp === '' || !isSameStamp(kept.stamp, stamp)) return undefined;
    this.now.set(path, kept);
    return kept;
  }

  /** @param facts what is to be kept of a file that is no document, as JSON; empty if it says nothing. */
  addFile(path: string, stamp: FileStamp | undefined, text: string, facts: string): void {
    if (this.closed) return;
    // The text of a file that says nothing does not matter.
    const hash = facts === '' ? '' : shortHash(text);
    this.now.set(path, { ...nothingKept, kind: source, stamp: this.stampOf({ stamp }), hash, facts });
    this.changed.add(path);
  }

  /** What was noted under a name, of no document; a note that nobody asks for goes. */
  note(name: string): KeptNote | undefined {
    const kept = this.noted(name);
    return kept && { key: kept.judgedIn, text: kept.said };
  }

  keepNote(name: string, { key, text }: KeptNote): void {
    this.keepNoted(name, { ...nothingKept, judgedIn: key, said: text });
  }

  /** What was said of a document by more than the documents, noted under a name. */
  noteOfWords(name: string): KeptWords | undefined {
    return this.noted(name);
  }

  keepNoteOfWords(name: string, { findings, said }: KeptWords): void {
    this.keepNoted(name, { ...nothingKept, findings, said });
  }

  /** A document has another text than its file. */
  drop(path: string): void {
    this.now.delete(path);
    this.textsByItem.clear();
  }

  /** Whether the file of a document with the stamp that is kept need not be opened. */
  isStamped(path: string): boolean {
    return (this.now.get(path)?.stamp ?? '') !== '';
  }

  /**
   * What is to be written of what is known now, whatever becomes of the store meanwhile; undefined if all is as it was.
   *
   * @param isPart not all documents were looked at, so that what is kept of others stays.
   * @param slices as for {@link toBatch}.
   */
  async change(isPart: boolean, slices?: Turns): Promise<StoreChange | undefined> {
    const kept = this.kept;
    const now = this.now;
    if (kept?.sizes && (isPart || isWithin(kept.records, now))) {
      const changed = Array.from(this.changed, (path) => [path, now.get(path)] as const);
      const news = changed.flatMap(([path, record]) => (record ? [[path, record] as const] : []));
      if (news.length === 0) return undefined;
      const added = await toBatch(news, slices);
      if (kept.sizes.added + added.length < kept.sizes.whole) return { kind: 'added', batch: added };
    }
    const all = isPart && kept ? new Map([...kept.records, ...now]) : now;
    return { kind: 'whole', batch: await toBatch([...all], slices) };
  }

  /** What stands for the file once a change is written. */
  generation(change: StoreChange | undefined): string {
    const before = this.kept?.generation ?? '';
    return change ? generationWith(change.kind === 'added' ? before : '', change.batch) : before;
  }

  private noted(name: string): KeptRecord | undefined {
    const place = `${notes}${name}`;
    const kept = this.now.get(place) ?? this.kept?.records.get(place);
    if (kept) this.now.set(place, kept);
    return kept;
  }

  private keepNoted(name: string, now: KeptRecord): void {
    if (!this.closed) this.keepSaid(`${notes}${name}`, this.noted(name), now);
  }

  private keepSaid(path: string, before: KeptRecord | undefined, now: KeptRecord): void {
    if (before?.judgedIn === now.judgedIn && before.findings === now.findings && before.said === now.said) return;
    this.now.set(path, now);
    this.changed.add(path);
  }

  private put(path: string, item: string | undefined, record: KeptRecord): void {
    this.now.set(path, record);
    // Clearing makes a new table each time.
    if (this.textsByItem.size > 0) this.textsByItem.clear();
    if (item === undefined) return;
    const paths = this.pathsByItem.get(item);
    if (paths) paths.push(path);
    else this.pathsByItem.set(item, [path]);
  }

  private stampOf({ stamp }: Pick<DocumentSource, 'stamp'>): string {
    return stamp && stamp.changedAt < this.began - coarsestTime ? stamp.text : '';
  }

  /** Stands for the texts of an item's documents. Asked once all documents are there. */
  private textsOf(path: string, item: string | undefined): string {
    if (item === undefined) return ` ${this.textOf(path)}`;
    const known = this.textsByItem.get(item);
    if (known !== undefined) return known;
    let texts = '';
    for (const one of this.pathsByItem.get(item) ?? []) texts += ` ${this.textOf(one)}`;
    this.textsByItem.set(item, texts);
    return texts;
  }

  private textOf(path: string): string {
    return this.now.get(path)?.hash.slice(0, ofText) ?? '';
  }

  private take(source: DocumentSource, kept: KeptRecord, text: string | undefined): AnyDocument {
    const item = registeredKinds.get(source.kind).itemOf?.(source.path);
    this.put(source.path, item, kept);
    return unreadDocument(new KeptDocument(source, kept, item, text));
  }
}

/**
 * The same document, of which no more is held than others can ask of it; undefined if it cannot be read again.
 *
 * @param kept what a store keeps of it.
 */
export function withoutText(
  source: DocumentSource,
  document: AnyDocument,
  kept: KeptFacts | undefined,
): AnyDocument | undefined {
  if (isUnreadable(document) || isKeptWhole(document.kind)) return undefined;
  // A document that follows its file needs no hash.
  const facts = kept ?? { facts: askedOf(document), hash: source.isFollowed ? '' : shortHash(document.text) };
  return unreadDocument(new KeptDocument(source, facts, document.item, undefined));
}

/** Whether one map has all keys of another one. */
function isWithin(keys: ReadonlyMap<string, unknown>, all: ReadonlyMap<string, unknown>): boolean {
  for (const key of keys.keys()) if (!all.has(key)) return false;
  return true;
}

const isUnreadable = ({ problems }: AnyDocument): boolean => problems.some(({ kind }) => kind === 'unreadable');

const isKeptWhole = (kind: AnyDocument['kind']): boolean => registeredKinds.get(kind).modelIsKept === true;

function recordOf(document: AnyDocument): KeptRecord {
  const { kind, text } = document;
  const asked = inAscii(askedOf(document));
  const hash = shortHash(text);
  return { ...nothingKept, kind, hash, factsHash: isKeptWhole(kind) ? hash : shortHash(asked), facts: asked };
}

/** What is kept of a document that is kept whole. */
interface KeptWhole {
  readonly model: AnyDocument['model'];
  /** It has neither problems nor suppressions. */
  readonly isPlain: boolean;
}

const plainEnd = ',"isPlain":true}';

/** Between facts and what is kept besides them: JSON has no such character. */
const behindFacts = '\v';

/** What others can ask of it, as JSON. */
function askedOf({ kind, facts, model, problems, suppressions }: AnyDocument): string {
  const json = facts === undefined ? '' : JSON.stringify(facts);
  if (!isKeptWhole(kind)) return json;
  const whole: KeptWhole = { model, isPlain: problems.length + suppressions.length === 0 };
  return `${json}${behindFacts}${JSON.stringify(whole)}`;
}

/** Holds no more of what was kept than it needs, as a session holds thousands. */
class KeptDocument implements Unread {
  readonly kind: AnyDocument['kind'];
  readonly path: string;
  readonly item: string | undefined;
  private readonly place: string;
  private readonly options: ReadOptions;
  private readonly files: FileSystem;
  private readonly isFollowed: boolean;
  private readonly hash: string;
  private readonly text: string | undefined;
  /** JSON. */
  private asked: string;

  constructor(
    { kind, path, place, options, files, isFollowed = false }: DocumentSource,
    { facts, hash }: KeptFacts,
    item: string | undefined,
    text: string | undefined,
  ) {
    this.kind = kind;
    this.path = path;
    this.item = item;
    this.place = place;
    this.options = options;
    this.files = files;
    this.isFollowed = isFollowed;
    // A substring of the file with everything that is kept would hold the whole of it.
    this.asked = isFollowed ? ownText(facts) : facts;
    this.hash = isFollowed ? '' : hash;
    this.text = text;
  }

  facts(): AnyDocument['facts'] {
    const end = isKeptWhole(this.kind) ? this.asked.indexOf(behindFacts) : this.asked.length;
    if (end === 0) return undefined;
    const facts = JSON.parse(this.asked.slice(0, end)) as AnyDocument['facts']; // what this build has written
    if (end === this.asked.length) this.asked = '';
    return facts;
  }

  mayName(name: string): boolean {
    return this.asked.includes(name);
  }

  model(): AnyDocument['model'] | undefined {
    if (!isKeptWhole(this.kind)) return undefined;
    const whole = this.asked.slice(this.asked.indexOf(behindFacts) + 1);
    return (JSON.parse(whole) as KeptWhole).model; // likewise
  }

  get isPlain(): boolean {
    return this.asked.endsWith(plainEnd);
  }

  read(): string {
    if (this.text !== undefined) return this.text;
    const text = textAtOnce(this.files, this.place, this.options);
    if (this.isFollowed) return text ?? '';
    return text !== undefined && shortHash(text) === this.hash ? text : failChanged(this.path);
  }

  parse(text: string): AnyDocument {
    const document = parseAtOnce(this.kind, this.path, text);
    if (!document) throw new Error(`${this.path} cannot be parsed at once`);
    return document;
  }
}

/** Whether others can ask something of documents of a kind. */
export function isAskedOf(kind: AnyDocument['kind']): boolean {
  return registeredKinds.get(kind).facts !== undefined || isKeptWhole(kind);
}

/** Whether so little is asked of documents of a kind that others need not be read before. */
export const mayBeLater = (kind: AnyDocument['kind']): boolean => !isKeptWhole(kind);

/** Whether a document of a kind can be parsed whenever it is asked for, and others ask no more than its facts. */
export function isKeepable(kind: AnyDocument['kind'], path: string): boolean {
  // The parser of Gherkin has to be loaded first. A regular expression that few paths match takes longer than all the rest.
  const end = path.slice(-'.feature.md'.length).toLowerCase();
  return isAskedOf(kind) && end !== '.feature.md' && !end.endsWith('.feature');
}

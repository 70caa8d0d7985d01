import type { AnyDocument, DocumentKind, ParsedDocument } from '../documents/document.js';
import { documentKindOf } from '../documents/documentKind.js';
import { configurationPath } from '../documents/projectMarks.js';
import { usualMostBytes } from '../documents/defineDocumentKind.js';
import { registeredKinds } from '../documents/registry.js';
import { type Configuration, defaultConfiguration, readConfiguration } from './configuration.js';
import { createPathFilter } from '../base/globs.js';
import { createLimiter } from '../base/limiter.js';
import { listDocuments, mayHoldDocuments, type UnlistedFolder } from './listDocuments.js';
import { type Content, isSameContent, noText, parseContent, tooLong, toContent, wayOut } from './documentContent.js';
import {
  type DocumentSource,
  type DocumentStore,
  isKeepable,
  type KeptFacts,
  mayBeLater,
  withoutText,
} from './documentStore.js';
import { LaterDocuments } from './laterDocument.js';
import type { ParsedTexts } from './parsedTexts.js';
import { placeIn } from '../base/placeIn.js';
import type { FileSystem, ReadOptions } from './ports.js';
import { noteChanges } from './changesByPath.js';
import { createProject, placeOf, type Project } from './project.js';
import { relativePath } from '../base/relativePath.js';
import { createTimeSlices } from '../base/timeSlices.js';

/** All documents of one project root, read once and kept up to date file by file. Paths are relative to the root, with `/`. */
export interface ProjectIndex {
  /** Absolute. */
  readonly root: string;
  /**
   * Reads everything: at first, and whenever it is not known what changed. A file with the text it had keeps its very
   * document object, so that whatever is remembered of the object stays true.
   *
   * @throws the signal's reason once it is aborted; the index then holds what was read so far.
   */
  load(signal?: AbortSignal): Promise<IndexChange>;
  /** Looks at one file (or folder) again that was changed, created or deleted on disk. One file costs one read. */
  update(path: string, signal?: AbortSignal): Promise<IndexChange>;
  /** From now on the document at `path` has this text, whatever the disk says: it is open in an editor. */
  setOverlay(path: string, text: string): Promise<IndexChange>;
  /** The document is no longer open: the disk counts again. */
  clearOverlay(path: string): Promise<IndexChange>;
  /** The documents as they are now; the same object until something changes. */
  project(): Project;
  document(path: string): AnyDocument | undefined;
  /** The configuration in force, and why the file of the root is not, where it is not. */
  configuration(): ConfigurationInForce;
  /** Whether the configuration leaves this path out, or it belongs to a project inside this one. */
  isIgnored(path: string): boolean;
}

export interface IndexChange {
  /** New or different documents. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Whether another configuration is in force now. */
  readonly configuration: boolean;
}

export interface ConfigurationInForce {
  readonly value: Configuration;
  /** What is wrong with the file; `value` is then the last one that was right. */
  readonly problem?: ConfigurationProblem;
}

export interface ConfigurationProblem {
  /** A sentence without full stop. */
  readonly message: string;
  /** From 1; undefined if the whole file cannot be read. */
  readonly line?: number;
}

export interface ProjectIndexOptions {
  /** Absolute. */
  readonly root: string;
  readonly files: FileSystem;
  /** Used instead of the root's own configuration file. */
  readonly configuration?: Configuration;
  /** Absolute paths of other project roots; what is in those inside `root` belongs to them. */
  readonly otherRoots?: readonly string[];
  /**
   * Which kinds of documents `load` reads, given the kind of every path where one may be; all where it is left out. The
   * configuration is read in any case.
   */
  readonly kindsToRead?: (kinds: ReadonlyMap<string, DocumentKind>) => ReadonlySet<DocumentKind>;
  /** What is known of the documents from an earlier run. */
  readonly store?: DocumentStore;
  /** What this process has parsed before. */
  readonly parsed?: ParsedTexts;
  /** Answers at once, for what is kept; undefined if `files` does. */
  readonly atOnce?: FileSystem;
  /**
   * Of many documents only facts are held, and they are read again when they are judged: one that has changed by then throws. Only by a
   * file system that answers at once. Called once that begins.
   */
  readonly forgets?: Forgetting;
}

export interface Forgetting {
  readonly begin: () => void;
  /** Called once all documents were judged, and what is kept of them was saved, for the first time. */
  readonly settled?: () => void;
  /** Of more documents than this not all models are held, which take ten times as much memory as texts. */
  readonly mostWhole: number;
  /** So many characters are held with their models then; all others are read twice. */
  readonly mostHeld: number;
  /**
   * Of more documents than this, those of which nothing is known from an earlier run are read when something is asked of them: in a few
   * hundred that saves nothing, and the first are judged again by what is usual in all.
   */
  readonly mostAtOnce?: number;
}

const atOnce = <T>(task: () => T | Promise<T>): T | Promise<T> => task();

const mostReads = 20;
const sliceMilliseconds = 10;
interface Entry {
  readonly document: AnyDocument;
  /** Undefined if it was not read. */
  readonly content?: Content;
}

interface Outcome {
  readonly path: string;
  readonly what: 'changed' | 'removed' | 'same';
}

export function createProjectIndex(options: ProjectIndexOptions): ProjectIndex {
  return new FollowedDocuments(options);
}

/** `private`, as `#` costs several times as much in code that is not optimized. */
class FollowedDocuments implements ProjectIndex {
  readonly root: string;
  /** Where a document is. */
  private readonly placeOf: (file: string) => string;
  private readonly options: ProjectIndexOptions;
  private readonly files: FileSystem;
  private readonly limit: <T>(task: () => T | Promise<T>) => T | Promise<T>;
  private readonly slices: { readonly run: <T>(task: () => T | Promise<T>) => T | Promise<T> };
  private readonly nested: readonly string[];

  private readonly entries = new Map<string, Entry>();
  private readonly overlays = new Map<string, string>();
  private current: ConfigurationInForce;
  private configuredBy: AnyDocument | undefined;
  private ignores: (file: string) => boolean;
  // The project as it was asked for last, and what was found to be different since.
  private last: Project | undefined;
  private readonly touched = new Set<string>();
  // Every look at a path has a number; once a newer look has its answer, that of an older one is dropped.
  private looks = 0;
  private readonly answered = new Map<string, number>();
  private loads = 0;
  private forgets: Forgetting | undefined;
  /** Those asked for last, as thousands of documents have the same. */
  private readOptions: ReadOptions | undefined;
  private heldCharacters = 0;
  private unlisted: ReadonlyMap<string, UnlistedFolder<DocumentKind>> = new Map();

  constructor(options: ProjectIndexOptions) {
    const { root, files, configuration = defaultConfiguration, otherRoots = [] } = options;
    this.root = root;
    this.placeOf = placeIn(root);
    this.options = options;
    this.files = files;
    this.limit = files.blocking ? atOnce : createLimiter(mostReads);
    // If reads block, nothing else could use the time.
    this.slices = files.blocking ? { run: atOnce } : createTimeSlices(sliceMilliseconds);
    this.nested = otherRoots.flatMap((other) => {
      const relative = relativePath(root, other);
      return relative ? [`${relative}/`] : [];
    });
    this.current = { value: configuration };
    this.ignores = createPathFilter(configuration.ignore);
  }

  async load(signal?: AbortSignal): Promise<IndexChange> {
    signal?.throwIfAborted();
    const outcome = await this.look(configurationPath, await this.realRoot());
    const difference = this.configure();
    return toChange([outcome, ...(await this.loadDocuments(signal))], difference !== 'same');
  }

  async update(file: string, signal?: AbortSignal): Promise<IndexChange> {
    // It may be possible to list it by now.
    if ([...this.unlisted.keys()].some((folder) => file === folder || isBelow(folder)(file))) return this.load(signal);
    if (this.kindOf(file) === undefined && !this.entries.has(file)) {
      // A folder that was created, deleted or renamed is often reported by its own name only.
      const { paths } = this.current.value;
      const folder = mayHoldDocuments(file, paths, registeredKinds) || [...this.entries.keys()].some(isBelow(file));
      return folder ? this.load(signal) : toChange([], false);
    }
    return this.lookAndFollow(file, signal);
  }

  setOverlay(file: string, text: string): Promise<IndexChange> {
    this.overlays.set(file, text);
    return this.lookAndFollow(file);
  }

  clearOverlay(file: string): Promise<IndexChange> {
    this.overlays.delete(file);
    return this.lookAndFollow(file);
  }

  project(): Project {
    if (this.last && this.touched.size === 0) return this.last;
    this.last = createProject(this.inOrder(), this.last);
    this.touched.clear();
    return this.last;
  }

  document(file: string): AnyDocument | undefined {
    return this.entries.get(file)?.document;
  }

  configuration(): ConfigurationInForce {
    return this.current;
  }

  isIgnored(file: string): boolean {
    return file !== configurationPath && (this.ignores(file) || this.nested.some((folder) => file.startsWith(folder)));
  }

  private kindOf(file: string): AnyDocument['kind'] | undefined {
    if (this.isIgnored(file)) return undefined;
    return documentKindOf(file, this.current.value.paths) ?? this.unlisted.get(file)?.kind;
  }

  private mostBytesOf(kind: DocumentKind): number {
    return registeredKinds.get(kind).mostBytes ?? usualMostBytes;
  }

  private async realRoot(): Promise<string> {
    return (await this.files.realPath(this.root)) ?? this.root;
  }

  private async read(file: string, kind: DocumentKind, within: string): Promise<Content> {
    const maxBytes = this.mostBytesOf(kind);
    const overlay = this.overlays.get(file);
    if (overlay !== undefined)
      return overlay.length > maxBytes ? tooLong(file, overlay.length, maxBytes) : { kind: 'text', text: overlay };
    const folder = this.unlisted.get(file);
    if (folder) return noText(`The folder cannot be read (${folder.problem}): ${wayOut(file, 'make it readable')}`);
    const read = (): ReturnType<FileSystem['read']> => this.files.read(this.placeOf(file), { within, maxBytes });
    return toContent(file, await this.limit(read), maxBytes);
  }

  /** What is held of a document where others take up the memory already. */
  private held(
    source: DocumentSource | undefined,
    document: AnyDocument,
    kept: KeptFacts | undefined,
  ): Entry | undefined {
    if (!this.forgets || !source) return undefined;
    this.heldCharacters += document.text.length;
    const light = this.heldCharacters > this.forgets.mostHeld ? withoutText(source, document, kept) : undefined;
    return light && { document: light };
  }

  /** After it is closed nothing is known, and nothing kept: no file need be looked at for it. */
  private openStore(): DocumentStore | undefined {
    const { store } = this.options;
    return store?.isClosed === true ? undefined : store;
  }

  /** Where a document is, if it can be kept, or read again. */
  private sourceOf(kind: DocumentKind, file: string, within: string): DocumentSource | undefined {
    const { forgets, atOnce } = this.options;
    const store = this.openStore();
    if ((!store && !forgets) || this.overlays.has(file) || this.unlisted.has(file) || !isKeepable(kind, file))
      return undefined;
    const maxBytes = this.mostBytesOf(kind);
    if (this.readOptions?.within !== within || this.readOptions.maxBytes !== maxBytes)
      // Those of an item are read one after the other, from several folders.
      this.readOptions = { within, maxBytes, ...(forgets?.mostAtOnce === undefined ? {} : { folders: new Map() }) };
    const options = this.readOptions;
    const place = this.placeOf(file);
    const files = atOnce ?? this.files;
    const stamp = store && files.stamp?.(place, options);
    return { kind, path: file, place, options, stamp, files, isFollowed: atOnce !== undefined };
  }

  /** All documents in path order; where none came or went, those before with the new ones in their places. */
  private inOrder(): readonly AnyDocument[] {
    const before = this.last?.documents;
    if (before?.length === this.entries.size) {
      const documents = [...before];
      const changes = { removed: [] as AnyDocument[], added: [] as AnyDocument[] };
      const isReplaced = (file: string): boolean => {
        const at = placeOf(before, file);
        const [old, document] = [before[at], this.document(file)];
        if (!old || !document) return false;
        if (old === document) return true;
        documents[at] = document;
        changes.removed.push(old);
        changes.added.push(document);
        return true;
      };
      if ([...this.touched].sort().every(isReplaced)) {
        noteChanges(before, documents, changes);
        return documents;
      }
    }
    return Array.from(this.entries.values(), ({ document }) => document).sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  private remove(file: string): Outcome {
    if (!this.entries.delete(file)) return { path: file, what: 'same' };
    this.touch(file);
    this.options.store?.drop(file);
    return { path: file, what: 'removed' };
  }

  private touch(file: string): void {
    // Before anybody has asked for the project there is none to be different.
    if (this.last) this.touched.add(file);
  }

  /**
   * The document as an earlier run left it, where its file need not be opened, or one that can be read later: at once, as there may be
   * thousands.
   */
  private recall(
    file: string,
    kind: DocumentKind,
    within: string,
    later: LaterDocuments | undefined,
  ): Outcome | undefined {
    const store = this.openStore();
    const source = store || later ? this.sourceOf(kind, file, within) : undefined;
    if (!source) return undefined;
    const isNew = (): boolean => store?.knows(file) !== true && mayBeLater(kind);
    const document = store?.unchanged(source) ?? (later && isNew() ? later.at(source) : undefined);
    if (!document) return undefined;
    this.answered.set(file, ++this.looks);
    this.touch(file);
    this.entries.set(file, { document });
    return { path: file, what: 'changed' };
  }

  /** @param wanted asked again after every wait: false drops what was found. */
  private async look(file: string, within: string, wanted: () => boolean = () => true): Promise<Outcome> {
    const number = ++this.looks;
    const answer = (what: Outcome['what'], entry?: Entry): Outcome => {
      this.answered.set(file, number);
      if (what !== 'same') this.touch(file);
      if (entry) this.entries.set(file, entry);
      return { path: file, what };
    };
    const kind = this.kindOf(file);
    const configuredThen = this.current;
    const dropped = (): boolean =>
      (this.answered.get(file) ?? 0) > number ||
      (this.current !== configuredThen && this.kindOf(file) !== kind) ||
      !wanted();
    if (kind === undefined) return this.remove(file);
    const source = this.sourceOf(kind, file, within);
    if (!source) this.options.store?.drop(file);
    const content = await this.read(file, kind, within);
    if (dropped()) return { path: file, what: 'same' };
    if (content.kind === 'missing') {
      this.options.store?.drop(file);
      return answer(this.entries.delete(file) ? 'removed' : 'same');
    }
    const before = this.entries.get(file);
    if (before?.document.kind === kind && before.content && isSameContent(before.content, content))
      return answer('same');
    const known =
      content.kind === 'text' &&
      ((source && this.options.store?.withSameText(source, content.text)) ??
        this.options.parsed?.find(kind, file, content.text));
    if (known) return answer('changed', { document: known, content });
    const document = await this.slices.run(() =>
      dropped() ? undefined : parseContent(kind, file, content, before?.document),
    );
    if (!document || dropped()) return { path: file, what: 'same' };
    const kept = source && this.options.store?.add(source, document);
    if (content.kind === 'text') this.options.parsed?.add(document);
    return answer('changed', this.held(source, document, kept) ?? { document, content });
  }

  /** Puts the configuration file's word into force, where it has one. @returns what became different. */
  private configure(): 'same' | 'settings' | 'places' {
    const document = this.document(configurationPath);
    if (this.options.configuration || document === this.configuredBy) return 'same';
    this.configuredBy = document;
    const before = this.current.value;
    this.current = document?.kind === 'config' ? inForce(document, before) : { value: defaultConfiguration };
    const { value } = this.current;
    if (value === before) return 'same';
    this.ignores = createPathFilter(value.ignore);
    return placesOf(value) === placesOf(before) ? 'settings' : 'places';
  }

  private async loadDocuments(signal: AbortSignal | undefined): Promise<Outcome[]> {
    const load = ++this.loads;
    const since = this.looks;
    const wanted = (): boolean => load === this.loads && signal?.aborted !== true;
    const within = await this.realRoot();
    const listed = await listDocuments(this.files, this.root, this.current.value.paths, registeredKinds);
    if (wanted()) this.unlisted = listed.unlisted;
    const present = this.pathsToRead([...listed.paths, ...listed.unlisted.keys(), ...this.overlays.keys()]);
    const { forgets } = this.options;
    this.forgets = forgets && present.size > forgets.mostWhole ? forgets : undefined;
    this.forgets?.begin();
    const look = (file: string): Promise<Outcome> => this.look(file, within, wanted);
    const later = present.size > (forgets?.mostAtOnce ?? Infinity) ? new LaterDocuments(this.openStore()) : undefined;
    const outcomes: Outcome[] = [];
    const others: string[] = [];
    const { blocking } = this.files;
    for (const [file, kind] of present) {
      const turn = this.files.turn?.();
      if (turn) await turn;
      const known = blocking
        ? this.recall(file, kind, within, later)
        : await this.slices.run(() => this.recall(file, kind, within, later));
      if (known) outcomes.push(known);
      // One after the other a text is parsed right after it was read, and there are no promises to wait in line.
      else if (blocking) outcomes.push(await look(file));
      else others.push(file);
    }
    outcomes.push(...(await Promise.all(others.map(look))));
    signal?.throwIfAborted();
    if (!wanted()) return outcomes;
    for (const file of [...this.entries.keys()]) {
      // What was looked at meanwhile is newer than the listing.
      if (file === configurationPath || present.has(file) || (this.answered.get(file) ?? 0) > since) continue;
      outcomes.push(this.remove(file));
    }
    return outcomes;
  }

  /** Those of the kinds that are wanted; the configuration is read before them. */
  private pathsToRead(all: readonly string[]): ReadonlyMap<string, DocumentKind> {
    const present = new Map<string, DocumentKind>();
    for (const file of all) {
      const kind = this.kindOf(file);
      if (kind !== undefined && file !== configurationPath) present.set(file, kind);
    }
    const kinds = this.options.kindsToRead?.(present);
    return kinds ? new Map([...present].filter(([, kind]) => kinds.has(kind))) : present;
  }

  /** Looks at one file; the configuration file brings along whatever follows from it. */
  private async lookAndFollow(file: string, signal?: AbortSignal): Promise<IndexChange> {
    const outcome = await this.look(file, await this.realRoot());
    if (file !== configurationPath) return toChange([outcome], false);
    const difference = this.configure();
    const others = difference === 'places' ? await this.loadDocuments(signal) : [];
    return toChange([outcome, ...others], difference !== 'same');
  }
}

const isBelow =
  (folder: string) =>
  (file: string): boolean =>
    file.startsWith(`${folder}/`);

function inForce(document: ParsedDocument<'config'>, lastGood: Configuration): ConfigurationInForce {
  const [problem] = document.problems;
  // A key that is twice is a problem, too, but leaves something to read.
  if (problem && document.model.root === undefined) {
    const { kind, message, span } = problem;
    const place = kind === 'unreadable' ? {} : { line: document.lines.positionAt(span.start).line + 1 };
    return { value: lastGood, problem: { message, ...place } };
  }
  return { value: readConfiguration(document.model).configuration };
}

function placesOf({ paths, ignore }: Configuration): string {
  return JSON.stringify([paths, ignore]);
}

function toChange(outcomes: readonly Outcome[], configuration: boolean): IndexChange {
  const changed: string[] = [];
  const removed: string[] = [];
  for (const { path: file, what } of outcomes) {
    if (what === 'changed') changed.push(file);
    else if (what === 'removed') removed.push(file);
  }
  return { changed, removed, configuration };
}

import { placeIn } from '../base/placeIn.js';
import { isTestPath } from '../code/languageOf.js';
import { isSourcePath } from '../code/otherSyntaxes.js';
import { mayHoldFacts, parseSource } from '../code/parseSource.js';
import type { SourceFile } from '../code/sourceFile.js';
import type { CodeFacts } from './codeFacts.js';
import { createPlaces, type Folder, join, type Kind, type Places, type Tree, withFoldersAbove } from './codePlaces.js';
import { decodeText } from '../base/decodeText.js';
import { isBelowFolderNotLookedInto, isNotLookedInto } from './foldersNotLookedInto.js';
import { createInTurn } from '../base/inTurn.js';
import type { FileStamp, FileSystem, FolderEntry, ReadOptions } from './ports.js';
import { relativePath } from '../base/relativePath.js';
import { createTimeSlices } from '../base/timeSlices.js';

/** The source code of one project root, read once and kept up to date file by file. Paths are relative to the root, with `/`. */
export interface CodeIndex {
  /**
   * Reads everything: at first, and whenever it is not known what changed, or what `ignored` says. A file with the text it had
   * keeps its object.
   *
   * @returns whether the facts are different now.
   * @throws the signal's reason once it is aborted; the facts are then what they were before.
   */
  load(signal?: AbortSignal): Promise<boolean>;
  /**
   * Looks again at a file or folder that was changed, created or deleted. A file costs one read, a folder one per file of source
   * code in it.
   *
   * @returns whether the facts are different now.
   */
  update(path: string): Promise<boolean>;
  /** The same object until something changes; its answers do not change afterwards. */
  facts(): CodeFacts;
}

export interface CodeIndexOptions {
  /** Absolute. */
  readonly root: string;
  readonly files: FileSystem;
  /** Absolute paths of other project roots; what is in those inside `root` belongs to them. */
  readonly otherRoots?: readonly string[];
  /** Whether a file or folder is left out, with all that is in it. */
  readonly ignored: (path: string) => boolean;
  /** Longer files are not read: they are made by programs. */
  readonly maxBytes?: number;
  /** What is known of the files from an earlier run. */
  readonly kept?: KeptSources | undefined;
}

/** What is known of source files from an earlier run. */
export interface KeptSources {
  /** Answers at once; undefined if the file has none to go by, or nothing is kept any longer. */
  stampOf(place: string, options: ReadOptions): FileStamp | undefined;
  /** What a file says, where it cannot have changed; undefined if that is not known. */
  recall(place: SourcePlace): { readonly source?: SourceFile } | undefined;
  /** Whether a file that was recalled still has its text; undefined for any other file. */
  isSame(before: SourceFile, text: string): boolean | undefined;
  /** @param source undefined if the text says nothing. */
  keep(place: SourcePlace, text: string, source: SourceFile | undefined): void;
}

/** Where a source file is. */
export interface SourcePlace {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Absolute. */
  readonly place: string;
  readonly options: ReadOptions;
  /** As it was before the file was read. */
  readonly stamp: FileStamp | undefined;
}

interface Listing {
  readonly folders: Tree;
  /** The files of source code in them that are not left out. */
  readonly sourcePaths: readonly string[];
  /** Folders that ought to have been looked into and could not be. */
  readonly unread: readonly string[];
}

interface Sources {
  readonly found: ReadonlyMap<string, SourceFile>;
  /** Files that may say something and could not be read. */
  readonly unread: readonly string[];
}

const atOnce = <T>(task: () => T | Promise<T>): T | Promise<T> => task();

const mostReads = 20;
const sliceMilliseconds = 10;
const defaultMaxBytes = 512 * 1024;
/** A project with more is a home folder or a whole disk; what is beyond counts as there. */
const mostFolders = 20_000;
export function createCodeIndex(options: CodeIndexOptions): CodeIndex {
  return new FollowedCode(options);
}

interface News {
  /** The folder that was listed again, and the path in it that there is news of. */
  readonly folder: string;
  readonly target: string;
  /** What is there; undefined if nothing is. */
  readonly kind: Kind | undefined;
}

/** `private`, as `#` costs several times as much in code that is not optimized. */
class FollowedCode implements CodeIndex {
  private readonly root: string;
  private readonly files: FileSystem;
  private readonly ignored: (path: string) => boolean;
  private readonly maxBytes: number;
  private readonly kept: KeptSources | undefined;
  private readonly placeOf: (path: string) => string;
  private readonly slices: { readonly run: <T>(task: () => T | Promise<T>) => T | Promise<T> };
  private readonly nested: ReadonlySet<string>;
  // What was looked at last counts.
  private readonly inTurn = createInTurn();

  private tree: Tree = new Map();
  private sources: ReadonlyMap<string, SourceFile> = new Map();
  private unread: readonly string[] = [];
  private places: Places | undefined;
  private snapshot: CodeFacts | undefined;

  constructor({ root, files, ignored, otherRoots = [], maxBytes = defaultMaxBytes, kept }: CodeIndexOptions) {
    this.root = root;
    this.placeOf = placeIn(root);
    this.kept = kept;
    this.files = files;
    this.ignored = ignored;
    this.maxBytes = maxBytes;
    // If reads block, nothing else could use the time.
    this.slices = files.blocking ? { run: atOnce } : createTimeSlices(sliceMilliseconds);
    this.nested = new Set(otherRoots.flatMap((other) => relativePath(root, other) || []));
  }

  load(signal?: AbortSignal): Promise<boolean> {
    return this.inTurn(() => {
      signal?.throwIfAborted();
      return this.loadAll(signal);
    });
  }

  update(place: string): Promise<boolean> {
    return this.inTurn(() => this.lookAgain(place));
  }

  facts(): CodeFacts {
    this.places ??= createPlaces(this.tree, (place) => this.leftOut(place));
    return (this.snapshot ??= createFacts(this.places, this.sources, this.unread.length === 0));
  }

  private absolute(place: string): string {
    return place === '' ? this.root : this.placeOf(place);
  }

  private isOwnLeftOut(place: string): boolean {
    return isBelowFolderNotLookedInto(place) || this.isOthers(place);
  }

  private isOthers(place: string): boolean {
    return this.nested.has(place) || this.ignored(place);
  }

  private leftOut(place: string): string | undefined {
    return withFoldersAbove(place).find((one) => this.isOwnLeftOut(one));
  }

  private async forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
    const waiting = all.values();
    const workOff = async (): Promise<void> => {
      for (const one of waiting) {
        await this.files.turn?.();
        await work(one);
      }
    };
    await Promise.all(Array.from({ length: this.files.blocking ? 1 : mostReads }, workOff));
  }

  /** Lists a folder that is not left out and all that are in it. */
  private async list(top: string, signal?: AbortSignal): Promise<Listing> {
    const folders = new Map<string, Folder>();
    const sourcePaths: string[] = [];
    const unread: string[] = [];
    let waiting = [top];
    while (waiting.length > 0 && folders.size < mostFolders) {
      const next: string[] = [];
      await this.forEach(waiting, async (folder) => {
        signal?.throwIfAborted();
        const { entries, problem } = await this.files.list(this.absolute(folder));
        await this.slices.run(() => {
          if (problem !== undefined) unread.push(folder);
          if (problem !== undefined || isOfAnother(folder, entries)) return;
          const inside = new Map<string, Kind>();
          folders.set(folder, inside);
          for (const { name, kind } of entries) {
            inside.set(name, kind);
            if (kind !== 'folder' && !(kind === 'file' && isSourcePath(name))) continue;
            const place = join(folder, name);
            if (isNotLookedInto(place, name) || this.isOthers(place)) continue;
            (kind === 'folder' ? next : sourcePaths).push(place);
          }
        });
      });
      waiting = next;
    }
    return { folders, sourcePaths, unread: unread.concat(waiting) };
  }

  /** What the file says, where it says anything; the object there was for the same text. */
  private async look(at: SourcePlace, signal?: AbortSignal): Promise<SourceFile | 'unread' | undefined> {
    signal?.throwIfAborted();
    const file = at.path;
    const result = await this.files.read(at.place, at.options);
    if (result.kind === 'error' || (result.kind === 'tooLarge' && isTestPath(file))) return 'unread';
    if (result.kind !== 'file') return undefined;
    return this.slices.run(() => {
      const decoded = decodeText(result.bytes);
      if (decoded.kind !== 'text') return undefined;
      const before = this.sources.get(file);
      if (before && (this.kept?.isSame(before, decoded.text) ?? before.text === decoded.text)) return before;
      const found = readSource(file, decoded.text);
      this.kept?.keep(at, decoded.text, found);
      return found;
    });
  }

  private async readAll(paths: readonly string[], signal?: AbortSignal): Promise<Sources> {
    const within = (await this.files.realPath(this.root)) ?? this.root;
    const { found, others } = await this.recallAll(paths, { within, maxBytes: this.maxBytes }, signal);
    const unread: string[] = [];
    await this.forEach(others, async (one) => {
      const source = await this.look(one, signal);
      if (source === 'unread') unread.push(one.path);
      else if (source) found.set(one.path, source);
    });
    return { found, unread };
  }

  /** What the files say that need not be opened, and where the others are: without promises, as there may be thousands. */
  private async recallAll(
    paths: readonly string[],
    options: ReadOptions,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly found: Map<string, SourceFile>; readonly others: readonly SourcePlace[] }> {
    const { files, kept } = this;
    const found = new Map<string, SourceFile>();
    const others: SourcePlace[] = [];
    // Once the code was read, a file may change twice within the time that stamps can tell apart.
    const isFirst = !this.tree.has('');
    const recall = (file: string): void => {
      const place = this.absolute(file);
      const at: SourcePlace = { path: file, place, options, stamp: kept?.stampOf(place, options) };
      const known = isFirst ? kept?.recall(at) : undefined;
      if (!known) others.push(at);
      else if (known.source) found.set(file, known.source);
    };
    for (const file of paths) {
      signal?.throwIfAborted();
      const turn = files.turn?.();
      if (turn) await turn;
      if (files.blocking || !kept) recall(file);
      else await this.slices.run(() => recall(file));
    }
    return { found, others };
  }

  /** Replaces the state. @returns whether it has changed. */
  private become(tree: Tree, sources: ReadonlyMap<string, SourceFile>, unread: readonly string[]): boolean {
    const hasOtherPlaces = !isSameTree(this.tree, tree);
    const wasWhole = this.unread.length === 0;
    this.unread = unread;
    if (!hasOtherPlaces && wasWhole === (unread.length === 0) && isSameMap(this.sources, sources)) return false;
    if (hasOtherPlaces) {
      this.tree = tree;
      this.places = undefined;
    }
    this.sources = sources;
    this.snapshot = undefined;
    return true;
  }

  private async loadAll(signal?: AbortSignal): Promise<boolean> {
    const listed = await this.list('', signal);
    const read = await this.readAll(listed.sourcePaths, signal);
    signal?.throwIfAborted();
    return this.become(listed.folders, read.found, [...listed.unread, ...read.unread]);
  }

  private async lookAgain(place: string): Promise<boolean> {
    // A folder becomes a repository of its own by its `.git`, or ceases to be one.
    const subject = place.endsWith('/.git') ? place.slice(0, -'/.git'.length) : place;
    if (subject === '' || !this.tree.has('')) return this.loadAll();
    if (this.leftOut(subject) !== undefined) return false;
    const news = await this.newsOf(subject);
    return news ? this.takeIn(news) : this.loadAll();
  }

  /** What there is news of: the path, as deep as the tree is known, or a folder above. @returns undefined if the root cannot be listed. */
  private async newsOf(place: string): Promise<News | undefined> {
    let target = this.knownPart(place);
    for (;;) {
      const slash = target.lastIndexOf('/');
      const folder = target.slice(0, Math.max(0, slash));
      const { entries, problem } = await this.files.list(this.absolute(folder));
      if (folder === '' && problem !== undefined) return undefined;
      const kind = entries.find(({ name }) => name === target.slice(slash + 1))?.kind;
      const isGone = entries.length === 0 && (await this.files.kindOf(this.absolute(folder))) !== 'folder';
      if (folder === '' || (problem === undefined && !isGone && !isOfAnother(folder, entries)))
        return { folder, target, kind };
      // It is the folder itself that there is news of.
      target = folder;
    }
  }

  /** The path as far as the tree knows its folders, and one name more. */
  private knownPart(place: string): string {
    return withFoldersAbove(place).find((one) => !this.tree.has(one)) ?? place;
  }

  private async takeIn({ folder, target, kind }: News): Promise<boolean> {
    const below: Listing =
      kind === 'folder' ? await this.list(target) : { folders: new Map<string, Folder>(), sourcePaths: [], unread: [] };
    const isFile = kind === 'file' && isSourcePath(target);
    const read = await this.readAll(isFile ? [target] : below.sourcePaths);

    const isInside = (one: string): boolean => one === target || one.startsWith(`${target}/`);
    const name = target.slice(target.lastIndexOf('/') + 1);
    const entries = new Map(this.tree.get(folder));
    if (kind === undefined) entries.delete(name);
    else entries.set(name, kind);
    const tree = new Map(this.tree.has(target) ? [...this.tree].filter(([one]) => !isInside(one)) : this.tree);
    tree.set(folder, entries);
    for (const [one, inside] of below.folders) tree.set(one, inside);
    const sources = new Map([...this.sources].filter(([one]) => !isInside(one)));
    for (const [file, source] of read.found) sources.set(file, source);
    const unread = [...this.unread.filter((one) => !isInside(one)), ...below.unread, ...read.unread];
    return this.become(tree, sources, unread);
  }
}

/** What a text says; undefined if it holds neither tests nor notes. */
function readSource(file: string, text: string): SourceFile | undefined {
  if (!mayHoldFacts(file, text)) return undefined;
  const source = parseSource(file, text);
  return source.tests.length > 0 || source.deferrals.length > 0 ? source : undefined;
}

function createFacts(places: Places, sources: ReadonlyMap<string, SourceFile>, isWhole: boolean): CodeFacts {
  return {
    isWhole,
    sources: [...sources.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    get paths() {
      return places.paths();
    },
    exists: places.exists,
    unseen: places.unseen,
  };
}

/** Whether a folder below the root is a repository, a worktree or a submodule of its own. */
function isOfAnother(folder: string, entries: readonly FolderEntry[]): boolean {
  return folder !== '' && entries.some(({ name }) => name === '.git');
}

function isSameTree(one: Tree, other: Tree): boolean {
  if (one.size !== other.size) return false;
  for (const [folder, entries] of one) {
    const others = other.get(folder);
    if (!others || (others !== entries && !isSameMap(entries, others))) return false;
  }
  return true;
}

function isSameMap<K, V>(one: ReadonlyMap<K, V>, other: ReadonlyMap<K, V>): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) if (!other.has(key) || other.get(key) !== value) return false;
  return true;
}

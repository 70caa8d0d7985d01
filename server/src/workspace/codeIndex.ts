import path from 'node:path';
import { isTestPath } from '../code/languageOf.js';
import { isSourcePath, mayHoldFacts, parseSource } from '../code/parseSource.js';
import type { SourceFile } from '../code/sourceFile.js';
import type { CodeFacts, UnseenFolder } from './codeFacts.js';
import { decodeText } from '../base/decodeText.js';
import { isBelowFolderNotLookedInto } from './foldersNotLookedInto.js';
import { createInTurn } from '../base/inTurn.js';
import type { FileSystem, FolderEntry } from './ports.js';
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
  /** Absolute paths of other project roots; what lies in those inside `root` belongs to them. */
  readonly otherRoots?: readonly string[];
  /** Whether a file or folder is left out, with all that is in it. */
  readonly ignored: (path: string) => boolean;
  /** Longer files are not read: they are made by programs. */
  readonly maxBytes?: number;
}

type Kind = FolderEntry['kind'];
type Folder = ReadonlyMap<string, Kind>;
/** What stands in each folder that was looked into, by its path; the root's is empty. */
type Tree = ReadonlyMap<string, Folder>;

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

/** What the facts say of which files there are; kept for as long as that is the same. */
interface Places extends Pick<CodeFacts, 'exists' | 'unseen'> {
  readonly paths: () => readonly string[];
}

const atOnce = <T>(task: () => T | Promise<T>): T | Promise<T> => task();

const mostReads = 20;
const sliceMilliseconds = 10;
const defaultMaxBytes = 512 * 1024;
/** A project with more is a home folder or a whole disk; what is beyond counts as there. */
const mostFolders = 20_000;
/** Nobody looks through more. */
const mostPaths = 10_000;

export function createCodeIndex(options: CodeIndexOptions): CodeIndex {
  const { root, files, ignored, maxBytes = defaultMaxBytes } = options;
  // Where reading blocks, nobody waits who could have a turn.
  const slices = files.blocking ? { run: atOnce } : createTimeSlices(sliceMilliseconds);
  const nested = new Set((options.otherRoots ?? []).flatMap((other) => relativePath(root, other) || []));

  let tree: Tree = new Map();
  let sources: ReadonlyMap<string, SourceFile> = new Map();
  let unread: readonly string[] = [];
  let places: Places | undefined;
  let snapshot: CodeFacts | undefined;
  // What was looked at last counts.
  const inTurn = createInTurn();
  const absolute = (place: string): string => (place === '' ? root : path.join(root, ...place.split('/')));
  const isOwnLeftOut = (place: string): boolean =>
    isBelowFolderNotLookedInto(place) || nested.has(place) || ignored(place);
  const leftOut = (place: string): string | undefined => withFoldersAbove(place).find(isOwnLeftOut);

  const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
    const waiting = all.values();
    const workOff = async (): Promise<void> => {
      for (const one of waiting) await work(one);
    };
    await Promise.all(Array.from({ length: files.blocking ? 1 : mostReads }, workOff));
  };

  /** Lists a folder that is not left out and all that are in it. */
  const list = async (top: string, signal?: AbortSignal): Promise<Listing> => {
    const folders = new Map<string, Folder>();
    const sourcePaths: string[] = [];
    const unread: string[] = [];
    let waiting = [top];
    while (waiting.length > 0 && folders.size < mostFolders) {
      const next: string[] = [];
      await forEach(waiting, async (folder) => {
        signal?.throwIfAborted();
        const { entries, problem } = await files.list(absolute(folder));
        await slices.run(() => {
          if (problem !== undefined) unread.push(folder);
          if (problem !== undefined || isOfAnother(folder, entries)) return;
          folders.set(folder, new Map(entries.map(({ name, kind }) => [name, kind])));
          for (const { name, kind } of entries) {
            const place = join(folder, name);
            if (kind === 'folder' && !isOwnLeftOut(place)) next.push(place);
            else if (kind === 'file' && isSourcePath(place) && !isOwnLeftOut(place)) sourcePaths.push(place);
          }
        });
      });
      waiting = next;
    }
    return { folders, sourcePaths, unread: unread.concat(waiting) };
  };

  /** What the file says, where it says anything; the object there was for the same text. */
  const look = async (
    file: string,
    within: string,
    signal?: AbortSignal,
  ): Promise<SourceFile | 'unread' | undefined> => {
    signal?.throwIfAborted();
    const result = await files.read(absolute(file), { within, maxBytes });
    if (result.kind === 'error' || (result.kind === 'tooLarge' && isTestPath(file))) return 'unread';
    if (result.kind !== 'file') return undefined;
    return slices.run(() => {
      const decoded = decodeText(result.bytes);
      if (decoded.kind !== 'text') return undefined;
      const before = sources.get(file);
      if (before?.text === decoded.text) return before;
      if (!mayHoldFacts(file, decoded.text)) return undefined;
      const source = parseSource(file, decoded.text);
      return source.tests.length > 0 || source.deferrals.length > 0 ? source : undefined;
    });
  };

  const readAll = async (paths: readonly string[], signal?: AbortSignal): Promise<Sources> => {
    const within = (await files.realPath(root)) ?? root;
    const found = new Map<string, SourceFile>();
    const unreadFiles: string[] = [];
    await forEach(paths, async (file) => {
      const source = await look(file, within, signal);
      if (source === 'unread') unreadFiles.push(file);
      else if (source) found.set(file, source);
    });
    return { found, unread: unreadFiles };
  };

  /** Puts a new state in place of the old one. @returns whether it is another one. */
  const become = (
    newTree: Tree,
    newSources: ReadonlyMap<string, SourceFile>,
    newUnread: readonly string[],
  ): boolean => {
    const hasOtherPlaces = !isSameTree(tree, newTree);
    const wasWhole = unread.length === 0;
    unread = newUnread;
    if (!hasOtherPlaces && wasWhole === (unread.length === 0) && isSameMap(sources, newSources)) return false;
    if (hasOtherPlaces) {
      tree = newTree;
      places = undefined;
    }
    sources = newSources;
    snapshot = undefined;
    return true;
  };

  const load = async (signal?: AbortSignal): Promise<boolean> => {
    const listed = await list('', signal);
    const read = await readAll(listed.sourcePaths, signal);
    signal?.throwIfAborted();
    return become(listed.folders, read.found, [...listed.unread, ...read.unread]);
  };

  /** The folder to list for news of a path, and the name in it: as deep as the tree is known. */
  const newsOf = (place: string): { readonly folder: string; readonly name: string } => {
    const segments = place.split('/');
    let folder = '';
    let at = 0;
    for (; at < segments.length - 1; at++) {
      const next = join(folder, segments[at] ?? '');
      if (!tree.has(next)) break;
      folder = next;
    }
    return { folder, name: segments[at] ?? '' };
  };

  const update = async (place: string): Promise<boolean> => {
    // A folder becomes a repository of its own by its `.git`, or ceases to be one.
    const subject = place.endsWith('/.git') ? place.slice(0, -'/.git'.length) : place;
    if (subject === '' || !tree.has('')) return load();
    if (leftOut(subject) !== undefined) return false;
    let { folder, name } = newsOf(subject);
    let kind: Kind | undefined;
    for (;;) {
      const { entries, problem } = await files.list(absolute(folder));
      if (folder === '' && problem !== undefined) return load();
      kind = entries.find((entry) => entry.name === name)?.kind;
      const isGone = entries.length === 0 && (await files.kindOf(absolute(folder))) !== 'folder';
      if (folder === '' || (problem === undefined && !isGone && !isOfAnother(folder, entries))) break;
      // It is the folder itself that there is news of.
      name = folder.slice(folder.lastIndexOf('/') + 1);
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
    }
    const target = join(folder, name);
    const wasFolder = tree.has(target);
    const below: Listing =
      kind === 'folder' ? await list(target) : { folders: new Map<string, Folder>(), sourcePaths: [], unread: [] };
    const isFile = kind === 'file' && isSourcePath(target);
    const read = await readAll(isFile ? [target] : below.sourcePaths);

    const isInside = (one: string): boolean => one === target || one.startsWith(`${target}/`);
    const entries = new Map(tree.get(folder));
    if (kind === undefined) entries.delete(name);
    else entries.set(name, kind);
    const newTree = new Map(wasFolder ? [...tree].filter(([one]) => !isInside(one)) : tree);
    newTree.set(folder, entries);
    for (const [one, inside] of below.folders) newTree.set(one, inside);
    const newSources = new Map([...sources].filter(([one]) => !isInside(one)));
    for (const [file, source] of read.found) newSources.set(file, source);
    return become(newTree, newSources, [...unread.filter((one) => !isInside(one)), ...below.unread, ...read.unread]);
  };

  return {
    load: (signal) =>
      inTurn(() => {
        signal?.throwIfAborted();
        return load(signal);
      }),
    update: (place) => inTurn(() => update(place)),
    facts: () => (snapshot ??= createFacts((places ??= createPlaces(tree, leftOut)), sources, unread.length === 0)),
  };
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

/** @param leftOut the outermost of a path and the folders it is in that is left out. */
function createPlaces(tree: Tree, leftOut: (path: string) => string | undefined): Places {
  let paths: readonly string[] | undefined;
  const find = (wanted: string): Found => {
    const place = path.posix.normalize(wanted).replace(/\/$|^\.\/?$/u, '');
    if (place === '' || place === '..' || place.startsWith('../') || path.isAbsolute(wanted)) return 'there';
    const out = leftOut(place);
    if (out !== undefined) return { path: out, isLink: false };
    let folder = '';
    let kind: Kind | undefined;
    for (const segment of place.split('/')) {
      const entries = tree.get(folder);
      // Links and folders of others are not looked into; some cannot be.
      if (!entries) return { path: folder, isLink: kind === 'link' };
      kind = entries.get(segment);
      if (kind === undefined) return 'missing';
      folder = join(folder, segment);
      if (kind === 'file' || kind === 'other') return folder === place ? 'there' : 'missing';
    }
    return 'there';
  };
  return {
    paths: () => (paths ??= listPaths(tree)),
    exists: (wanted) => find(wanted) !== 'missing',
    unseen: (wanted) => {
      const found = find(wanted);
      return typeof found === 'string' ? undefined : found;
    },
  };
}

type Found = 'there' | 'missing' | UnseenFolder;

/** The files in path order; of too many those that lie deepest are left out. */
function listPaths(tree: Tree): readonly string[] {
  const found: string[] = [];
  for (const [folder, entries] of tree)
    for (const [name, kind] of entries) if (kind === 'file' && found.length < mostPaths) found.push(join(folder, name));
  return found.sort();
}

/** Whether a folder below the root is a repository, a worktree or a submodule of its own. */
function isOfAnother(folder: string, entries: readonly FolderEntry[]): boolean {
  return folder !== '' && entries.some(({ name }) => name === '.git');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** A path with the folders it is in, outermost first. */
function withFoldersAbove(place: string): string[] {
  const segments = place.split('/');
  return segments.map((_, at) => segments.slice(0, at + 1).join('/'));
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

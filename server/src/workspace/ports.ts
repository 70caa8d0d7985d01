/**
 * What the workspace asks of the machine. Paths are absolute, in the machine's own form; answers may come at once or later,
 * so that a command line can read without the detour through the event loop while a server never waits for a disk.
 */

/** What a read finds. Nothing here throws: a file that cannot be read is an answer, too. */
export type ReadResult =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' }
  /** More bytes than asked for. */
  | { readonly kind: 'tooLarge'; readonly size: number }
  /** A link (or a file below one) that leads out of `within`; `target` is where it leads. */
  | { readonly kind: 'outside'; readonly target: string }
  /** `message`: why, as half a sentence without full stop (`permission denied`). */
  | { readonly kind: 'error'; readonly message: string };

export interface ReadOptions {
  /** The real path of the folder that the file must lie in once links are followed. */
  readonly within: string;
  readonly maxBytes: number;
  /** Which folders are known to lie in it, for who asks about many files at one moment. */
  readonly folders?: Map<string, boolean>;
}

/** What a file shows without being read. */
export interface FileStamp {
  /** Size, times and number of the file: another file or another content gives another text, as far as the resolution of times allows. */
  readonly text: string;
  /** When it was last changed in any way: milliseconds since 1970, by the clock of the file system. */
  readonly changedAt: number;
}

/** `other`: a device, a socket, a pipe. Links are not followed. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** What a folder holds, in no particular order; nothing if it is missing or no folder. */
export interface FolderListing {
  readonly entries: readonly FolderEntry[];
  /** Why it cannot be read, as half a sentence without full stop (`permission denied`): what it holds is then not known. */
  readonly problem?: string;
}

type MaybeLater<T> = T | Promise<T>;

export interface FileSystem {
  /** Whether all answers come at once, so that whatever else there is to do waits for them anyway. */
  readonly blocking?: true;
  /** Wait for this in loops over many files: what else this process has to notice, as signals, comes between two of them. */
  turn?(): Promise<void> | undefined;
  read(path: string, options: ReadOptions): MaybeLater<ReadResult>;
  /** The stamp of what `read` would read; undefined if that is no regular file, or a link leads to it. */
  stamp?(path: string, options: ReadOptions): FileStamp | undefined;
  list(folder: string): MaybeLater<FolderListing>;
  /** What is at a path, links followed; undefined if nothing does. */
  kindOf(path: string): MaybeLater<Exclude<FolderEntry['kind'], 'link'> | undefined>;
  /** The path with all links followed; undefined if there is no such file or folder. */
  realPath(path: string): MaybeLater<string | undefined>;
}

/** What git says, or why it says nothing: a sentence without full stop. */
export type GitAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** `unavailable`: there is no git, or no repository with files. `failed`: git fails, or says what cannot be read. */
  | { readonly kind: 'unavailable' | 'failed'; readonly message: string };

/** Git, read only. Folders are absolute. Nothing here throws, except for a signal's reason. */
export interface Git {
  /** How many processes were started so far. */
  spawns(): number;
  /** What is said once and for all of the repository that `folder` is in. */
  repository(folder: string, signal?: AbortSignal): Promise<GitAnswer<GitRepository>>;
  /** @param elsewhere as another worktree of the repository has them at this moment: then only HEAD is looked at. */
  refs(repository: GitRepository, signal?: AbortSignal, elsewhere?: GitRefs): Promise<GitAnswer<GitRefs>>;
  /** Hands out the commits one by one: about newest first, and children before parents where `naming` is given. */
  log(
    repository: GitRepository,
    wanted: WantedCommits,
    take: (commit: LoggedCommit) => void,
    signal?: AbortSignal,
  ): Promise<GitAnswer<undefined>>;
  /** @param refs as they are at this moment: with them, git is started only where its files do not tell. */
  worktrees(
    repository: GitRepository,
    signal?: AbortSignal,
    refs?: GitRefs,
  ): Promise<GitAnswer<readonly GitWorktree[]>>;
  /** What git says of the files in or below the asked folder. */
  status(repository: GitRepository, signal?: AbortSignal): Promise<GitAnswer<GitStatus>>;
  /** The texts of blobs, all in one process; those that are missing, or beyond what is read at one go, are left out. */
  blobs(
    repository: GitRepository,
    blobs: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<ReadonlyMap<string, string>>>;
  /**
   * Hands out files one by one, in the order asked for, all from one process: by the hash of a blob, or as `<commit>:<path>`, the
   * path relative to the top of the repository. What is missing, or longer than a document can be, is skipped.
   */
  objects(
    repository: GitRepository,
    objects: readonly string[],
    take: (object: string, bytes: Uint8Array) => void,
    signal?: AbortSignal,
  ): Promise<GitAnswer<undefined>>;
  /** What is written down of each move of some refs (full names), oldest first, the newest thousand of each; starts no process. */
  refLogs(repository: GitRepository, refs: readonly string[]): Promise<readonly RefLogEntry[]>;
  /** The ones among `paths` (relative to `folder`, with `/`) that git ignores. */
  ignored(folder: string, paths: readonly string[], signal?: AbortSignal): Promise<GitAnswer<ReadonlySet<string>>>;
}

export interface GitRepository {
  /** The folder that was asked about. */
  readonly folder: string;
  /** The way from the top of the repository to that folder, with `/` behind each part: empty at the top. */
  readonly prefix: string;
  /** The top of the worktree. */
  readonly top: string;
  /** What git keeps for this worktree: HEAD and the index. */
  readonly gitFolder: string;
  /** What all worktrees share: refs and objects. */
  readonly commonFolder: string;
}

export interface GitRefs {
  /** Branches, remote branches and tags. */
  readonly refs: readonly GitRef[];
  /** `branch`: by its local name, born or not; undefined if HEAD is detached. `commit`: undefined if there is none yet. */
  readonly head: { readonly branch?: string; readonly commit?: string };
  /** Where a shallow clone ends; undefined for a whole one. */
  readonly shallow?: string;
  /** The branch that the work at hand is merged into, where a run has one of its own. */
  readonly target?: string;
}

export interface GitRef {
  /** In full: `refs/heads/main`. */
  readonly name: string;
  /** What it leads to in the end; undefined if that is no commit. */
  readonly commit?: string;
  /** The full name of the ref that it is another name of. */
  readonly target?: string;
  /** When that commit was committed, in milliseconds since 1970. */
  readonly at: number;
}

/** Paths are relative to the top of the repository. */
export interface GitStatus {
  /** Files with changes that are not committed. */
  readonly changed: readonly string[];
  /** What git ignores; a folder that a pattern names ends with `/` and stands for all that is in it. */
  readonly ignored: readonly string[];
  /** Folders that are repositories of their own and no submodules; each ends with `/`. */
  readonly nested: readonly string[];
}

export interface WantedCommits {
  /** Hashes; those that are gone are passed over. */
  readonly tips: readonly string[];
  /** Hashes of commits that are left out with all that is before them; those that are gone are skipped. */
  readonly known?: readonly string[];
  /** Whether those that were left out are returned if wanted ones are based on them. */
  readonly edges?: boolean;
  /** The commit to end with: itself wanted, what is before it not. */
  readonly downTo?: string;
  /** Only those with this text in their message. */
  readonly naming?: string;
  /** Whether the tips alone are wanted. */
  readonly alone?: boolean;
  /** How many, at most; the newest count. */
  readonly most?: number;
}

/** Times are milliseconds since 1970. Texts that are not UTF-8 have replacement characters in them. */
export interface LoggedCommit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly tree: string;
  /** Whether it was left out, and is returned because a wanted commit is based on it. */
  readonly isEdge: boolean;
  readonly authoredAt: number;
  /** When it was committed. */
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  /** One a line, `Key: value`. */
  readonly trailers: string;
  /** None for merges. */
  readonly changes: readonly LoggedChange[];
  /** What a merge made other than all its parents have it: one for each parent and file, in their order. */
  readonly merged?: readonly LoggedChange[];
}

export interface LoggedChange {
  /** Relative to the top of the repository. */
  readonly path: string;
  /** The blob before and after; undefined if the file was not there. */
  readonly before?: string;
  readonly after?: string;
}

export interface GitWorktree {
  /** Absolute. */
  readonly path: string;
  readonly main: boolean;
  /** It has no files of its own. */
  readonly bare?: true;
  /** By its local name; undefined if HEAD is detached. */
  readonly branch?: string;
  readonly head?: string;
  readonly locked: boolean;
  /** Why, where that is said. */
  readonly lockReason?: string;
  readonly prunable: boolean;
}

/**
 * Git, asked for what an item changed. Nothing is written into the repository: what has to be written goes to a scratch folder, and
 * the trees and blobs made there are known to these methods alone. Paths are relative to the top of the repository, with `/`.
 * Nothing here throws, except for a signal's reason.
 */
export interface WorkGit {
  /** How many processes were started so far. */
  spawns(): number;
  /**
   * The tree that a commit of everything in the folder would have, what is not committed included.
   *
   * @param unwatched files that git was told not to look at, and is to look at anyway.
   */
  snapshot(
    repository: GitRepository,
    unwatched: readonly UnwatchedFile[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<string>>;
  /** What differs between trees, one list for each pair; hashes of trees, undefined for the empty one. */
  differences(
    repository: GitRepository,
    pairs: readonly TreePair[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<readonly (readonly TreeChange[])[]>>;
  /**
   * The texts of objects, by the names they were asked for: a hash, or `<commit>:<path>`. Those that are missing are left out, and
   * so is what is no text (a NUL byte) or larger than two megabytes.
   */
  texts(
    repository: GitRepository,
    objects: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<ReadonlyMap<string, string>>>;
  /** Writes all files of a tree or commit into a folder outside the repository, which is made, or is there and empty. */
  checkOut(repository: GitRepository, tree: string, into: string, signal?: AbortSignal): Promise<GitAnswer<undefined>>;
  /** A tree with other files in it; its blobs and what it is made of stay in the scratch folder. */
  writeTree(
    repository: GitRepository,
    tree: string,
    files: readonly FileInTree[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<string>>;
  /** The newest commit that `one` and any of the others lead to; undefined if there is none. */
  mergeBase(
    repository: GitRepository,
    one: string,
    others: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<string | undefined>>;
  /** The files git was told not to look at, those with it that a sparse checkout leaves out; starts a process only where there may be some. */
  unwatched(repository: GitRepository, signal?: AbortSignal): Promise<GitAnswer<readonly UnwatchedFile[]>>;
  /** What git ignores in some folders, file by file. */
  ignoredPaths(
    repository: GitRepository,
    folders: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<readonly string[]>>;
  /** Which pattern makes git ignore a path, by path. */
  ignorePatterns(
    repository: GitRepository,
    paths: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<ReadonlyMap<string, IgnorePattern>>>;
  /**
   * The files among some whose content a filter or an encoding exchanges, where attributes that are not in git
   * (`info/attributes`, and the file that the repository's configuration or the user names) may say so; starts a process only there.
   */
  exchanged(
    repository: GitRepository,
    paths: readonly string[],
    signal?: AbortSignal,
  ): Promise<GitAnswer<readonly string[]>>;
}

/** A file for a tree: its blob or its text; neither where it is not there. */
export interface FileInTree {
  readonly path: string;
  /** As git writes it: `100644`. */
  readonly mode: string;
  readonly blob?: string;
  readonly text?: string;
}

export interface TreePair {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A file whose mode or blob differs; modes as git writes them (`100644`), undefined if the file is not there. */
export interface TreeChange {
  readonly path: string;
  readonly modeBefore?: string;
  readonly modeAfter?: string;
  readonly blobBefore?: string;
  readonly blobAfter?: string;
}

export interface UnwatchedFile {
  readonly path: string;
  /** As the index has them. */
  readonly mode: string;
  readonly blob: string;
  /** A sparse checkout leaves it out: it is not in the folder, and not deleted. */
  readonly leftOut?: true;
}

export interface IgnorePattern {
  /** Relative to the top of the repository, or absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly pattern: string;
  /** When the file was last written, in milliseconds since 1970; undefined if that cannot be said. */
  readonly writtenAt?: number;
}

export interface RefLogEntry {
  /** In full, or `HEAD`. */
  readonly ref: string;
  /** Hashes; undefined if there was none, or is none any more. */
  readonly before?: string;
  readonly after?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly message: string;
}

/** Keeps what is expensive to compute. Files are absolute; nothing throws. */
export interface CacheFiles {
  /** Undefined if there is no such file, or none that can be read. */
  read(file: string): Promise<string | undefined>;
  /** Whole or not at all; where it cannot be written nothing happens. @param text may be in pieces. */
  write(file: string, text: string | Iterable<string>): Promise<void>;
  /** At the end of what is there; a process that ends meanwhile may leave a part of it. Where it cannot be written nothing happens. */
  add(file: string, text: string): Promise<void>;
}

/** Starts programs that are not ours. Nothing here throws. */
export interface Processes {
  /** Runs one to its end; it is ended with all that it has started once `signal` is aborted, or this process ends. */
  run(start: ProcessStart): Promise<ProcessEnd>;
}

export interface ProcessStart {
  /** Absolute path, or a name that is looked for in the PATH. */
  readonly program: string;
  /** Handed over as they are: no shell reads them. */
  readonly args: readonly string[];
  /** Where it runs; absolute. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * What it reads: a text, or the terminal of this process, in whose group it is then, so that it can ask a person. Undefined: nothing,
   * and it heads a group of its own.
   */
  readonly reads?: { readonly text: string } | 'terminal';
  /** Given each piece of what it prints, as it comes. */
  readonly take: (text: string, from: 'output' | 'errors') => void;
  /** How long it may take, in milliseconds, before it is ended. */
  readonly timeLimit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ProcessEnd =
  /** `code`: null if a signal ended it. `isLate`: it was ended for a limit of its start. */
  | { readonly kind: 'ended'; readonly code: number | null; readonly isLate?: boolean }
  /** `message`: half a sentence without full stop. */
  | { readonly kind: 'notStarted'; readonly message: string };

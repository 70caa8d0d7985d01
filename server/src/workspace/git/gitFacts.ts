/** What git says of a project, at one moment. Times are milliseconds since 1970; paths are relative to the project root, with `/`. */
export interface GitFacts {
  /** The paths of documents that git ignores. */
  readonly ignored: ReadonlySet<string>;
  /** What keeps git from answering in full; each is reported as a finding, because a missing history must not look like an empty one. */
  readonly notices: readonly GitNotice[];
  /** Undefined if there is none to be relied on: no git, no repository, output that cannot be read. */
  readonly history?: GitHistory;
}

export interface GitNotice {
  /**
   * `unavailable`: no git, or no repository. `noCommits`: the repository is empty. `shallow`: a clone without its past.
   * `detached`: no branch is checked out. `bounded`: older commits were left out. `unreadable`: git's output, or its failure.
   */
  readonly kind: 'unavailable' | 'noCommits' | 'shallow' | 'detached' | 'bounded' | 'unreadable';
  /** What it is and what follows, as a sentence without full stop. */
  readonly message: string;
}

export interface GitHistory {
  /** The moment the facts are of. */
  readonly now: number;
  readonly head: { readonly commit?: string; readonly branch?: string };
  /** The branch work is merged into, by its local name: `main`. */
  readonly defaultBranch?: string;
  /** All commits that a ref or HEAD leads to, newest first (by commit time, children before parents). */
  readonly commits: readonly Commit[];
  readonly branches: readonly Branch[];
  readonly tags: readonly Tag[];
  readonly worktrees: readonly Worktree[];
  /** Whether the default branch holds the commit. */
  isOnDefault(hash: string): boolean;
  /** Whether HEAD leads to the commit. */
  isOnHead(hash: string): boolean;
  /** Whether `descendant` leads to `ancestor`, or is it. */
  leadsTo(descendant: string, ancestor: string): boolean;
  /** The changes of a file on the way to HEAD, newest first; merges have none of their own. */
  changesOf(path: string): readonly FileChange[];
  /** What a commit changed, one for each of its `paths`, in their order. */
  changesIn(commit: Commit): readonly FileChange[];
  /** Files with changes that are not committed. */
  readonly uncommitted: ReadonlySet<string>;
  /** What the board's history says, newest first, on the way to HEAD; the oldest of a long history are left out. */
  readonly boardEvents: readonly BoardEvent[];
  /** The text of a blob, where it was fetched. @see GitIndex.fetch */
  textOf(blob: string): string | undefined;
}

export interface Commit {
  /** All forty (or sixty-four) digits. */
  readonly hash: string;
  readonly parents: readonly string[];
  /** When it was committed. */
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  /** The item ids in subject, body and trailers, each once. */
  readonly items: readonly string[];
  /** What it changed; files outside the project root begin with `../`. Empty for merges. */
  readonly paths: readonly string[];
  /** What its message says that it reverts: hashes, or the number of a pull request as `#12`. */
  readonly reverts?: readonly string[];
}

export interface FileChange {
  readonly commit: Commit;
  /** The blob before and after; undefined if the file was not there. */
  readonly before?: string;
  readonly after?: string;
}

export interface Branch {
  /** Without the remote: `feature/STORY-001`. */
  readonly name: string;
  /** Undefined for a local branch. */
  readonly remote?: string;
  readonly tip: string;
  /** The item ids in its name. */
  readonly items: readonly string[];
  /** When its tip was committed. */
  readonly at: number;
}

export interface Tag {
  readonly name: string;
  /** The commit it stands for, annotated or not. */
  readonly commit: string;
}

export interface Worktree {
  /** Absolute. */
  readonly path: string;
  readonly main: boolean;
  readonly branch?: string;
  readonly head?: string;
  /** The item ids in its branch's and its folder's name. */
  readonly items: readonly string[];
  readonly locked: boolean;
  readonly prunable: boolean;
}

/** Something a commit did to the board. */
export interface BoardEvent {
  readonly commit: Commit;
  readonly item: string;
  /** `started`, `done`: the entry came to In Progress, to Done. `ticked`: a task was ticked. `archived`: it left for the archive. */
  readonly kind: 'started' | 'done' | 'ticked' | 'archived';
  /** The text of the task that was ticked. */
  readonly task?: string;
}

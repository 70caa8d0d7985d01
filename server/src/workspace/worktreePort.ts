import type { GitAnswer, GitRefs, GitRepository, GitWorktree } from './ports.js';

/**
 * The worktrees of a repository, as one looks at them before one is made or taken away. Paths are absolute, hashes those of commits.
 * If git fails, its implementation throws the reason.
 */
export interface WorktreeDesk {
  /** As the worktree knows it that the project is in. */
  readonly repository: GitRepository;
  readonly refs: GitRefs;
  /** As git lists them, the main one first; `prunable` also those that are gone and locked. */
  readonly listed: readonly GitWorktree[];
  /** The path, as git lists it, of the worktree that the project is in. */
  readonly current: string;
  /** The top of the repository that this one is a submodule of. */
  around(): Promise<string | undefined>;
  /** The commit that a name stands for; undefined if there is none. */
  commitOf(name: string): Promise<string | undefined>;
  /** Whether a file is part of a commit; its path is relative to the top of the repository. */
  holds(commit: string, path: string): Promise<boolean>;
  /** How many commits one leads to that none of the others leads to. */
  countBeyond(commit: string, others: readonly string[]): Promise<number>;
  contents(worktree: string): Promise<WorktreeContents>;
  obstacles(worktree: string): Promise<WorktreeObstacles>;
  /** What git keeps for a worktree alone, be its folder there or gone. */
  kept(worktree: GitWorktree): Promise<WorktreeKept>;
  /** Of ignored paths: the repositories in them that hold what is nowhere else, as paths relative to the worktree. */
  loadedRepositories(worktree: string, ignored: readonly string[]): Promise<readonly string[]>;
  /** Whether git has settings for a branch: where it is pushed to, say. */
  hasSettings(branch: string): Promise<boolean>;
  /** Whether git ignores a path in the worktree. */
  isIgnored(worktree: string, path: string): Promise<boolean>;
  /** The path without links, as far as it is there. */
  realOf(path: string): Promise<string>;
  /**
   * What is there. `remains`: a folder with nothing in it, or nothing but the `.git` file of a worktree that git does not know
   * any more. `occupied`: anything else.
   */
  occupancyOf(path: string): Promise<'nothing' | 'remains' | 'occupied'>;
  /** The folders in a folder; none if there is no such folder. */
  foldersIn(folder: string): Promise<readonly string[]>;
  size(worktree: string): Promise<FolderSize>;
  /** When it was made, in milliseconds since 1970; undefined if that cannot be said. */
  madeAt(worktree: string): Promise<number | undefined>;
  occupants(folder: string): Promise<Occupants>;
}

/** The processes that work in a folder or below it. */
export interface Occupants {
  /** Those that are known, as half sentences: `process 4711, bash`. */
  readonly found: readonly string[];
  /** False if the system does not list the others, so there may be more. */
  readonly areAllKnown: boolean;
}

/** What goes with a worktree when git forgets it, beside HEAD. */
export interface WorktreeKept {
  /** What git is in the middle of there: a rebase may have put aside files that were not committed. */
  readonly goingOn?: string;
  /** False where git did not come to the end of making it, or made it without files. */
  readonly hasIndex: boolean;
  /** The submodules whose repositories git keeps there: their commits may be nowhere else. */
  readonly submodules: readonly string[];
  /** The refs that no other worktree sees: `refs/worktree/mine`. */
  readonly refs: readonly { readonly name: string; readonly commit: string }[];
  /** The files that the index has otherwise than HEAD. Empty where the worktree is there: its status tells. */
  readonly staged: readonly string[];
}

/** Paths are relative to the worktree; a folder that is ignored, or is a repository of its own, is one path that ends with `/`. */
export interface WorktreeContents {
  /** Tracked files that are not as HEAD has them. */
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
  readonly ignored: readonly string[];
  /** What git is in the middle of there: `rebase`. */
  readonly goingOn?: string;
}

/** How two commits stand to each other. */
export interface ComparedCommits {
  readonly isOneInOther: boolean;
  readonly isOtherInOne: boolean;
}

/** What keeps a worktree from being looked at in full, or from being removed. */
export interface WorktreeObstacles {
  /** Files marked assume-unchanged or skip-worktree: git sees no changes in them. */
  readonly unwatched: readonly string[];
  readonly submodules: readonly string[];
}

export interface FolderSize {
  /** What the files hold, in bytes; what links lead to is not counted. */
  readonly bytes: number;
  /** Whether there were too many files to look at them all. */
  readonly isMore: boolean;
}

/** Git, asked for what has to be known before a worktree is made or removed. Each throws the signal's reason once it is aborted. */
export interface WorktreeGit {
  contents(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<WorktreeContents>>;
  obstacles(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<WorktreeObstacles>>;
  kept(repository: GitRepository, worktree: GitWorktree, signal: AbortSignal): Promise<GitAnswer<WorktreeKept>>;
  /** @see findLoadedRepositories */
  loadedRepositories(
    repository: GitRepository,
    ignored: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  hasSettings(repository: GitRepository, branch: string, signal: AbortSignal): Promise<GitAnswer<boolean>>;
  commitOf(repository: GitRepository, name: string, signal: AbortSignal): Promise<GitAnswer<string | undefined>>;
  holds(repository: GitRepository, commit: string, path: string, signal: AbortSignal): Promise<GitAnswer<boolean>>;
  countBeyond(
    repository: GitRepository,
    commit: string,
    others: readonly string[],
    signal: AbortSignal,
  ): Promise<GitAnswer<number>>;
  /** @param one a hash, as is the other. */
  compare(
    repository: GitRepository,
    one: string,
    other: string,
    signal: AbortSignal,
  ): Promise<GitAnswer<ComparedCommits>>;
  around(repository: GitRepository, signal: AbortSignal): Promise<GitAnswer<string | undefined>>;
  /**
   * Whether what a commit has otherwise than another one matches nowhere, as far as that is known without git. False: git has to be asked.
   */
  lacks(
    repository: GitRepository,
    commits: { readonly from: string; readonly to: string },
    pattern: RegExp,
  ): Promise<boolean>;
  /** Whether a worktree has nothing but what HEAD has, as far as that is known without git. False: git has to be asked. */
  isClean(repository: GitRepository): Promise<boolean>;
  /** Makes a commit as no settings say otherwise, without starting git. @returns its hash; undefined: git has to make it. */
  mergeCommit(repository: GitRepository, commit: MergeCommit): Promise<string | undefined>;
  /** @see takeBackWorktree */
  takeBack(folder: string, start: WorktreeStart, halfMade: boolean): Promise<'gone' | 'left' | 'busy'>;
}

/** The merge of a commit that holds the other one: it has its files. */
export interface MergeCommit {
  /** Hashes, as is `onto`, which comes first. */
  readonly tip: string;
  readonly onto: string;
  readonly message: string;
  /** With the time, as git writes it: `Ann <ann@example.org> 1767607200 +0100`. */
  readonly author: string;
  readonly committer: string;
}

/** A ref that is made, or deleted where it holds `from`. */
export interface RefChange {
  readonly ref: string;
  /** Hashes. */
  readonly from?: string;
  readonly to?: string;
}

/** Changes refs through one git that waits for the next change: for a process that changes many. */
export interface LastingRefs {
  /**
   * @param folder in the repository: absolute.
   * @returns false if it was not done: a git of its own says why.
   * @throws the signal's reason once it is aborted.
   */
  readonly change: (folder: string, change: RefChange, signal: AbortSignal) => Promise<boolean>;
  readonly end: () => void;
}

/** The start of a worktree, as it can be taken back. */
export interface WorktreeStart {
  /** Absolute. */
  readonly path: string;
  readonly branch: string;
  /** The commit that the branch was made at, where it was made with the worktree. */
  readonly madeAt?: string;
}

/** What `worktree list` answers. Paths are absolute where nothing else is said. */
export interface WorktreeList {
  /** As git lists them: the main checkout first. */
  readonly worktrees: readonly WorktreeRow[];
  readonly strays: readonly Stray[];
  /** The branch work is merged into, as far as it is known. */
  readonly defaultBranch?: string;
}

/** A folder where worktrees are made that git knows nothing of. */
export interface Stray {
  readonly path: string;
  /** Whether there is something in it that somebody could miss. */
  readonly holdsFiles: boolean;
}

export interface WorktreeRow {
  readonly path: string;
  /** The project in it. */
  readonly root: string;
  readonly main: boolean;
  /** Whether it is the one that was asked in. */
  readonly current: boolean;
  readonly bare?: true;
  /** Missing where HEAD is on none. */
  readonly branch?: string;
  readonly head?: string;
  /** Named by its branch or folder. */
  readonly items: readonly string[];
  readonly locked: boolean;
  readonly lockReason?: string;
  /** Its folder is gone, or has lost its `.git` file. */
  readonly prunable: boolean;
  readonly beingMade?: true;
  readonly bytes?: number;
  /** There are more than that. */
  readonly moreBytes?: true;
  /** ISO 8601. */
  readonly madeAt?: string;
  /** Paths in it, as are the next two. */
  readonly changed?: readonly string[];
  readonly untracked?: readonly string[];
  readonly ignored?: readonly string[];
  /** What git is in the middle of: `rebase`. */
  readonly goingOn?: string;
  /** How many commits the branch work is merged into does not have. */
  readonly unmerged?: number;
  readonly merged?: boolean;
  /** How many commits no remote branch has; missing where there is no remote. */
  readonly unpushed?: number;
  /** Why it cannot be looked at: a sentence without full stop. */
  readonly problem?: string;
}

/** What `worktree create` answers. */
export interface WorktreeCreation {
  readonly item: string;
  readonly path: string;
  /** The project in it. */
  readonly root: string;
  readonly branch?: string;
  /** False if it was already there. */
  readonly made: boolean;
}

/** The answer of `worktree remove`, with and without --dry-run. */
export interface WorktreeRemoval {
  readonly path: string;
  readonly items: readonly string[];
  readonly branch?: string;
  readonly removed: boolean;
  readonly branchDeleted: boolean;
  /** How many commits the branch work is merged into does not have; missing where that is not known. */
  readonly unmerged?: number;
  /** What git ignores in it, and would be gone. */
  readonly ignored: readonly string[];
  /** False if the system does not tell whether a program works in it. */
  readonly processesKnown: boolean;
}

/** The answer of `worktree prune`, with and without --dry-run. */
export interface WorktreePruning {
  readonly applied: boolean;
  readonly found: readonly PruneFinding[];
}

export interface PruneFinding {
  readonly path: string;
  readonly action: 'forget' | 'repair' | 'remove' | 'none';
  /** What is done, or why nothing is, as half a sentence. */
  readonly says: string;
  readonly kept: boolean;
}

/** What an item changed: from the commit it began at to the folder as it is now, what is not committed included. */
export interface Work {
  /**
   * What it is compared with: a commit; a tree where others' work came to it since; the empty tree where the work began with the
   * first commit of all.
   */
  readonly base: string;
  /** `frozen`: recorded when the spec was frozen. `branch`: where the branch left the default one. `commits`: before the item's first commit. `head`: nothing is committed yet. */
  readonly from: 'frozen' | 'branch' | 'commits' | 'head';
  /** The commit that HEAD is at. */
  readonly head: string;
  /** Undefined if HEAD is detached. */
  readonly branch?: string;
  /** The tree that a commit of everything in the folder would have: tracked or not, without what git ignores. */
  readonly tree: string;
  /** A hash of the part of that tree that tests and other commands may depend on: all but documents and other Markdown. */
  readonly relevant: string;
  /** What is in the folder and not in HEAD's commit as it is there; relative to the project root. */
  readonly uncommitted: readonly string[];
  /** In order of path. */
  readonly changes: readonly WorkChange[];
  /** On the way from where the work began to HEAD, newest first, without what merges of the default branch brought. */
  readonly commits: readonly WorkCommit[];
  /** What keeps git from seeing all. */
  readonly hidden: readonly HiddenFile[];
  /** What the refs' logs tell of the branch since `base`, or of a detached HEAD: ref by ref, newest first. */
  readonly moves: readonly RefMove[];
}

export interface WorkChange {
  /** Relative to the project root, with `/`; begins with `../` outside. */
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** As git writes them: `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly modeBefore?: string;
  readonly modeAfter?: string;
  /** Undefined if there is none, and for what is no text or too large. */
  readonly before?: string;
  readonly after?: string;
  /**
   * Set where only commits changed it that name other items (these), all Done before: whose it is nobody can tell. What it does to
   * tests counts; where it lies does not.
   */
  readonly claimed?: readonly string[];
}

export interface WorkCommit {
  readonly hash: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly committedAt: number;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  /** The item ids in subject, body and trailers, each once. */
  readonly items: readonly string[];
  /** By key, in lower case: `signed-off-by`. */
  readonly trailers: readonly { readonly key: string; readonly value: string }[];
  /** Relative to the project root; empty for merges. */
  readonly paths: readonly string[];
  /** Whether it belongs to other items. */
  readonly others?: true;
}

export interface HiddenFile {
  /** Relative to the project root. */
  readonly path: string;
  /** `ignored`: source code that git ignores by a pattern the work added, and settings of the project that git ignores by any. `unwatched`: git was told not to look (assume-unchanged, skip-worktree). `leftOut`: a test that a sparse checkout leaves out of the folder, so that it is not run there. `exchanged`: source code that is not in git as it is in the folder, by attributes that are not in git. */
  readonly kind: 'ignored' | 'unwatched' | 'leftOut' | 'exchanged';
  /** What hides it: the file and line of the pattern. */
  readonly by?: string;
}

/** A step of a ref's log. */
export interface RefMove {
  /** In full, or `HEAD`. */
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What git wrote beside it: `reset: moving to HEAD~1`. */
  readonly message: string;
  /** Whether `after` does not lead to `before`, so that commits fell away. */
  readonly forced: boolean;
  /** The commits that `before` leads to and `after` does not, newest first; undefined if they cannot be read any more. */
  readonly fellAway?: readonly WorkCommit[];
}

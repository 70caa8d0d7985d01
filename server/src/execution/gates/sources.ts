import type { GitAnswer } from '../../workspace/ports.js';
import type { Work } from '../../workspace/work/work.js';

/** The folder at one moment. */
export type FolderState = Pick<Work, 'head' | 'tree' | 'relevant'>;

export interface ChangedPath {
  readonly path: string;
  readonly isNew: boolean;
}

/** What the lab asks of git. Nothing throws, except for the signal's reason. */
export interface LabSources {
  /** The folder as it was when the gate began; asked once. */
  readonly before: () => Promise<GitAnswer<FolderState>>;
  /** The folder as it is now. */
  readonly now: () => Promise<GitAnswer<FolderState>>;
  /** What differs between two trees: paths relative to the project root, with `/`. `isNew`: there was none before. */
  readonly changed: (before: string, after: string) => Promise<GitAnswer<readonly ChangedPath[]>>;
  /** The product's sources that the item changed and people write, as they were when the gate began; paths as above. */
  readonly product: () => Promise<readonly string[]>;
  /** Writes all files of a commit or tree below a folder that is empty. */
  readonly checkOut: (tree: string, folder: string) => Promise<GitAnswer<unknown>>;
  /** The top of the worktree: absolute. */
  readonly top: string;
}

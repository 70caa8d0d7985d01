import type { ErrorCode } from '../operations/errorCodes.js';
import type { Range } from './place.js';

/**
 * Request: plans an operation on what the editor shows, and carries it out by one edit of the editor. While it does, no other
 * writer of the repository writes.
 */
export const operationRequest = 'pactwright/operation';

/** Request from the server with an `OperationEdit`; answers with an `AppliedEdit`. */
export const applyEditRequest = 'pactwright/applyEdit';

/** So that both sides compare the same: the editor shows no byte order mark, and one kind of line break. */
export { comparableText } from '../base/comparableText.js';

export interface OperationParams {
  /** URI of the project root. */
  readonly root: string;
  /** As on the command line: `board tick`. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export type OperationOutcome =
  /**
   * Nothing was done: it asks gates or starts programs, which takes a process of its own. `args`: how the command line is called for
   * it, without `--root`, which has to be the folder of the project.
   */
  | { readonly kind: 'runElsewhere'; readonly args: readonly string[] }
  | {
      readonly kind: 'done';
      /** A sentence without full stop, for a person. */
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      /** What, why and the way out, as a sentence without full stop. */
      readonly message: string;
      readonly candidates: readonly string[];
    };

/** One edit of the editor, applied whole and undone at once. Files that had no unsaved changes are saved after it. */
export interface OperationEdit {
  readonly changes: readonly OperationChange[];
}

export type OperationChange =
  | {
      readonly kind: 'edit';
      readonly uri: string;
      /** `comparableText` of what the file must hold. */
      readonly text: string;
      readonly edits: readonly { readonly range: Range; readonly newText: string }[];
    }
  | { readonly kind: 'create'; readonly uri: string; readonly text: string }
  | { readonly kind: 'rename'; readonly uri: string; readonly newUri: string }
  /** `text`: `comparableText` of what the file must hold. */
  | { readonly kind: 'delete'; readonly uri: string; readonly text: string };

export type AppliedEdit =
  | { readonly kind: 'applied' }
  /** These files hold another text than the server thinks; nothing was done. */
  | { readonly kind: 'changed'; readonly uris: readonly string[] }
  /** `message`: what, why and the way out, as a sentence without full stop. */
  | { readonly kind: 'failed'; readonly message: string };

export interface OperationRequests {
  readonly [operationRequest]: { readonly params: OperationParams; readonly answer: OperationOutcome };
}

/** What the operations on worktrees answer in their JSON, which the client reads from a process of its own. */
export type {
  PruneFinding,
  Stray as WorktreeStray,
  WorktreeCreation,
  WorktreeList,
  WorktreePruning,
  WorktreeRemoval,
  WorktreeRow,
} from '../operations/worktrees/answers.js';

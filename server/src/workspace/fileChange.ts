import type { TextEdit } from '../markdown/textEdit.js';

/**
 * A change of one file, as plans of edits list them. Paths are relative to the project root, with `/`; spans are offsets in the
 * text the file has when the plan is made.
 */
export type FileChange =
  | { readonly kind: 'edit'; readonly path: string; readonly edits: readonly TextEdit[] }
  /** Refused if there is such a file. */
  | { readonly kind: 'create'; readonly path: string; readonly text: string }
  /** Refused if there is a file of the new name. Edits of the file itself name its old path. */
  | { readonly kind: 'rename'; readonly path: string; readonly newPath: string }
  /** Refused if the file has another text than when the plan was made. */
  | { readonly kind: 'delete'; readonly path: string };

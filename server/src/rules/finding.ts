import type { Range } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { FileChange } from '../workspace/fileChange.js';

export type Severity = 'error' | 'warning' | 'info';

/** What a rule reports, ready to be shown: everything a door needs and nothing it has to look up. */
export interface Finding {
  /** Stays the same under edits elsewhere, renames and moves: made of rule, item and anchor text, never of line numbers. */
  readonly id: string;
  readonly code: string;
  /** The rule's name, e.g. `requirement-without-criterion`. */
  readonly rule: string;
  readonly severity: Severity;
  /** The item it is about, where it is about one. */
  readonly item?: string;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly range: Range;
  /** What is wrong, why it matters and the way out. */
  readonly message: string;
  readonly fix?: Fix;
  /** Other ways out, none of them safe. */
  readonly otherFixes?: readonly Fix[];
  readonly related?: readonly Related[];
  /** Hashes of the commits it is about. */
  readonly commits?: readonly string[];
  /** The id of the scenario it is about, where it is about one that has an id. */
  readonly scenario?: string;
}

/**
 * Edits to the finding's own document, and to others where it takes both; `safe` fixes change no meaning and are applied by
 * fix-all and `--fix`. A fix with `others` is never safe.
 */
export interface Fix {
  /** An imperative without full stop, e.g. `Set the ID cell to STORY-001`. */
  readonly title: string;
  readonly safe: boolean;
  /** The title if this fix is applied to all findings of the rule that have it, e.g. `Set the Status as on the board`. */
  readonly every?: string;
  readonly edits: readonly TextEdit[];
  readonly others?: readonly FileChange[];
}

/** The other end of a finding. */
export interface Related {
  readonly path: string;
  readonly range: Range;
  readonly message: string;
}

import type { Span } from '../markdown/span.js';
import type { IdTarget } from '../trace/idReferences.js';
import type { CursorPlace } from './cursorPlace.js';
import type { FeatureContext } from './featureContext.js';

export type CompletionKind =
  | 'item'
  | 'requirement'
  | 'criterion'
  | 'value'
  | 'field'
  | 'section'
  | 'keyword'
  | 'step'
  | 'rule'
  | 'file'
  | 'folder';

/** Something that may be written at the cursor. */
export interface Candidate {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** Markdown; called for what is shown only. */
  readonly documentation?: () => string;
  /** What it stands for, where describing that takes more than the list is worth. */
  readonly about?: IdTarget;
  /** What typed text is compared with; the label where it is left out. */
  readonly filterText?: string;
  /** The same in lower case, where that is known already. */
  readonly folded?: string;
  /** What is written; the label where it is left out. */
  readonly newText?: string;
}

/** What a place takes, the best first. */
export interface Offer {
  /** What is replaced; from its start to the cursor is what was typed. */
  readonly span: Span;
  readonly candidates: Iterable<Candidate>;
}

export interface CompletionRequest extends FeatureContext {
  readonly place: CursorPlace;
}

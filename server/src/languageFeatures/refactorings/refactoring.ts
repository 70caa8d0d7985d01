import type { FileChange } from '../../workspace/fileChange.js';

/** A change that a person may ask for where the cursor is. */
export interface Refactoring {
  /** An imperative without full stop. */
  readonly title: string;
  readonly kind: 'create' | 'extract' | 'renumber' | 'align';
  readonly changes: readonly FileChange[];
}

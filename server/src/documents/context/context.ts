import type { Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';

/** `docs/product/context.md`. */
export interface SessionContext {
  readonly title?: Heading;
  /** `> Last updated: {at} by {command}`. */
  readonly updated?: { readonly span: Span; readonly at: Located; readonly by?: Located };
  /** Level-2 headings in order, with their text. */
  readonly sections: readonly Heading[];
}

export const contextTitle = 'Project Context (Auto-generated)';

/** The seven sections of context.md, in order. */
export const contextSections = [
  'Sprint Status',
  'Current Stories',
  'Recent Completions',
  'Active Branches',
  'Key Decisions',
  'Next Recommended Action',
  'Agent Continuation',
] as const;

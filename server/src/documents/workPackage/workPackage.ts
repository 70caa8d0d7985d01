import type { Located, Span } from '../../markdown/span.js';
import type { YamlSchemaProblem } from '../yaml/yamlSchema.js';

/** A work package of a Spec Kitty mission, as its front matter describes it. */
export interface WorkPackage {
  /** `WP01`: as the front matter says, or else the file’s name. */
  readonly id: string;
  /** Where the front matter says it; otherwise the first line. */
  readonly idSpan: Span;
  readonly title: string;
  readonly dependencies: readonly Located[];
  /** The files that it may change, as globs. */
  readonly ownedFiles: readonly Located[];
  /** Files that it is to make, so that they need not exist. */
  readonly createIntent: readonly string[];
  readonly isPlanning: boolean;
  readonly subtasks: readonly string[];
  /** Where it is merged into, as far as the file says. */
  readonly mergeTarget?: string;
  /** What is wrong with the front matter. */
  readonly problems: readonly Pick<YamlSchemaProblem, 'span' | 'message' | 'suggestion'>[];
}

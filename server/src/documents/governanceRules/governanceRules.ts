import type { Located } from '../../markdown/span.js';

/** `docs/architecture/governance/rules.md`: free text but for the sentence that names a test count. */
export interface GovernanceRules {
  /** The number in every `All {n}+ tests must pass`. */
  readonly testCounts: readonly Located<number>[];
}

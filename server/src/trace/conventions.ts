import type { ConventionName } from '../workspace/configuration.js';

/** How far a project keeps a way of working that the configuration names. */
export interface Convention {
  readonly name: ConventionName;
  /** The Done and archived items that keep it, and how many there are to look at. */
  readonly kept: number;
  readonly of: number;
  /** Whether it is to be held against a single item: the configuration says so, or most items keep it. */
  readonly enforced: boolean;
  /** Whether the configuration decided. */
  readonly configured: boolean;
}

export type Conventions = Readonly<Record<ConventionName, Convention>>;

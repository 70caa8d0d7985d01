import type { ProjectInsights } from './insightsBody.js';

/** A project's insights, and where it is. */
export interface PlacedInsights extends ProjectInsights {
  /** Relative to the root that was asked for, with `/`; empty for that root itself. */
  readonly path: string;
}

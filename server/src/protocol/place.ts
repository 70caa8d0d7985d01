import type { Range } from '../markdown/span.js';

export type { Range };

export interface Place {
  readonly uri: string;
  readonly range: Range;
}

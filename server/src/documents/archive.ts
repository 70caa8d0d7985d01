import type { Heading } from '../markdown/blocks.js';
import type { Entry } from './board.js';

/** `docs/product/archive/archive_YYYYMM.md`. */
export interface Archive {
  readonly entries: readonly Entry[];
  /** Level-2 headings: PactKit's archive carries section headings over by mistake. */
  readonly sectionHeadings: readonly Heading[];
}

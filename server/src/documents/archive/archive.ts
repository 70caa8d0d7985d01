import type { Heading } from '../../markdown/blocks.js';
import type { Entry } from '../board/board.js';

/** `docs/product/archive/archive_YYYYMM.md`. */
export interface Archive {
  readonly entries: readonly Entry[];
  /** Headings of the board's sections (by their words): PactKit carries them over by mistake. Others are not listed. */
  readonly sectionHeadings: readonly Heading[];
}

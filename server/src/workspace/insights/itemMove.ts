import type { SectionKey } from '../git/boardStates.js';

/** An item that came to a section, or left the board. */
export interface ItemMove {
  readonly item: string;
  /** Undefined: it is no longer on the board. */
  readonly section: SectionKey | undefined;
}

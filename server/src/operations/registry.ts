import { tick, untick } from './board/tick.js';
import type { Operation } from './operation.js';

/** All operations, in the order in which help and documentation list them. */
export const allOperations: readonly Operation[] = [tick, untick];

import type { Condition } from './condition.js';

/** All conditions, cheap ones first: a gate asks them in this order. */
export const allConditions: readonly Condition[] = [];

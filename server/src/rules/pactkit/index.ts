import type { Rule } from '../rule.js';

export const pactkitRules: readonly Rule[] = [];

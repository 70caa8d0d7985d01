import type { Rule } from '../rule.js';

export const specRules: readonly Rule[] = [];

import type { Rule } from '../rule.js';

export const boardRules: readonly Rule[] = [];

import type { Rule } from '../rule.js';

export const configurationRules: readonly Rule[] = [];

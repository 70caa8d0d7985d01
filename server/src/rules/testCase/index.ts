import type { Rule } from '../rule.js';

export const testCaseRules: readonly Rule[] = [];

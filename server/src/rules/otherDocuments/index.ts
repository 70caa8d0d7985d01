import type { Rule } from '../rule.js';

export const otherDocumentRules: readonly Rule[] = [];

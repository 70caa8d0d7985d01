import type { Rule } from '../rule.js';
import { documentIgnoredByGit } from './PW601-document-ignored-by-git.js';

export const driftRules: readonly Rule[] = [documentIgnoredByGit];

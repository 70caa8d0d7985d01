import { findings } from './findings.js';
import { gate } from './gate.js';
import { impact } from './impact.js';
import type { Query } from './query.js';
import { rule } from './rule.js';
import { trace } from './trace.js';

/** All queries, in the order in which they are listed. */
export const allQueries: readonly Query[] = [findings, rule, trace, impact, gate];

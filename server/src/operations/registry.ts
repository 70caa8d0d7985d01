import { tick, untick } from './board/tick.js';
import { backfillRelease } from './documents/backfillRelease.js';
import { invariantsRefresh } from './documents/invariantsRefresh.js';
import { nextId } from './documents/nextId.js';
import { setRelease } from './documents/setRelease.js';
import { setStatus } from './documents/setStatus.js';
import type { Operation } from './operation.js';
import { branch } from './scaffold/branch.js';
import { newItem } from './scaffold/newItem.js';
import { newSpec } from './scaffold/newSpec.js';
import { newTestCase } from './scaffold/newTestCase.js';

/** All operations, in the order in which help and documentation list them. */
export const allOperations: readonly Operation[] = [
  tick,
  untick,
  newItem,
  newSpec,
  newTestCase,
  branch,
  nextId,
  setStatus,
  setRelease,
  backfillRelease,
  invariantsRefresh,
];

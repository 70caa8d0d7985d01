import type { Cheats } from '../cheat.js';
import { documentCheats } from './documents.js';
import { evidenceCheats } from './evidence.js';
import { historyCheats } from './history.js';
import { newTestCheats } from './newTests.js';
import { oldTestCheats } from './oldTests.js';
import { resultCheats } from './results.js';
import { runCheats } from './runs.js';
import { settingsCheats } from './settings.js';

const all =
  (...lists: readonly Cheats[]): Cheats =>
  (stack) =>
    lists.flatMap((list) => list(stack));

/** What is done to tests and by them, which each language writes otherwise. */
export const cheatsOnTests: Cheats = all(newTestCheats, resultCheats, oldTestCheats, runCheats);

/** What is done to documents, settings, git and the record, which are the same in any language. */
export const otherCheats: Cheats = all(settingsCheats, documentCheats, historyCheats, evidenceCheats);

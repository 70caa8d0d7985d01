import type { Cheats } from '../cheat.js';
import { documentCheats } from './documents.js';
import { evidenceCheats } from './evidence.js';
import { historyCheats } from './history.js';
import { newTestCheats } from './newTests.js';
import { oldTestCheats } from './oldTests.js';
import { runCheats } from './runs.js';
import { settingsCheats } from './settings.js';

/** What can be done in any language, in the words of one. */
export const allCheats: Cheats = (stack) =>
  [newTestCheats, oldTestCheats, runCheats, settingsCheats, documentCheats, historyCheats, evidenceCheats].flatMap(
    (some) => some(stack),
  );

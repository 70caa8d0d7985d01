import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Property tests try the same examples in each run, so that one that fails is the change's doing; `PROPERTY_SEED=7` tries others. */
const { testPath } = expect.getState();
// Loading it takes longer than most test files do.
if (testPath !== undefined && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_122) });
}

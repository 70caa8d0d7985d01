import { defineConfig } from 'vitest/config';
import { longFiles } from './scripts/lib/longParts.mjs';
import { markdownAsText } from './test/support/markdownAsText.mjs';

/** What takes longer than anybody waits for after each change. */
export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    setupFiles: 'test/support/sameExamples.ts',
    // Transformed modules are kept from run to run, by what they hold: a quarter of what tests without programs take.
    experimental: { fsModuleCache: true },
    include: [...longFiles()],
    env: { PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? 'all' },
    // By default one core is left idle, and of two that is half.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';
import { markdownAsText } from './test/support/markdownAsText.js';

/** What takes longer than anybody waits for after each change. */
export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    include: ['test/**/*.long.ts'],
    // By default one core is left idle, and of two that is half.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';
import { markdownAsText } from './test/support/markdownAsText.mjs';

/** Benchmarks: ratios within one run; nothing else may run beside them. */
export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    include: ['test/bench/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

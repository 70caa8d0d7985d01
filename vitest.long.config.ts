import { defineConfig } from 'vitest/config';

/** What takes longer than anybody waits for after each change. */
export default defineConfig({
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    include: ['test/**/*.long.ts'],
    // By default one core is left idle, and of two that is half.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

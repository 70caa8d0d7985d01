import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    include: ['test/{unit,property,corpus,lsp,cheats}/**/*.test.ts'],
    // By default one core is left idle, and of two that is half.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

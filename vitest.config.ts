import { defineConfig } from 'vitest/config';
import { markdownAsText } from './test/support/markdownAsText.js';

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    include: ['test/{unit,property,corpus,lsp,cheats}/**/*.test.ts'],
    // By default one core is left idle, and of two that is half.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

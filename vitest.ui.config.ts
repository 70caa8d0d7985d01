import { defineConfig } from 'vitest/config';

/** Tests in the real workbench. One after the other: each holds a VS Code and a browser. */
export default defineConfig({
  test: {
    include: ['test/ui/**/*.ui.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

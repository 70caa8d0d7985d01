import { defineConfig } from 'vitest/config';

/** Tests in the real workbench. One after the other: each holds a VS Code and a browser. */
export default defineConfig({
  test: {
    include: ['test/ui/**/*.ui.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for goes through editor and server, on a machine that may have much else to do.
    expect: { poll: { timeout: 30_000 } },
  },
});

import { defineConfig } from 'vitest/config';

/** Tests in the real workbench. Two files at a time: each holds a VS Code and a browser, and waits about half of its time. */
export default defineConfig({
  test: {
    globalSetup: 'scripts/lib/built.mjs',
    include: ['test/ui/**/*.ui.ts'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for goes through editor and server, on a machine that may have much else to do.
    expect: { poll: { timeout: 30_000 } },
  },
});

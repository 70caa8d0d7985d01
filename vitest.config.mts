import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { markdownAsText } from './test/support/markdownAsText.mjs';
import { projects, WideFirst } from './test/support/vitestProjects.mjs';

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    setupFiles: 'test/support/sameExamples.ts',
    // Transformed modules are kept from run to run, by what they hold: a quarter of what tests without programs take.
    experimental: { fsModuleCache: true },
    projects,
    // One more than there are cores: many tests wait for git and for programs that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WideFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

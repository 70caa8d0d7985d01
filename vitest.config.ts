import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { markdownAsText } from './test/support/markdownAsText.js';
import { projects, WideFirst } from './test/support/vitestProjects.js';

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    setupFiles: 'test/support/sameExamples.ts',
    projects,
    // One more than there are cores: many tests wait for git and for programs that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WideFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testsByProject, type TestProject } from './scripts/lib/testProjects.mjs';
import { markdownAsText } from './test/support/markdownAsText.js';

/**
 * What takes longest begins first, so that nothing waits for it alone in the end. Nobody else knows where nothing ran before.
 * One project comes after the other, so that a worker can be kept for its next file.
 */
class WideFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      moduleId.includes('/test/cheats/') ? 0 : order.indexOf(project.name) + 1;
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const order = ['wide', 'mocked', 'pure'];
const tests = testsByProject();

/** @param isolate whether each file has a process of its own: else all that they share is loaded once for each worker. */
const project = (name: TestProject, isolate: boolean) => ({
  extends: true as const,
  test: { name, include: [...tests[name]], isolate },
});

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    setupFiles: 'test/support/sameExamples.ts',
    projects: [project('wide', false), project('mocked', true), project('pure', false)],
    // One more than there are cores: many tests wait for git and for programs that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: WideFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

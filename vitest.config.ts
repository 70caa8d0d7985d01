import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { markdownAsText } from './test/support/markdownAsText.js';

/** What takes longest begins first, so that nothing waits for it alone in the end. Nobody else knows where nothing ran before. */
class CheatsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isCheats = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/cheats/');
    return [...sorted.filter(isCheats), ...sorted.filter((file) => !isCheats(file))];
  }
}

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    globalSetup: 'test/support/temporaryRoot.ts',
    setupFiles: 'test/support/sameExamples.ts',
    include: ['test/{unit,property,corpus,lsp,cheats}/**/*.test.ts'],
    // One more than there are cores: many tests wait for git and for programs that they start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: CheatsFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

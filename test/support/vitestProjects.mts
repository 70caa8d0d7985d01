import path from 'node:path';
import type { TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testsByProject } from '../../scripts/lib/testProjects.mjs';

type Project = 'wide' | 'mocked' | 'pure';

const order: readonly string[] = ['wide', 'mocked', 'pure'] satisfies readonly Project[];

/**
 * What takes longest begins first, so that nothing waits for it alone in the end. Nobody else knows where nothing ran before.
 * One project comes after the other, so that a worker can be kept for its next file.
 */
export class WideFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification): number =>
      moduleId.includes('/test/cheats/') ? 0 : order.indexOf(project.name) + 1;
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

const editor = path.resolve(import.meta.dirname, '../unit/client/vscode.ts');
const tests: Readonly<Record<Project, readonly string[]>> = testsByProject();

/**
 * @param isolate whether each file has a process of its own: else all that they share is loaded once for each worker, and the editor's
 * API is the one that they share, too.
 */
const project = (name: Project, isolate: boolean): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...tests[name]],
    isolate,
    ...(isolate ? {} : { alias: { vscode: editor }, setupFiles: ['test/support/freshEditor.ts'] }),
  },
});

/** Which test file is in which project is said in scripts/lib/testProjects.mjs. */
export const projects: TestProjectConfiguration[] = [
  project('wide', false),
  project('mocked', true),
  project('pure', false),
];

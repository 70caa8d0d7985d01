import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import { createLinter, type FindingsByPath } from '../../server/src/rules/lint.js';
import { allRules } from '../../server/src/rules/registry.js';
import { defaultConfiguration } from '../../server/src/workspace/configuration.js';
import { createProjectIndex, type Forgetting } from '../../server/src/workspace/index.js';
import { projectStep, takeStep } from '../support/projectSteps.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const later: Forgetting = { begin: () => undefined, mostWhole: 8_000, mostHeld: 0, mostAtOnce: 0 };
const rules = allRules.filter(({ needs }) => needs === 'document' || needs === 'workspace');

/** @param room as for {@link Linter.lint}. */
async function findingsIn(root: string, forgets?: Forgetting, room?: number): Promise<FindingsByPath> {
  const index = createProjectIndex({ root, files: blockingFileSystem, ...(forgets ? { forgets } : {}) });
  await index.load();
  return createLinter(rules, defaultConfiguration, allRules).lint(index.project(), () => true, room);
}

describe('documents that are read when they are judged', () => {
  it('get the findings that they get if all are read before', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(projectStep, { maxLength: 12 }),
        fc.constantFrom(0, 500, undefined),
        async (steps, room) => {
          const root = temporaryFolder({ 'docs/specs/STORY-001.md': '# STORY-001: Cart\n' });
          for (const step of steps) takeStep(root, step);
          const expected = await findingsIn(root);
          found += expected.size;
          expect(await findingsIn(root, later, room)).toEqual(expected);
        },
      ),
      { numRuns: runs(100) },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('are judged again by what only later ones show to be usual', async () => {
    const criterion =
      '## Acceptance Criteria\n\n### AC1: Reload (R1)\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n';
    const spec = (id: string, more: string): string =>
      `# ${id}: Cart\n\n| Field | Value |\n|---|---|\n| ID | ${id} |\n| Status | Draft |\n\n## Requirements\n\n### R1: Keep (MUST)\n\nThe cart MUST be kept.\n\n${more}`;
    const surface =
      '## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | None |\n| Touches | `src/cart.ts` |\n';
    const root = temporaryFolder({
      'docs/specs/STORY-001.md': spec('STORY-001', criterion),
      'docs/specs/STORY-002.md': spec('STORY-002', criterion + surface),
    });
    const found = await findingsIn(root, later);
    expect(found.get('docs/specs/STORY-001.md')?.map(({ code }) => code)).toContain('W011');
    expect(found).toEqual(await findingsIn(root));
  });
});

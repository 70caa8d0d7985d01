import { describe, expect, it } from 'vitest';
import { testsSteady } from '../../../server/src/gates/conditions/testsSteady.js';
import type { Lab, World } from '../../../server/src/gates/lab.js';
import { change, checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';
import { runsTests, type StatedResults } from '../../support/statedRuns.js';

const names = ['adds', 'adds again'];
const test = `import { it } from 'vitest';\n${names.map((name) => `it('STORY-001/AC1: ${name}', () => expect(1).toBe(1));\n`).join('')}`;
const project = `=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n=== src/cart.test.ts\n${test}`;

/** @returns in which surroundings tests ran; undefined for the usual ones. */
async function check(
  said: (world: World | undefined) => StatedResults,
  expected: Omit<ExpectedOutcome, 'state'>,
): Promise<readonly (World | undefined)[]> {
  const worlds: (World | undefined)[] = [];
  const lab: Partial<Lab> = {
    runTests: (tests, place, options) => {
      worlds.push(options?.world);
      return runsTests(said(options?.world)).runTests(tests, place, options);
    },
  };
  const work = { changes: [change('src/cart.test.ts', undefined, test)] };
  await checkCondition(testsSteady, { project, work, lab }, { ...expected, state: 'pass' });
  return worlds;
}

const adds = 'STORY-001/AC1: adds';
const again = 'STORY-001/AC1: adds again';

describe('tests-steady', () => {
  it('runs passing tests together in other environments, and each by itself', async () => {
    const worlds = await check(() => ({ [adds]: 'passed', [again]: 'passed' }), {
      summary: '2 tests passed in other environments, too',
      problems: [],
    });
    expect(worlds.map((world) => world?.order)).toEqual([undefined, 'shuffled', 'apart']);
    expect(worlds[1]?.variables).toMatchObject({ TZ: 'Pacific/Kiritimati', CI: 'true' });
  });

  it('runs nothing elsewhere where no test passes here', async () => {
    const worlds = await check(() => ({ [adds]: 'failed' }), { summary: 'the item has no test that passes' });
    expect(worlds).toHaveLength(1);
  });

  it('leaves out what fails here already, and what is skipped elsewhere', () =>
    check((world) => ({ [adds]: world ? 'skipped' : 'passed', [again]: 'failed' }), {
      summary: '1 test passed in other environments, too',
      problems: [],
    }));

  it('names the one difference that matters', () =>
    check((world) => ({ [adds]: 'passed', [again]: world?.variables['CI'] === 'true' ? 'failed' : 'passed' }), {
      summary: '1 of 2 tests did not pass in other environments',
      problems: [`${again} passes in the folder, but not with \`CI=true\` and another user name`],
    }));

  it('says where no single difference is enough', () =>
    check(
      (world) => ({
        [adds]: 'passed',
        [again]: world?.order === 'shuffled' && world.variables['TZ'] !== undefined ? 'failed' : 'passed',
      }),
      {
        problems: [`${again} passes in the folder, but not in other environments, with no single cause`],
      },
    ));
});

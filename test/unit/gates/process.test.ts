import { describe, it } from 'vitest';
import { fittingProcess } from '../../../server/src/gates/conditions/process.js';
import { change, checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';

const spec = (id: string): string => `=== docs/specs/${id}.md\n# ${id}: Repair it\n`;
const sources = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `src/part${at}.ts`);

describe('the process', () => {
  it.each<[string, string, readonly string[], ExpectedOutcome]>([
    [
      'lets a small repair of a hotfix pass',
      'HOTFIX-001',
      sources(5),
      { state: 'pass', summary: 'source files changed: 5' },
    ],
    ['lets a small repair of a bug pass', 'BUG-001', sources(1), { state: 'pass' }],
    [
      'counts neither tests nor documents nor settings',
      'BUG-001',
      [...sources(5), 'test/a.test.ts', 'README.md', 'package.json'],
      { state: 'pass' },
    ],
    [
      'counts languages it does not read',
      'BUG-001',
      [...sources(5), 'src/page.php'],
      { state: 'fail', problems: ['6 source files change'] },
    ],
    [
      'refuses a change that is none',
      'HOTFIX-001',
      sources(6),
      { state: 'fail', problems: ['6 source files changed, but a hotfix can change at most 5'], next: 'profile' },
    ],
    [
      'refuses a story',
      'STORY-001',
      sources(1),
      { state: 'fail', problems: ['STORY-001 is neither a HOTFIX nor a BUG'] },
    ],
  ])('%s', async (_, item, paths, expected) => {
    await checkCondition(
      fittingProcess,
      { item, project: spec(item), work: { changes: paths.map((path) => change(path, 'a\n', 'b\n')) } },
      expected,
    );
  });

  it('cannot tell without git', async () => {
    await checkCondition(
      fittingProcess,
      { item: 'BUG-001', project: spec('BUG-001'), work: 'none' },
      { state: 'unknown' },
    );
  });
});

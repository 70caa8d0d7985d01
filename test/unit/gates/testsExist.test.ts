import { describe, it } from 'vitest';
import { testsExist } from '../../../server/src/gates/conditions/testsExist.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { cleanSpec } from '../../support/projectTexts.js';

const criterion = '### AC2: It expires (R1)\n\n- **Then** it is gone\n\n';
const two = cleanSpec().replace('## Target', `${criterion}## Target`);
const test = (name: string, how = 'test'): string => `${how}('${name}', () => { expect(cart()).toBe(1); });\n`;
const noCriteria = '# STORY-001: Keep the cart\n';

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes', { project: gateProject(), work: 'none' }, { state: 'pass', summary: '1 criterion with tests' }],
  [
    'passes a criterion by the test of its scenario',
    { project: gateProject({ test: test('STORY-001 TC-1') }) },
    { state: 'pass' },
  ],
  [
    'passes an item without criteria by a test of its own',
    { project: gateProject({ spec: noCriteria, test: test('STORY-001 keeps the cart') }) },
    { state: 'pass', summary: 'no criteria; 1 test' },
  ],
  [
    'passes the criterion of what is put off',
    {
      project: gateProject({
        spec: two.replace('It expires (R1)', 'It expires (R2)').replace('## Acc', '### R2: Expire (SHOULD)\n\n## Acc'),
        more: '=== src/a.ts\n// DEFERRED(SHOULD): STORY-001/R2\n',
      }),
    },
    { state: 'pass' },
  ],
  [
    'fails at a criterion without test',
    { project: gateProject({ spec: two }) },
    { state: 'fail', problems: ['No test names AC2 "It expires (R1)"'], summary: '1 of 2 criteria' },
  ],
  [
    'fails where the tests are skipped',
    { project: gateProject({ test: test('STORY-001/AC1', 'it.skip') }) },
    { state: 'fail', problems: ['AC1 "Reload keeps the cart (R1)" are all skipped'] },
  ],
  [
    'fails where another item is named',
    { project: gateProject({ test: test('STORY-002/AC1') }) },
    { state: 'fail', problems: ['No test names AC1'] },
  ],
  [
    'fails at an item without criteria and tests',
    { project: gateProject({ spec: noCriteria, test: test('AC1') }) },
    { state: 'fail', problems: ['no acceptance criteria'] },
  ],
  ['does not know where no code was read', { project: gateProject(), code: false }, { state: 'unknown' }],
];

describe('the condition tests-exist', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(testsExist, stated, expected);
  });
});

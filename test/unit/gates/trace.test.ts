import { describe, it } from 'vitest';
import { trace } from '../../../server/src/gates/conditions/trace.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { cases, gateProject } from '../../support/gateProject.js';
import { cleanSpec } from '../../support/projectTexts.js';

const withR2 = (level: string): string =>
  cleanSpec().replace('## Acceptance', `### R2: Expire it (${level})\n\nIt expires.\n\n## Acceptance`);
const withAc2 = (level: string): string =>
  withR2(level).replace('## Target', '### AC2: It expires (R2)\n\n- **Then** it is gone\n\n## Target');
const test = (name: string, how = 'test'): string => `${how}('${name}', () => { expect(cart()).toBe(1); });\n`;

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes a whole way', { project: gateProject(), work: 'none' }, { state: 'pass', summary: '1 requirement' }],
  ['passes a criterion that a test names itself', { project: gateProject({ cases: '' }) }, { state: 'pass' }],
  ['passes what MAY be met', { project: gateProject({ spec: withAc2('MAY') }) }, { state: 'pass' }],
  [
    'passes what a note puts off',
    {
      project: gateProject({
        spec: withAc2('SHOULD'),
        more: '=== src/a.ts\n// DEFERRED(SHOULD): STORY-001/R2 next month\n',
      }),
    },
    { state: 'pass' },
  ],
  [
    'fails where a note puts off what MUST be met',
    { project: gateProject({ spec: withR2('MUST'), more: '=== src/a.ts\n// DEFERRED(SHOULD): STORY-001/R2\n' }) },
    { state: 'fail', problems: ['No criterion, scenario or test names R2'] },
  ],
  [
    'fails at a requirement that nothing names',
    { project: gateProject({ spec: withR2('SHOULD') }) },
    { state: 'fail', problems: ['names R2'], next: 'pactwright trace STORY-001 --gaps' },
  ],
  [
    'fails at a criterion without scenario and test',
    { project: gateProject({ spec: withAc2('MUST') }) },
    { state: 'fail', problems: ['No scenario names AC2, and no test does'] },
  ],
  [
    'fails at a criterion that a test names and no scenario, where other criteria have one',
    { project: gateProject({ spec: withAc2('MUST'), test: test('STORY-001/AC1') + test('STORY-001/AC2') }) },
    { state: 'fail', problems: [/^No scenario names AC2$/u] },
  ],
  [
    'fails at a scenario without test',
    { project: gateProject({ test: test('something else') }) },
    { state: 'fail', problems: ['TC-1 has no test'] },
  ],
  [
    'fails where tests are skipped',
    { project: gateProject({ test: test('STORY-001/AC1', 'test.skip') }) },
    { state: 'fail', problems: ['TC-1 has only tests that are skipped'] },
  ],
  [
    'fails at a scenario that shows nothing of the spec and has no test',
    { project: gateProject({ cases: `${cases}\n## TC-2: Other\n\n- **Then** it is there\n` }) },
    { state: 'fail', problems: ['TC-2 has no test'] },
  ],
  ['does not know where there is no spec', { project: gateProject({ spec: '' }) }, { state: 'unknown', next: 'Write' }],
  ['does not know where no code was read', { project: gateProject(), code: false }, { state: 'unknown' }],
];

describe('the condition trace', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(trace, stated, expected);
  });
});

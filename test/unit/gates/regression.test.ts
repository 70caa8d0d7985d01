import { it } from 'vitest';
import { regression } from '../../../server/src/gates/conditions/regression.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { runsCommands, runsTests } from '../../support/statedRuns.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n';
const tests =
  "=== a.test.ts\nit('STORY-001: a', () => {});\nit('of nothing', () => {});\nit.skip('later', () => {});\n";
const declared = '=== configuration\ngates:\n  commands:\n    test: [npm, test]\n';

const check = (
  name: string,
  stated: Omit<GateCase, 'project'> & { readonly project?: string },
  expected: ExpectedOutcome,
): void => {
  it(name, async () => {
    await checkCondition(regression, { project: spec + tests, ...stated }, expected);
  });
};

check(
  'all pass',
  { lab: runsTests({ a: 'passed', nothing: 'passed' }) },
  { state: 'pass', summary: '2 tests passed, all that were found' },
);
check(
  'one of no item fails',
  { lab: runsTests({ a: 'passed', nothing: { status: 'failed', message: 'no' } }) },
  {
    state: 'fail',
    problems: ['a.test.ts > of nothing failed: no'],
  },
);
check(
  'one that the runner says nothing of',
  { lab: runsTests({ a: 'passed' }) },
  { state: 'fail', problems: ['of nothing did not finish'] },
);
check(
  'one that skips itself',
  { lab: runsTests({ a: 'passed', nothing: 'skipped' }) },
  {
    state: 'pass',
    summary: '1 test passed, all that were found, because the project declares no test command, 1 skipped',
  },
);
check(
  'one that cannot be run by its name',
  { lab: runsTests({ a: 'passed', nothing: { unasked: true } }) },
  { state: 'pass', summary: '1 left out that the runner cannot select by name' },
);
check(
  'no runner',
  { lab: runsTests({ a: { unasked: true }, nothing: { unasked: true } }) },
  { state: 'unknown', next: '`gates.commands.test`' },
);
check(
  'sources that the run changes',
  { lab: runsTests({ a: 'passed', nothing: 'passed' }, { changed: ['a.ts'] }) },
  { state: 'fail', summary: 'were modified', problems: ['a.ts changed'], next: 'leave the sources' },
);
check('no tests', { project: spec }, { state: 'pass' });
check('the code was not read', { code: false }, { state: 'unknown' });
check(
  'the declared command passes',
  { project: spec + tests + declared, lab: runsCommands({ test: {} }) },
  { state: 'pass', summary: 'the whole suite passes' },
);
check(
  'the declared command fails',
  { project: spec + tests + declared, lab: runsCommands({ test: { code: 1, said: '1 failed' } }) },
  {
    state: 'fail',
    problems: ['The test command exited with code 1:\n1 failed'],
  },
);
check(
  'the declared command may not run',
  { project: spec + tests + declared, lab: runsCommands({ test: 'unapproved' }) },
  { state: 'unknown' },
);
check(
  'one in a file that the runner leaves out',
  { lab: runsTests({ a: 'passed', nothing: { leftOut: true } }) },
  { state: 'pass', summary: '1 left out that the runner cannot select' },
);

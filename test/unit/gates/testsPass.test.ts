import { it } from 'vitest';
import type { TestResult } from '../../../server/src/code/runners/matchResults.js';
import { testsPass } from '../../../server/src/gates/conditions/testsPass.js';
import type { Lab } from '../../../server/src/gates/lab.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { runsCommands, runsTests } from '../../support/statedRuns.js';

const spec = `=== docs/specs/STORY-001.md
# STORY-001: Cart

## Acceptance Criteria

### AC1: It adds

### AC2: It takes away
`;
const tests = `=== cart.test.ts
import { it } from 'vitest';
it('STORY-001/AC1: adds', () => {});
it('STORY-001/AC1: adds much', () => {});
it('STORY-001/AC2: takes', () => {});
`;

type Said = Readonly<Record<string, Partial<TestResult> | TestResult['status']>>;

const check = (
  name: string,
  said: Said,
  expected: ExpectedOutcome,
  more: Partial<GateCase> = {},
  lab?: Partial<Lab>,
): void => {
  it(name, async () => {
    await checkCondition(testsPass, { project: spec + tests, lab: lab ?? runsTests(said), ...more }, expected);
  });
};

const all = { 'AC1: adds': 'passed', 'AC1: adds much': 'passed', 'AC2: takes': 'passed' } as const;

check('all pass', all, { state: 'pass', summary: '3 tests passed', problems: [] });
/** Tests pass in the folder, and one does not in a copy of the commit. */
const commitOnly = (tree: string): Pick<Lab, 'runTests'> => ({
  runTests: (wanted, place) =>
    runsTests(place.kind === 'tree' && place.tree === tree ? { ...all, 'AC2: takes': 'failed' } : all).runTests(
      wanted,
      place,
    ),
});
const open = { head: 'a'.repeat(40), uncommitted: ['src/cart.ts', 'docs/notes.md'] };
check(
  'at `done` the commit, without code that is only in the folder',
  {},
  { state: 'fail', summary: 'commit aaaaaaa was tested, without the uncommitted changes to src/cart.ts' },
  { work: open },
  commitOnly(open.head),
);
check('at `act-out` the folder', {}, { state: 'pass' }, { gate: 'act-out', work: open }, commitOnly(open.head));
check(
  'the folder where nothing but documents is uncommitted',
  {},
  { state: 'pass', summary: '3 tests passed' },
  { work: { ...open, uncommitted: ['docs/notes.md'] } },
  commitOnly(open.head),
);
check(
  'one fails',
  { ...all, 'AC2: takes': { status: 'failed', message: 'expected 1 to be 2.' } },
  {
    state: 'fail',
    summary: '1 of 3 tests did not pass',
    problems: ['cart.test.ts > STORY-001/AC2: takes failed: expected 1 to be 2'],
  },
);
check(
  'one that the runner says nothing of',
  { ...all, 'AC2: takes': { status: 'errored', message: 'did not run: the runner exited with code 0' } },
  {
    state: 'fail',
    problems: ['did not finish'],
  },
);
check(
  'one without any result',
  { 'AC1: adds': 'passed', 'AC1: adds much': 'passed' },
  { state: 'fail', problems: ['AC2: takes did not finish'] },
);
check(
  'a criterion whose only test is skipped',
  { ...all, 'AC2: takes': 'skipped' },
  {
    state: 'fail',
    problems: ['The runner skipped every test of STORY-001/AC2'],
  },
);
check(
  'a skipped one beside one that passes',
  { ...all, 'AC1: adds': 'skipped' },
  {
    state: 'pass',
    summary: '2 tests passed, 1 skipped',
  },
);
check(
  'no runner',
  { ...all, 'AC2: takes': { status: 'errored', unasked: true, message: 'did not run: no test runner is known' } },
  {
    state: 'unknown',
    problems: ['no test runner is known'],
    next: 'Install',
  },
);
check(
  'no runner, and one that fails',
  { ...all, 'AC1: adds': 'failed', 'AC2: takes': { status: 'errored', unasked: true } },
  {
    state: 'fail',
    problems: ['AC1: adds failed'],
  },
);
check('no tests', {}, { state: 'fail', problems: ['No test names STORY-001'] }, { project: spec });
check(
  'only what may wait',
  {},
  { state: 'pass' },
  {
    project:
      '=== docs/specs/STORY-001.md\n# STORY-001: A\n\n## Requirements\n\n### R1: It MAY sing (MAY)\n\n## Acceptance Criteria\n\n### AC1: It sings (R1)\n',
  },
);
check('the source code was not read', {}, { state: 'unknown' }, { code: false });
check(
  'sources that the run changes',
  {},
  { state: 'fail', problems: ['src/cart.ts changed during the run'] },
  {},
  runsTests(all, { changed: ['src/cart.ts'], written: ['src/cart.ts'] }),
);
check(
  'a source that the tests wrote, be it with what it held',
  {},
  { state: 'fail', problems: ['src/cart.ts was written during the tests'], next: 'leave the sources' },
  {},
  runsTests(all, { written: ['src/cart.ts'] }),
);

const watched = runsTests(all);
check(
  'in a copy where the project wants it',
  {},
  { state: 'pass' },
  {
    project: `=== configuration\ngates:\n  clean: true\n${spec}${tests}`,
  },
  {
    runTests: (wanted, place) => {
      if (place.kind !== 'tree') throw new Error('not in a copy');
      return watched.runTests(wanted, place);
    },
  },
);

const declared = '=== configuration\ngates:\n  commands:\n    test: [dotnet, test]\n';
const unasked = runsTests({
  'AC1: adds': { unasked: true },
  'AC1: adds much': { unasked: true },
  'AC2: takes': { unasked: true },
});
check(
  'no runner, but a command that runs all tests',
  {},
  { state: 'pass', summary: 'which runs 3 tests together with others' },
  { project: spec + tests + declared },
  {
    ...unasked,
    ...runsCommands({ test: {} }),
  },
);
check(
  'no runner, and a command that fails',
  {},
  { state: 'fail', problems: ['The test command exited with code 1'] },
  { project: spec + tests + declared },
  {
    ...unasked,
    ...runsCommands({ test: { code: 1 } }),
  },
);

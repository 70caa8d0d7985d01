import { expect } from 'vitest';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { runners } from '../../../../server/src/code/runners/index.js';
import { matchResults, type TestResult } from '../../../../server/src/code/runners/matchResults.js';
import type { RunnerName, RunnerReport, RunPlace, WantedTest } from '../../../../server/src/code/runners/runner.js';
import { wantedTest } from '../../../../server/src/code/runners/wantedTest.js';

/** All tests of these files, by path. */
export function wantedTests(sources: Readonly<Record<string, string>>): WantedTest[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const file = parseSource(path, text);
    return file.tests.map((test) => wantedTest(file, test));
  });
}

/** Holds the arguments of each command that a runner makes for tests against those expected. */
export function checkCommands(
  runner: RunnerName,
  tests: readonly WantedTest[],
  expected: readonly (readonly unknown[])[],
  place: Partial<RunPlace> = {},
): void {
  const whole: RunPlace = { root: '/shop', folder: '', scratch: '/tmp/r', nodeMajor: 20, nodeOptions: [], ...place };
  const commands = runners[runner].commands(tests, whole);
  expect(commands.map(({ args }) => args)).toEqual(expected);
  expect(commands.flatMap((command) => command.tests)).toEqual(tests);
}

/** Holds the results that a runner's report gives for tests against those expected, by the name of the test. */
export function checkResults(
  runner: RunnerName,
  tests: readonly WantedTest[],
  report: Partial<RunnerReport>,
  expected: Readonly<Record<string, Partial<TestResult>>>,
): void {
  const whole: RunnerReport = { output: '', said: '', files: [], exitCode: 1, ...report };
  const results = matchResults(tests, runners[runner], whole);
  const byName = tests.map(({ id, test }, index) => [test.name.value, { ...results[index], id }] as const);
  const wanted = tests.map(({ id, test }) => [test.name.value, { ...expected[test.name.value], id }] as const);
  expect(Object.fromEntries(byName)).toEqual(Object.fromEntries(wanted));
  expect(Object.keys(expected).sort()).toEqual(tests.map(({ test }) => test.name.value).sort());
}

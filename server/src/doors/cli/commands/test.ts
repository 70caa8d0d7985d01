import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../../base/json.js';
import { listOf, read } from '../../../base/schema.js';
import type { TestResult } from '../../../code/runners/matchResults.js';
import { runnerNames, type WantedTest } from '../../../code/runners/runner.js';
import type { TestEvent, TestOutcome } from '../../../protocol.js';
import type { TraceGraph } from '../../../trace/graph.js';
import { openProject } from '../../../project/openProject.js';
import { isSandboxed, runTests } from '../../../execution/testRuns/runTests.js';
import { defineCommand, formatField, rootField } from '../command.js';
import { exitCodes, type Io } from '../io.js';
import { UsageError } from '../../../base/usageError.js';
import { findOneProject, noProject, type OneProject } from '../../../project/lintTargets.js';
import { findTestTargets, testsById, type TestTargets } from '../testTargets.js';
import { formatTestReport, verdictOf } from '../testReport.js';

/** Runs the tests of items, criteria or scenarios by the project's own test runners. */
export const test = defineCommand({
  name: 'test',
  summary: 'Runs the tests of items, criteria or scenarios with the project’s test runners',
  description:
    'Runs the tests that name an item or a part of it (without an ID: of all items) and reports the result of each criterion. A criterion passes if it has tests and all of them pass. Vitest, Jest, Mocha, node --test, pytest, go test, cargo test, Maven and Gradle are found by the files of the project.',
  fields: {
    names: {
      type: 'texts',
      positional: true,
      placeholder: 'ID[/PART]',
      description: 'an item, or a part of it: STORY-042, STORY-042/AC1, STORY-042/TC-1',
      completes: 'part',
    },
    root: rootField,
    format: { ...formatField('text', 'events'), description: 'events is one JSON object per line, as it happens' },
    runner: {
      type: 'text',
      placeholder: 'NAME',
      description: 'the test runner, whatever the project’s files say',
      values: runnerNames,
    },
    commandJson: {
      type: 'text',
      placeholder: 'ARRAY',
      description:
        'run this command instead: program and arguments as a JSON array, with {file} and {name} for the test',
    },
    testsFromInput: {
      type: 'flag',
      description: 'run the tests whose ids are in a JSON array on the standard input',
    },
  },
  examples: [['test STORY-042/AC1', 'run the tests that name it; without an ID, those of all items']],
  exitCodes: {
    0: 'all passed',
    1: 'some failed or did not run, or a named criterion has no test that passed',
    2: 'a wrong command line',
    3: 'none failed, but some could not be run in the sandbox of an agent',
  },
  run: async ({ names, root: wantedRoot, format, runner, commandJson, testsFromInput }, io) => {
    const template = commandJson === undefined ? undefined : readTemplate(commandJson);
    const folder = path.resolve(io.cwd, wantedRoot ?? '.');
    const found = await findOneProject(folder, io.machine.files);
    if (!found) throw noProject(folder);
    const { root } = found;
    const trace = await readTrace(found, io);
    const { targets, gone } = testsFromInput
      ? targetsOfIds(trace, readIds(await io.machine.terminal.readInput()))
      : { targets: findTestTargets(trace, names), gone: [] };

    const tell = (event: TestEvent): void => {
      if (format === 'events') io.out(`${JSON.stringify(event)}\n`);
      // What the runner prints is no part of the report.
      else if (event.event === 'output') io.err(event.text);
    };
    for (const test of gone)
      tell({ event: 'result', test, status: 'errored', message: 'did not run: there is no such test any more' });
    const { results, broken } = await io.machine.terminal.untilTermination(async (signal) => ({
      ...(await runTests({
        root,
        tests: targets.tests,
        ...(runner === undefined ? {} : { runner }),
        ...(template ? { template } : {}),
        machine: io.machine,
        env: io.machine.places.env,
        onEvent: tell,
        signal,
      })),
      broken: signal.aborted,
    }));
    const counts = countOutcomes(results, gone.length);
    if (format === 'text')
      io.out(formatTestReport(targets, results, counts, io.terminal && !io.machine.places.env['NO_COLOR']));
    else if (!broken) tell({ event: 'done', counts });
    const unproven = targets.parts.some((part) => part.named && verdictOf(part, results) !== 'passed');
    // Nothing is wrong with what a sandbox keeps from running.
    const isKept = gone.length === 0 && [...results.values()].every((one) => one.status !== 'errored' || one.unasked);
    if (!broken && counts.failed === 0 && counts.errored > 0 && isKept && isSandboxed(io.machine.places.env))
      return exitCodes.unknown;
    return broken || unproven || counts.failed + counts.errored > 0 ? exitCodes.findings : exitCodes.fine;
  },
});

/** @throws UsageError */
function readTemplate(json: string): readonly string[] {
  const words = read(listOf(v.string()), parseJson(json)) ?? [];
  if (words.length === 0 || words[0] === '')
    throw new UsageError(
      `--command-json takes the program and its arguments as a JSON array of strings, such as '["npx", "ava", "{file}", "--match={name}"]'`,
    );
  return words;
}

/** @throws UsageError */
function readIds(json: string): readonly string[] {
  const ids = read(listOf(v.string()), parseJson(json));
  if (!ids) throw new UsageError('the standard input is not a JSON array of test ids, which --tests-from-input reads');
  return ids;
}

function targetsOfIds(
  trace: TraceGraph,
  ids: readonly string[],
): { readonly targets: TestTargets; readonly gone: readonly string[] } {
  const known = testsById(trace, ids);
  const tests: readonly WantedTest[] = [...known.values()];
  return { targets: { parts: [], tests }, gone: [...new Set(ids)].filter((id) => !known.has(id)) };
}

/** By documents and source code alone: which test is a test of what does not need git. @throws UsageError */
async function readTrace({ root, others }: OneProject, io: Io): Promise<TraceGraph> {
  return (await openProject(io.machine, { root, otherRoots: others }, 'code')).trace;
}

function countOutcomes(results: ReadonlyMap<string, TestResult>, gone: number): Readonly<Record<TestOutcome, number>> {
  const counts = { passed: 0, failed: 0, skipped: 0, errored: gone };
  for (const { status } of results.values()) counts[status]++;
  return counts;
}

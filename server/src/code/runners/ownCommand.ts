import type { RunnerCommand, RunnerReport, WantedTest } from './runner.js';
import type { TestResult } from './matchResults.js';
import { groupBy } from '../../base/groupBy.js';

/**
 * The processes of a command that the user has set: one per test where it names `{name}`, else one per file.
 *
 * @param template program and arguments; `{file}` is a test's file, relative to the root, `{name}` its whole name.
 */
export function ownCommands(template: readonly string[], tests: readonly WantedTest[]): RunnerCommand[] {
  const perTest = template.some((argument) => argument.includes('{name}'));
  const groups = perTest ? tests.map((test) => [test]) : [...groupBy(tests, ({ file }) => file.path).values()];
  return groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const values: Readonly<Record<string, string>> = {
      '{file}': first.file.path,
      '{name}': first.path.map((name) => name.join('…')).join(' '),
    };
    const [program = '', ...args] = template.map((argument) =>
      argument.replace(/\{(?:file|name)\}/gu, (hole) => values[hole] ?? hole),
    );
    return [
      { tests: group, folder: '', program: { kind: 'installed', name: program }, args, report: { kind: 'output' } },
    ];
  });
}

/** An exit code is all that is known of such a command: it says the same of all its tests. */
export function ownResults(tests: readonly WantedTest[], { exitCode, said }: RunnerReport): TestResult[] {
  const tail = said.trim().slice(-4_000);
  return tests.map(({ id }) => {
    if (exitCode === 0) return { id, status: 'passed' };
    if (exitCode === null) return { id, status: 'errored', message: `did not finish\n${tail}` };
    return { id, status: 'failed', message: `the command exited with code ${exitCode}\n${tail}` };
  });
}

import type { TestResult } from '../../server/src/code/runners/matchResults.js';
import type { CommandName, Lab, TestsRun } from '../../server/src/gates/lab.js';

/** What runners say of tests, by the end of their ids; one that nothing is said of has no result. */
export type StatedResults = Readonly<Record<string, Partial<TestResult> | TestResult['status']>>;

/** A lab whose tests come to this, wherever they run. */
export function runsTests(
  said: StatedResults,
  { changed = [], written = [] }: Partial<Pick<TestsRun, 'changed' | 'written'>> = {},
): Pick<Lab, 'runTests'> {
  return {
    runTests: (tests): Promise<TestsRun> => {
      const results = tests.flatMap(({ id }): TestResult[] => {
        const stated = Object.entries(said).find(([name]) => id.endsWith(name))?.[1];
        if (stated === undefined) return [];
        return [typeof stated === 'string' ? { id, status: stated } : { status: 'errored', ...stated, id }];
      });
      return Promise.resolve({
        results: new Map(results.map((result) => [result.id, result])),
        changed,
        written,
        evidence: { what: 'tests as stated', at: 0 },
      });
    },
  };
}

/** What a command of the project comes to. */
export interface StatedCommand {
  readonly code?: number | null;
  readonly timedOut?: boolean;
  readonly said?: string;
  readonly reports?: Readonly<Record<string, string>>;
  readonly changed?: readonly string[];
}

/** A lab with these commands; the others are not declared. */
export function runsCommands(
  stated: Partial<Record<CommandName, StatedCommand | 'unapproved' | 'notStarted'>>,
): Pick<Lab, 'runCommand'> {
  return {
    runCommand: (name) => {
      const command = stated[name];
      if (command === undefined)
        return Promise.resolve({ kind: 'undeclared', message: `the project declares no ${name} command` });
      if (command === 'unapproved')
        return Promise.resolve({ kind: command, message: 'nobody has let it run here', command: [name] });
      if (command === 'notStarted') return Promise.resolve({ kind: command, message: 'it is not installed' });
      return Promise.resolve({
        kind: 'ran',
        code: command.code === undefined ? 0 : command.code,
        timedOut: command.timedOut === true,
        said: command.said ?? '',
        reports: new Map(Object.entries(command.reports ?? {})),
        root: '/project',
        changed: command.changed ?? [],
        evidence: { what: `the ${name} command as stated`, at: 0 },
      });
    },
  };
}

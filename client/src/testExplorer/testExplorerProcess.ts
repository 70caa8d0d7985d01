import type { TestEvent } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';

export interface TestProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** The project root: absolute. */
  readonly root: string;
  /** The ids of the tests to run. */
  readonly tests: readonly string[];
  /** A command of the user's own; empty where the project's runners are used. */
  readonly command: readonly string[];
  readonly onEvent: (event: TestEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs tests in a process of their own.
 *
 * @returns undefined once the run is done, else why it ended before: what was said on standard error.
 */
export async function runTestProcess(run: TestProcess): Promise<string | undefined> {
  const { program, root, tests, command, onEvent, signal } = run;
  const own = command.length > 0 ? ['--command-json', JSON.stringify(command)] : [];
  const seen = new Set<string>();
  const { code, errors } = await runCommandLine({
    program,
    args: ['test', '--root', root, '--format', 'events', '--tests-from-input', ...own],
    folder: root,
    input: JSON.stringify(tests),
    onLine: (line) => {
      // Written by our own command line, in the shape of protocol.ts.
      const event = JSON.parse(line) as TestEvent;
      seen.add(event.event);
      onEvent(event);
    },
    signal,
  });
  return seen.has('done') ? undefined : errors || `pactwright test: ${code ?? 'SIGTERM'}`;
}

import * as v from 'valibot';
import type { TestEvent } from '../../../server/src/protocol.js';
import { runForEvents } from '../editor/eventProcess.js';
import { offset } from '../editor/schemas.js';

export interface TestProcess {
  /** The command line's own program: absolute. */
  readonly program: string;
  /** The project root: absolute. */
  readonly root: string;
  /** The ids of the tests to run. */
  readonly tests: readonly string[];
  /** A command of the user's own; empty if the project's runners are used. */
  readonly command: readonly string[];
  readonly onEvent: (event: TestEvent) => void;
  readonly signal: AbortSignal;
}

const eventSchema: v.GenericSchema<unknown, TestEvent> = v.variant('event', [
  v.object({ event: v.literal('output'), text: v.string() }),
  v.object({ event: v.literal('started'), test: v.string() }),
  v.object({
    event: v.literal('result'),
    test: v.string(),
    status: v.picklist(['passed', 'failed', 'skipped', 'errored']),
    message: v.exactOptional(v.string()),
    durationMs: v.exactOptional(v.number()),
    line: v.exactOptional(offset),
  }),
  v.object({
    event: v.literal('done'),
    counts: v.object({ passed: offset, failed: offset, skipped: offset, errored: offset }),
  }),
]);

/**
 * Runs tests in a process of their own.
 *
 * @returns undefined once the run is done, else why it ended before: what was said on standard error.
 */
export function runTestProcess(run: TestProcess): Promise<string | undefined> {
  const { program, root, tests, command, onEvent, signal } = run;
  const own = command.length > 0 ? ['--command-json', JSON.stringify(command)] : [];
  const args = ['test', '--root', root, '--format', 'events', '--tests-from-input', ...own];
  const input = JSON.stringify(tests);
  return runForEvents({ program, args, folder: root, input, signal, schema: eventSchema, last: 'done', onEvent });
}

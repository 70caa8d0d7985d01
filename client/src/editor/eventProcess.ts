import type * as v from 'valibot';
import { type CommandLineCall, runCommandLine } from './commandLine.js';
import { readJson } from './schemas.js';

export interface EventCall<E extends { readonly event: string }> extends Omit<CommandLineCall, 'onLine'> {
  readonly schema: v.GenericSchema<unknown, E>;
  /** The event that ends a complete run. */
  readonly last: E['event'];
  readonly onEvent: (event: E) => void;
}

/**
 * Runs a command of `pactwright` that writes an event per line. Lines that are no such event are left out.
 *
 * @returns undefined once the last event has come, else why it ended before: what was said on standard error.
 */
export async function runForEvents<E extends { readonly event: string }>({
  schema,
  last,
  onEvent,
  ...call
}: EventCall<E>): Promise<string | undefined> {
  const seen = new Set<string>();
  const { code, errors } = await runCommandLine({
    ...call,
    onLine: (line) => {
      const event = readJson(schema, line);
      if (!event) return;
      seen.add(event.event);
      onEvent(event);
    },
  });
  return seen.has(last) ? undefined : errors || `pactwright ${call.args[0] ?? ''}: ${code ?? 'SIGTERM'}`;
}

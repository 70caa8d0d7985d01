import { Refused } from '../../operations/errorCodes.js';
import { type Environment, environmentOfPrograms } from '../../base/gitEnvironment.js';
import type { Machine } from '../../workspace/machine.js';
import { runForOutput } from '../../workspace/processOutput.js';

/** Where programs of the person's own are run. */
export interface ProgramDesk {
  readonly machine: Machine;
  /** Asks the person at the terminal; undefined if there is no person, so that programs do not ask either. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** What their environment has besides the person's. */
  readonly env?: Environment;
  readonly signal: AbortSignal;
}

/** What a program printed may be endless. */
const mostKept = 20_000;
const mostData = 64 * 1024 * 1024;

/**
 * Runs a program of the person's own to its end, for as long as it takes, and shows nothing of what it prints. It has what the person
 * has set up: the agent that holds their keys, and the terminal where there is one, so that it can ask for a passphrase.
 *
 * @param input what it reads instead of the terminal.
 * @param most how much of its output is kept.
 * @throws Refused if it cannot be started; the signal's reason once it is aborted.
 */
export async function runQuietly(
  program: string,
  args: readonly string[],
  folder: string,
  { machine, ask, env, signal }: ProgramDesk,
  input?: string,
  most = mostKept,
): Promise<QuietEnd> {
  const end = await runForOutput(
    machine.processes,
    {
      program,
      args,
      folder,
      env: { ...environmentOfPrograms(machine.places.env, ask !== undefined), ...env },
      ...(input === undefined ? (ask ? { reads: 'terminal' } : {}) : { reads: { text: input } }),
      signal,
    },
    most,
  );
  signal.throwIfAborted();
  if (end.kind === 'notStarted') throw new Refused('failed', `cannot start ${program}: ${end.message}`);
  return { code: end.code, output: end.output, errors: end.errors };
}

/** The same, and keeps all that the program prints, for one whose answer is data. */
export function runAll(...[program, args, folder, desk, input]: Parameters<typeof runQuietly>): Promise<QuietEnd> {
  return runQuietly(program, args, folder, { ...desk, ask: undefined }, input, mostData);
}

export interface QuietEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

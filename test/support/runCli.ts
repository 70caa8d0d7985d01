import type { RunKeeper } from '../../server/src/doors/cli/io.js';
import { runCli } from '../../server/src/doors/cli/run.js';
import { testMachine } from './testMachine.js';

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CliSurroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  /** Milliseconds since 1970; the real time where it is left out. */
  readonly now?: number;
  readonly keeper?: RunKeeper;
}

/** Runs a command line in this process. */
export async function run(
  { cwd, env = {}, terminal = false, now, keeper }: CliSurroundings,
  ...args: string[]
): Promise<CliRun> {
  let out = '';
  let err = '';
  const code = await runCli(args, {
    cwd,
    machine: testMachine(env, () => now ?? Date.now()),
    terminal,
    version: '1.2.3',
    keeper,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

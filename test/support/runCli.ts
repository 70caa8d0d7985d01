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
  /** What it reads from its standard input; nothing where it is left out. */
  readonly input?: string;
  /** Absolute path of the script that it takes itself for: what it writes down for others to start. */
  readonly script?: string;
  /** The person's home folder: absolute. */
  readonly home?: string;
}

/** Runs a command line in this process. */
export async function run(
  { cwd, env = {}, terminal = false, now, keeper, input = '', script, home }: CliSurroundings,
  ...args: string[]
): Promise<CliRun> {
  let out = '';
  let err = '';
  const machine = testMachine(env, () => now ?? Date.now());
  const code = await runCli(args, {
    cwd,
    machine: {
      ...machine,
      terminal: { ...machine.terminal, readInput: (longest) => Promise.resolve(input.slice(0, longest)) },
      ...(home === undefined ? {} : { places: { env, platform: machine.places.platform, home } }),
      self: { ...machine.self, script: script ?? machine.self.script },
    },
    terminal,
    version: '1.2.3',
    keeper,
    out: (text) => (out += text),
    err: (text) => (err += text),
  });
  return { code, out, err };
}

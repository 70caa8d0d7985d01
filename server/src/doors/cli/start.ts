import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Machine } from '../../workspace/machine.js';
import type { KeptRun } from './keptRun.js';
import { type ExitCode, exitCodes, type Io, type RunKeeper } from './io.js';
import { runCli } from './run.js';

// The editor sets it for a terminal that runs nothing else; what is started from here is no such thing.
const opened = process.env['PACTWRIGHT_OPENED'];
delete process.env['PACTWRIGHT_OPENED'];

const err = (text: string): void => void process.stderr.write(text);

async function run(machine: Machine, keeper: RunKeeper | undefined, openQueue: Io['openQueue']): Promise<ExitCode> {
  // Loaded for such a terminal alone.
  if (opened === undefined || !(await (await import('./restoredTerminal.js')).isRestored(machine, opened)))
    return runCli(process.argv.slice(2), {
      cwd: process.cwd(),
      terminal: process.stdout.isTTY,
      machine,
      version: manifest.version,
      out: (text) => void process.stdout.write(text),
      err,
      keeper,
      openQueue,
      // Bundles of their own: most runs need neither.
      load: (program) => import(path.join(__dirname, `${program === 'mcp' ? 'cli-mcp' : program}.js`)),
    });
  err(
    'pactwright: the editor has restored this terminal; what ran in it does not restart by itself: start it again if you want it\n',
  );
  return exitCodes.unknown;
}

/**
 * Runs the command line that this process was started with, to its end.
 *
 * @param kept keeps what a run of `lint` says.
 * @param openQueue opens the queue of runs on several machines.
 */
export async function main(machine: Machine, kept: KeptRun | undefined, openQueue?: Io['openQueue']): Promise<void> {
  const code = await run(machine, kept, openQueue);
  if (opened !== undefined) await machine.terminal.hold();
  // Not `process.exit`: a pipe may still have to take what was written.
  process.exitCode = code;
  // Not before: a reader that is gone ends the process while it waits, with the code that it has by then.
  await kept?.write();
}

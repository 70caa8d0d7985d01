import { readStandardInput } from '../../host/standardInput.js';
import { untilTermination } from '../../host/termination.js';
import { longestInput, recordCall } from '../hooks/recordCall.js';
import { hookHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/**
 * `pactwright hook AGENT EVENT`: records a destructive command that an agent hands to its shell. An agent takes the exit code and
 * output of a hook for an answer, so there is neither, whatever happens; `--debug` tells on standard error what went wrong.
 */
export async function runHook(args: readonly string[], io: Io): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    io.out(hookHelp);
    return exitCodes.fine;
  }
  const [agent = '', event = ''] = args.filter((arg) => !arg.startsWith('-'));
  try {
    const text = await readStandardInput(longestInput);
    await untilTermination((signal) => recordCall({ agent, event, text }, io, signal));
  } catch (error) {
    if (args.includes('--debug'))
      io.err(`pactwright hook: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return exitCodes.fine;
}

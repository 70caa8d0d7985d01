import type { AgentCall } from '../../agents/agentCall.js';
import { destructiveCommands } from '../../gates/shell/destructiveCommands.js';
import { type HookInput, longestInput, readHook } from '../../execution/hooks/hookInput.js';
import { tellSession } from '../../execution/hooks/tellSession.js';
import { hookHelp } from './help.js';
import { type ExitCode, exitCodes, type Io } from './io.js';

/**
 * `pactwright hook AGENT EVENT`: tells the session that an agent works in what it does, and records a destructive command that it
 * hands to its shell. An agent takes the exit code and output of a hook for an answer, so there is neither, whatever happens;
 * `--debug` tells on standard error what went wrong.
 */
export async function runHook(args: readonly string[], io: Io): Promise<ExitCode> {
  if (args.includes('--help') || args.includes('-h')) {
    io.out(hookHelp);
    return exitCodes.fine;
  }
  const [agent = '', event = ''] = args.filter((arg) => !arg.startsWith('-'));
  try {
    const text = await io.machine.terminal.readInput(longestInput);
    const wrong = (await carryOut({ agent, event, text }, io)).find(({ status }) => status === 'rejected');
    if (wrong?.status === 'rejected') throw wrong.reason;
  } catch (error) {
    if (args.includes('--debug'))
      io.err(`pactwright hook: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return exitCodes.fine;
}

/** Both, though one of them fails. @throws UsageError or SyntaxError for what cannot be understood. */
async function carryOut(input: HookInput, io: Io): Promise<readonly PromiseSettledResult<void>[]> {
  const { call, events } = readHook(input);
  return Promise.allSettled([tellSession(io.machine, events), recordDestructive(input.agent, call, io)]);
}

async function recordDestructive(agent: string, call: AgentCall | undefined, io: Io): Promise<void> {
  const parts = destructiveCommands(call?.command ?? '');
  if (!call || parts.length === 0) return;
  // Asks git and reads the record: nothing to load for each of thousands of harmless calls.
  const { recordCall } = await import('../../execution/hooks/recordCall.js');
  await io.machine.terminal.untilTermination((signal) => recordCall(agent, call, parts, io, signal));
}

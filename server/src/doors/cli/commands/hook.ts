import type { AgentCall } from '../../../agents/agentCall.js';
import { destructiveCommands } from '../../../gates/shell/destructiveCommands.js';
import { type HookInput, longestInput, readHook } from '../../../execution/hooks/hookInput.js';
import { tellSession } from '../../../execution/hooks/tellSession.js';
import { defineCommand } from '../command.js';
import { exitCodes, type Io } from '../io.js';

/**
 * Tells the session that an agent works in what it does, and records a destructive command that it hands to its shell. An agent takes
 * the exit code and output of a hook for an answer, so there is neither, whatever happens.
 */
export const hook = defineCommand({
  name: 'hook',
  summary: 'Reports what an agent does to its session, and records destructive commands for the gates',
  description:
    'An agent’s hooks call this with JSON on standard input. It never answers: no output, exit code 0, whatever happens. Pactwright sets up the hooks of the agents it starts; docs/guide/gates.md shows how to do so for others. Commands that destroy nothing are not recorded, and only the sessions of agents in a terminal are reported.\n\nclaude, codex: SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, PostToolUse, Stop; Notification, PostToolUseFailure and StopFailure of claude.\n\nopencode: tool.execute.before, tool.execute.after and chat.message, by a plugin, and of its events session.created, session.idle, session.error, permission.asked, permission.replied, question.asked, question.replied.',
  fields: {
    agent: {
      type: 'text',
      positional: true,
      description: 'claude, codex or opencode',
      completes: ['claude', 'codex', 'opencode'],
    },
    event: { type: 'text', positional: true, description: 'what happened, by the agent’s own name for it' },
    debug: { type: 'flag', description: 'print errors to standard error' },
  },
  usages: ['hook AGENT EVENT [--debug]'],
  exitCodes: { 0: 'always', 2: 'never' },
  lenient: true,
  run: async ({ agent = '', event = '', debug }, io) => {
    try {
      const text = await io.machine.terminal.readInput(longestInput);
      const wrong = (await carryOut({ agent, event, text }, io)).find(({ status }) => status === 'rejected');
      if (wrong?.status === 'rejected') throw wrong.reason;
    } catch (error) {
      if (debug) io.err(`pactwright hook: ${error instanceof Error ? error.message : String(error)}\n`);
    }
    return exitCodes.fine;
  },
});

/** Both, though one of them fails. @throws UsageError or SyntaxError for what cannot be understood. */
async function carryOut(input: HookInput, io: Io): Promise<readonly PromiseSettledResult<void>[]> {
  const { call, events } = readHook(input);
  return Promise.allSettled([tellSession(io.machine, events), recordDestructive(input.agent, call, io)]);
}

async function recordDestructive(agent: string, call: AgentCall | undefined, io: Io): Promise<void> {
  const parts = destructiveCommands(call?.command ?? '');
  if (!call || parts.length === 0) return;
  // Asks git and reads the record: nothing to load for each of thousands of harmless calls.
  const { recordCall } = await import('../../../execution/hooks/recordCall.js');
  await io.machine.terminal.untilTermination((signal) => recordCall(agent, call, parts, io, signal));
}

import path from 'node:path';
import type { HookGuard } from '../../../agents/agent.js';
import type { AgentCall } from '../../../agents/agentCall.js';
import { agentNamed } from '../../../agents/registry.js';
import { plainLines, plainText } from '../../../base/plainText.js';
import { answerHook, momentOf } from '../../../execution/hooks/answerHook.js';
import { gitEvents } from '../../../execution/hooks/gitEvents.js';
import { destructiveCommands } from '../../../gates/shell/destructiveCommands.js';
import { type HookInput, longestInput, readHook } from '../../../execution/hooks/hookInput.js';
import { tellSession } from '../../../execution/hooks/tellSession.js';
import { defineCommand } from '../command.js';
import { type ExitCode, exitCodes, type Io } from '../io.js';

/**
 * Answers an agent before it acts, tells the session that the agent works in what it does, and records a destructive command that it
 * hands to its shell. An agent takes the exit code and output of a hook for an answer, so there is nothing else, whatever happens.
 */
export const hook = defineCommand({
  name: 'hook',
  summary: 'Answers the hooks of an agent, so that it changes nothing that was agreed',
  description:
    'An agent’s hooks call this with JSON on standard input, and read the answer, in their own protocol, from standard output; the exit code is 0. Before a tool call it refuses changes to frozen specs and scenarios, to existing tests, to the record of the gates, and to the files that carry hooks, settings and MCP servers; what it cannot check it refuses, too. At the start of a session and before compaction it reports the item and its state; at a stop it reports once what is missing. All other events are allowed. Destructive commands are recorded for the gates, and the sessions of agents in a terminal are reported.\n\ngit: pre-commit and pre-push run the gate `commit` of the item that the branch names, commit-msg asks that the message names it; git stops where the exit code is 1.\n\nclaude: SessionStart, PreToolUse, Stop, PreCompact, TaskCreated, TaskCompleted, TeammateIdle and WorktreeRemove. codex, qwen: SessionStart, PreToolUse, Stop and PreCompact. gemini: SessionStart, BeforeTool, AfterAgent and PreCompress. copilot: sessionStart, preToolUse, agentStop and preCompact. opencode, by a plugin: tool.execute.before and experimental.session.compacting.\n\nFor sessions that Pactwright starts also UserPromptSubmit, PermissionRequest and PostToolUse of claude and codex; Notification, PostToolUseFailure and StopFailure of claude; of opencode tool.execute.after, chat.message, message.updated, session.created, session.idle, session.error, permission.asked, permission.replied, question.asked and question.replied.',
  fields: {
    agent: {
      type: 'text',
      positional: true,
      description: 'claude, codex, opencode, gemini, copilot or qwen',
      completes: ['claude', 'codex', 'opencode', 'gemini', 'copilot', 'qwen'],
    },
    event: { type: 'text', positional: true, description: 'what happened, by the agent’s own name for it' },
    argument: { type: 'texts', positional: true, description: 'what git hands its hook' },
    debug: { type: 'flag', description: 'print errors to standard error' },
  },
  usages: ['hook AGENT EVENT [--debug]', 'hook git pre-commit|commit-msg|pre-push [ARGUMENT…]'],
  exitCodes: { 0: 'always for an agent; git may continue', 1: 'git is to stop', 2: 'never' },
  lenient: true,
  run: async ({ agent = '', event = '', argument, debug }, io) => {
    if (agent === 'git') return runGitHook(event, argument[0], io);
    const guard = agentNamed(agent)?.guard;
    const protects = guard !== undefined && momentOf(guard, event) === 'tool';
    try {
      const { out, wrong } = await carryOut({ agent, event, guard }, io);
      io.out(out);
      if (wrong !== undefined) throw wrong;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (debug) io.err(`pactwright hook: ${message}\n`);
      // What was not checked is not allowed; what only informs stays silent.
      if (protects && !(error instanceof NotRecorded))
        io.out(
          guard.refuse(
            event,
            `Pactwright could not check this call, so it is refused: ${oneLine(message)}. Try again, or ask the person.`,
          ),
        );
    }
    return exitCodes.fine;
  },
});

/** Stops git where it cannot be determined, too. */
async function runGitHook(event: string, file: string | undefined, io: Io): Promise<ExitCode> {
  const known = gitEvents.find((one) => one === event);
  // A hook that is not ours to judge.
  if (!known) return exitCodes.fine;
  const { answerGit } = await import('../../../execution/hooks/answerGit.js');
  const { machine, cwd, err } = io;
  try {
    const message =
      known === 'commit-msg' ? await machine.disk.readFile(path.resolve(cwd, file ?? ''), 'utf8') : undefined;
    const answer = await machine.terminal.untilTermination((signal) =>
      answerGit(known, message, { machine, cwd, signal }),
    );
    if (answer) err(`pactwright: ${plainLines(answer.text)}\n`);
    if (!answer?.refuses) return exitCodes.fine;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    err(`pactwright: this could not be checked, so git is stopped: ${oneLine(message)}\n`);
  }
  return exitCodes.findings;
}

/** Programs wait for a hook for a minute or more, and then go on as if it had allowed: in milliseconds. */
const longestMs = 50_000;
const longestInputMs = 10_000;

/** What went wrong beside the answer. */
class NotRecorded extends Error {}

/** All of it, though one part fails. @throws for what cannot be understood, or not be checked. */
async function carryOut(
  { agent, event, guard }: Pick<HookInput, 'agent' | 'event'> & { readonly guard: HookGuard | undefined },
  io: Io,
): Promise<{ readonly out: string; readonly wrong: Error | undefined }> {
  const text = await io.machine.terminal.readInput(longestInput, longestInputMs);
  const { call, events, payload } = readHook({ agent, event, text });
  const ask = async (): Promise<string> =>
    guard
      ? io.machine.terminal.untilTermination((signal) =>
          answerHook({ guard, event, payload }, { machine: io.machine, cwd: io.cwd, signal: inTime(signal) }),
        )
      : '';
  // A turn that is sent on is not over.
  const atStop = guard && momentOf(guard, event) === 'stop' ? ask() : undefined;
  const isHeld = ((await atStop?.catch(() => '')) ?? '') !== '';
  const told = await Promise.allSettled([
    tellSession(io.machine, isHeld ? [{ kind: 'working' }] : events),
    recordDestructive(agent, call, io),
  ]);
  const wrong = told.find((one) => one.status === 'rejected');
  const out = await (atStop ?? ask());
  return { out, wrong: wrong?.status === 'rejected' ? new NotRecorded(String(wrong.reason)) : undefined };
}

/** Aborted with the process, or where no answer is found in time. */
function inTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(longestMs)]);
}

function oneLine(text: string): string {
  return plainText(text).replaceAll(/\s+/gu, ' ').replace(/\.$/u, '').slice(0, 500);
}

async function recordDestructive(agent: string, call: AgentCall | undefined, io: Io): Promise<void> {
  const parts = destructiveCommands(call?.command ?? '');
  if (!call || parts.length === 0) return;
  // Asks git and reads the record: nothing to load for each of thousands of harmless calls.
  const { recordCall } = await import('../../../execution/hooks/recordCall.js');
  await io.machine.terminal.untilTermination((signal) => recordCall(agent, call, parts, io, signal));
}

import path from 'node:path';
import { fieldsOf } from '../../gates/evidence/readEntry.js';

/** What an agent says of a command that its shell is about to run, or ran. */
export interface AgentCall {
  readonly command: string;
  /** The folder it runs in, as the agent names it. */
  readonly folder?: string;
  readonly session?: string;
  /** The agent's own name of this call, the same before and after it. */
  readonly call?: string;
}

type Fields = Readonly<Record<string, unknown>>;

interface CallHook {
  /** Those of its events that tell of a tool. */
  readonly events: readonly string[];
  readonly read: (input: Fields) => AgentCall | undefined;
}

/**
 * `PreToolUse` and `PostToolUse` as Claude Code sends them: `session_id`, `cwd`, `tool_name`, `tool_input`, `tool_use_id`. Codex took
 * the form over, and normalises the names of its shells to `Bash`.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see https://developers.openai.com/codex/hooks and codex-rs/hooks/schema/generated in github.com/openai/codex
 */
const toolUse: CallHook = {
  events: ['PreToolUse', 'PostToolUse'],
  read: ({ tool_name: tool, tool_input: given, cwd, session_id: session, tool_use_id: call }) =>
    tool === 'Bash' ? callOf({ command: fieldsOf(given)?.['command'], folder: cwd, session, call }) : undefined,
};

/**
 * OpenCode runs no commands for its events; a plugin hands over both arguments of its hook as one object, and the folder: `tool`,
 * `sessionID`, `callID`, `args`, `directory`.
 *
 * @see https://opencode.ai/docs/plugins and `Hooks` of @opencode-ai/plugin
 */
const toolExecute: CallHook = {
  events: ['tool.execute.before', 'tool.execute.after'],
  read: ({ tool, args, directory, sessionID: session, callID: call }) => {
    const { command, workdir } = fieldsOf(args) ?? {};
    const folder =
      typeof workdir === 'string' ? path.resolve(typeof directory === 'string' ? directory : '.', workdir) : directory;
    return tool === 'bash' ? callOf({ command, folder, session, call }) : undefined;
  },
};

/** By the name of the agent. */
export const callHooks: ReadonlyMap<string, CallHook> = new Map([
  ['claude', toolUse],
  ['codex', toolUse],
  ['opencode', toolExecute],
]);

/** What is longer is no name. */
const longestName = 200;

function callOf(given: Readonly<Record<keyof AgentCall, unknown>>): AgentCall | undefined {
  const { command, folder, session, call } = given;
  if (typeof command !== 'string') return undefined;
  return {
    command,
    ...(typeof folder === 'string' && folder !== '' ? { folder } : {}),
    ...(isName(session) ? { session } : {}),
    ...(isName(call) ? { call } : {}),
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longestName;
}

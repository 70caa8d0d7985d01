/** What an agent says of a command that its shell is about to run, or ran. */
export interface AgentCall {
  readonly command: string;
  /** The folder it runs in, as the agent names it. */
  readonly folder?: string;
  readonly session?: string;
  /** The agent's own name of this call, the same before and after it. */
  readonly call?: string;
}

/** What is longer is no name. */
const longestName = 200;

/** @returns undefined where no command is told of; names that are none are left out. */
export function callOf(given: Readonly<Record<keyof AgentCall, unknown>>): AgentCall | undefined {
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

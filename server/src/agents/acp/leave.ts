import type { AgentAccess } from '../agent.js';
import type { ToolCall } from './calls.js';

/**
 * What an agent that asks leave for a call is answered where nobody decides. `inside`: it is granted where all files it names lie in
 * the folder where the agent works.
 */
export type Leave = 'granted' | 'inside' | 'refused';

/** By what a phase may do: files in its folder, and our own command line. Whatever an agent does not name is refused. */
export function leaveFor(call: ToolCall, access: AgentAccess): Leave {
  switch (call.kind) {
    case 'think':
      return 'granted';
    case 'read':
    case 'search':
      return 'inside';
    case 'edit':
      return access === 'write' && call.paths.length > 0 ? 'inside' : 'refused';
    case 'execute':
      return isOwnCommand(call.command ?? '') ? 'granted' : 'refused';
    default:
      return 'refused';
  }
}

/** A quoted text that no shell looks into. */
const quoted = /'[^']*'|"[^"$`\\!]*"/gu;

/** Whether a shell that is given this runs `pactwright`, after `cd` at most, and nothing else. */
export function isOwnCommand(command: string): boolean {
  const bare = command.replaceAll(quoted, 'x').replaceAll(/\s2>&1(?=\s|$)/gu, '');
  const parts = bare.split(/&&|;|\n/u).map((part) => part.trim());
  return (
    !/[|<>()`$\\&'"{}*?[\]~!#]/u.test(parts.join(' ')) &&
    parts.every((part) => part === '' || /^(?:cd\s+\S+|pactwright(?:\s.*)?)$/u.test(part)) &&
    parts.some((part) => part.startsWith('pactwright'))
  );
}

import type { AgentAccess } from '../agent.js';
import type { ToolCall } from './calls.js';

/**
 * The answer to a permission request without asking a person. `inside`: granted if all files it names are in the folder where the
 * agent works.
 */
export type Leave = 'granted' | 'inside' | 'refused';

/** What a phase allows: files in its folder, and our own command line. A call of unknown kind is refused. */
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

/** A quoted text in which a shell expands nothing. */
const quoted = /'[^']*'|"[^"$`\\!]*"/gu;

/** Whether this runs only `pactwright`, optionally after `cd`. */
export function isOwnCommand(command: string): boolean {
  const bare = command.replaceAll(quoted, 'x').replaceAll(/\s2>&1(?=\s|$)/gu, '');
  const parts = bare.split(/&&|;|\n/u).map((part) => part.trim());
  return (
    !/[|<>()`$\\&'"{}*?[\]~!#]/u.test(parts.join(' ')) &&
    parts.every((part) => part === '' || /^(?:cd\s+\S+|pactwright(?:\s.*)?)$/u.test(part)) &&
    parts.some((part) => part.startsWith('pactwright'))
  );
}

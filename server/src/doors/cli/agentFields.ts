import { allAgents } from '../../agents/registry.js';
import type { AgentLimits } from '../../execution/agents/watchdog.js';
import type { CommandField } from './commandFacts.js';

/** `--agent`. */
export const agentField = {
  type: 'text',
  placeholder: 'AGENT',
  description: 'the agent (default: the installed one); `pactwright agent list` shows all',
  completes: allAgents.map(({ id }) => id),
} as const satisfies CommandField;

/** `--agent`, where several may take turns. */
export const agentsField = {
  ...agentField,
  placeholder: 'AGENT[,…]',
  description:
    'the agent (default: from your settings and the configuration, otherwise the installed one); if you list several, the next one is used when one has no access, is out of quota, crashes or is silent',
} as const satisfies CommandField;

/** `--model`. */
export const modelField = {
  type: 'text',
  placeholder: 'MODEL',
  description: 'the model, by the agent’s own name for it',
} as const satisfies CommandField;

/** `--model`, where several may take turns. */
export const modelsField = {
  ...modelField,
  placeholder: 'MODEL[,…]',
  description: `${modelField.description}; if you list several, the next one is used when one is out of quota`,
} as const satisfies CommandField;

/** `--role`. */
export const roleField = {
  type: 'text',
  placeholder: 'ROLE',
  description:
    'the role that leads the phase: a built-in one, or a file in .pactwright/roles (default: from the configuration)',
  completes: 'role',
} as const satisfies CommandField;

/** `--timeout`. */
export const timeoutField = {
  type: 'integer',
  placeholder: 'SECONDS',
  from: 1,
  description: 'stop the agent after this time',
} as const satisfies CommandField;

/** `--silence`. */
export const silenceField = {
  type: 'integer',
  placeholder: 'SECONDS',
  from: 1,
  description: 'without a terminal, stop the agent after this time without output',
} as const satisfies CommandField;

/** What those two say. */
export function limitsOf({
  timeout,
  silence,
}: Readonly<Record<'timeout' | 'silence', number | undefined>>): AgentLimits {
  return {
    ...(timeout === undefined ? {} : { timeMs: timeout * 1000 }),
    ...(silence === undefined ? {} : { silenceMs: silence * 1000 }),
  };
}

import { allAgents } from '../../agents/registry.js';
import type { CommandField } from './commandFacts.js';

/** `--agent`. */
export const agentField = {
  type: 'text',
  placeholder: 'AGENT',
  description: 'who works (default: the one that is installed); `pactwright agent list` shows all',
  completes: allAgents.map(({ id }) => id),
} as const satisfies CommandField;

/** `--model`. */
export const modelField = {
  type: 'text',
  placeholder: 'MODEL',
  description: 'the model, by the agent’s own name of it',
} as const satisfies CommandField;

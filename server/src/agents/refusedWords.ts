import type { AgentEvent } from './agentEvent.js';

/** `Bash: git push`: which call was refused. */
export function refusedWords({
  tool = 'a tool',
  what,
  why,
}: Extract<AgentEvent, { readonly kind: 'refused' }>): string {
  return [tool, what ?? why].filter((part) => part !== undefined).join(': ');
}

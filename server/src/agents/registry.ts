import { auggie } from './adapters/auggie.js';
import { claude } from './adapters/claude.js';
import { codex } from './adapters/codex.js';
import { copilot } from './adapters/copilot.js';
import { cursor } from './adapters/cursor.js';
import { gemini } from './adapters/gemini.js';
import { kilo } from './adapters/kilo.js';
import { letta } from './adapters/letta.js';
import { opencode } from './adapters/opencode.js';
import { pi } from './adapters/pi.js';
import { qwen } from './adapters/qwen.js';
import type { Agent } from './agent.js';

/** The agents that are known without being told of, in the order they are offered. */
export const allAgents: readonly Agent[] = [
  claude,
  codex,
  opencode,
  copilot,
  gemini,
  qwen,
  kilo,
  auggie,
  cursor,
  pi,
  letta,
];

/** @param custom agents that the person has set up; they cannot take the name of a known one. */
export function agentNamed(id: string, custom: readonly Agent[] = []): Agent | undefined {
  return [...allAgents, ...custom].find((agent) => agent.id === id);
}

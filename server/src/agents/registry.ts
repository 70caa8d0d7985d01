import { auggie, auggieCheck } from './adapters/auggie.js';
import { claude, claudeCheck } from './adapters/claude.js';
import { codex, codexCheck } from './adapters/codex.js';
import { copilot, copilotCheck } from './adapters/copilot.js';
import { cursor, cursorCheck } from './adapters/cursor.js';
import { droid, droidCheck } from './adapters/droid.js';
import { gemini, geminiCheck } from './adapters/gemini.js';
import { kilo, kiloCheck } from './adapters/kilo.js';
import { letta, lettaCheck } from './adapters/letta.js';
import { opencode, opencodeCheck } from './adapters/opencode.js';
import { pi, piCheck } from './adapters/pi.js';
import { qwen, qwenCheck } from './adapters/qwen.js';
import type { Agent, AgentCheck } from './agent.js';

/** The built-in agents, in the order they are offered. */
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
  droid,
];

/** By the agents' ids. */
export const agentChecks: Readonly<Record<string, AgentCheck>> = {
  claude: claudeCheck,
  codex: codexCheck,
  opencode: opencodeCheck,
  copilot: copilotCheck,
  gemini: geminiCheck,
  qwen: qwenCheck,
  kilo: kiloCheck,
  auggie: auggieCheck,
  cursor: cursorCheck,
  pi: piCheck,
  letta: lettaCheck,
  droid: droidCheck,
};

/** A built-in agent. */
export function agentNamed(id: string): Agent | undefined {
  return allAgents.find((agent) => agent.id === id);
}

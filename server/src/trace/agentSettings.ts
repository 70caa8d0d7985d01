import { tellingText } from '../code/tellingText.js';

/** The files in which agents find their settings, hooks and MCP servers: https://code.claude.com/docs/en/settings and the like. */
export const agentSettingsFile =
  /^(?:\.(?:claude|gemini|qwen)\/settings(?:\.local)?\.json|\.codex\/(?:config\.toml|hooks\.json)|\.cursor\/(?:hooks|mcp)\.json|\.github\/hooks\/[^/]+\.json|\.opencode\/plugins?\/[^/]+|\.?opencode\.jsonc?|\.mcp\.json|\.vscode\/mcp\.json|\.pactwright\/run\.cjs)$/iu;

/** What a change to them means, as the end of a sentence. */
export const agentSettingsMean = 'so an agent may work without being checked';

/** What is on where hooks are switched off. */
export const hooksOff = 'the setting that turns hooks off';

/** The tools that its hooks are called for, where any hook calls us. */
export const hookMatchers = 'the matchers of its hooks';

const ownHook = /pactwright(?:\/run\.cjs)?(?: --required)? hook /u;

/** What calls us in the settings of an agent, and for which tools, or all of a file that is ours; and whether hooks are off. */
export function readAgentSettings(path: string, text: string): ReadonlyMap<string, string> {
  if (/pactwright[^/]*$|^\.pactwright\//iu.test(path)) return new Map([['the file', tellingText(path, text)]]);
  const own =
    text.match(/"(?:[^"\\\n]|\\.)*pactwright(?:[^"\\\n]|\\.)*"|^[ \t]*\[[^\]\n]*pactwright[^\]\n]*\]/gimu) ?? [];
  const isOff =
    /"disableAllHooks"\s*:\s*true|^[ \t]*(?:codex_)?hooks[ \t]*=[ \t]*false|"hooksConfig"\s*:\s*\{\s*"enabled"\s*:\s*false/imu.test(
      text,
    );
  const matchers = text.match(/"?matcher"?\s*[:=]\s*"(?:[^"\\\n]|\\.)*"/gu) ?? [];
  return new Map([
    ...own.map((entry) => [`the entry ${entry.trim()}`, 'kept'] as const),
    ...(ownHook.test(text) ? [[hookMatchers, matchers.join(', ') || 'none'] as const] : []),
    ...(isOff ? [[hooksOff, 'on'] as const] : []),
  ]);
}

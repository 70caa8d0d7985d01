import { fieldsOf, parseJson } from '../../base/json.js';
import type { HookGuard, Payload } from '../agent.js';
import { readWish } from './toolWishes.js';

/** What Claude Code, and the programs that took its form over, are handed. */
const readCall = ({ tool_input: args, cwd }: Payload): ReturnType<HookGuard['readWish']> => readWish(args, cwd);

const json = (value: object): string => `${JSON.stringify(value)}\n`;

const context = (event: string, text: string): string =>
  json({ hookSpecificOutput: { hookEventName: event, additionalContext: text } });

/**
 * Claude Code 2.1.330. At a stop, `block` sends it on with the reason; before compaction, plain text adds to what it is to keep.
 *
 * @see https://code.claude.com/docs/en/hooks
 */
export const claudeGuard: HookGuard = {
  moments: {
    PreToolUse: 'tool',
    Stop: 'stop',
    SessionStart: 'start',
    PreCompact: 'compaction',
    TaskCreated: 'other',
    TaskCompleted: 'other',
    TeammateIdle: 'other',
    WorktreeRemove: 'other',
  },
  files: ['.claude/settings.json', '.claude/settings.local.json', '.mcp.json', '.claude.json', '.claude/plugins/'],
  readWish: readCall,
  refuse: (event, reason) =>
    json({
      hookSpecificOutput: { hookEventName: event, permissionDecision: 'deny', permissionDecisionReason: reason },
    }),
  hold: (_event, reason) => json({ decision: 'block', reason }),
  inform: (event, text) => (event === 'PreCompact' ? `${text}\n` : context(event, text)),
};

/** Codex 0.169.0: the form of Claude Code; it knows fewer events. */
export const codexGuard: HookGuard = {
  ...claudeGuard,
  moments: { PreToolUse: 'tool', Stop: 'stop', SessionStart: 'start', PreCompact: 'compaction' },
  files: ['.codex/config.toml', '.codex/hooks.json'],
  // Before compaction it takes no text.
  inform: (event, text) => (event === 'PreCompact' ? '' : context(event, text)),
};

/** Qwen Code 0.24.4: the form of Claude Code. @see docs/features/hooks.md in its package */
export const qwenGuard: HookGuard = {
  ...claudeGuard,
  moments: { PreToolUse: 'tool', Stop: 'stop', SessionStart: 'start', PreCompact: 'compaction' },
  files: ['.qwen/settings.json'],
  inform: context,
};

/** Gemini CLI 0.61.0. @see docs/hooks/reference.md in its package */
export const geminiGuard: HookGuard = {
  moments: { BeforeTool: 'tool', AfterAgent: 'stop', SessionStart: 'start', PreCompress: 'compaction' },
  files: ['.gemini/settings.json'],
  readWish: readCall,
  refuse: (_event, reason) => json({ decision: 'deny', reason }),
  hold: (_event, reason) => json({ decision: 'deny', reason }),
  inform: (event, text) => (event === 'PreCompress' ? json({ systemMessage: text }) : context(event, text)),
};

/** GitHub Copilot CLI 1.0.102. @see https://docs.github.com/en/copilot/reference/hooks-configuration */
export const copilotGuard: HookGuard = {
  moments: { preToolUse: 'tool', agentStop: 'stop', sessionStart: 'start', preCompact: 'compaction' },
  files: [
    '.github/hooks/',
    '.copilot/config.json',
    '.copilot/settings.json',
    '.copilot/mcp-config.json',
    '.copilot/hooks/',
    '.vscode/mcp.json',
  ],
  readWish: ({ toolArgs: args, cwd }) => readWish(typeof args === 'string' ? argumentsIn(args) : args, cwd),
  refuse: (_event, reason) => json({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  hold: (_event, reason) => json({ decision: 'block', reason }),
  inform: (event, text) => (event === 'sessionStart' ? json({ additionalContext: text }) : ''),
};

/** @throws SyntaxError for what begins as an object and is none; other texts are patches. */
function argumentsIn(text: string): unknown {
  return text.trimStart().startsWith('{') ? fieldsOf(parseJson(text)) : text;
}

/** OpenCode 1.18.34: our plugin throws what `refuse` says, and adds what is said before compaction to its context. */
export const openCodeGuard: HookGuard = {
  moments: { 'tool.execute.before': 'tool', 'experimental.session.compacting': 'compaction' },
  files: [
    'opencode.json',
    'opencode.jsonc',
    '.opencode/plugin/',
    '.opencode/plugins/',
    'opencode/plugin/',
    'opencode/plugins/',
  ],
  readWish: ({ args, directory }) => readWish(args, directory),
  refuse: (_event, reason) => json({ refused: reason }),
  hold: (_event, reason) => json({ context: reason }),
  inform: (_event, text) => json({ context: text }),
};

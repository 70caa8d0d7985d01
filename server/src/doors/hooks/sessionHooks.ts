import type { AgentEvent } from '../../agents/agentEvent.js';
import { fieldsOf } from '../../gates/evidence/readEntry.js';

type Fields = Readonly<Record<string, unknown>>;

/** What an event of an agent says of its session, by the JSON that comes with it. */
export type SessionHook = (input: Fields) => readonly AgentEvent[];

const working: SessionHook = () => [{ kind: 'working' }];
const turnEnd: SessionHook = () => [{ kind: 'turnEnd' }];

/**
 * The events of Claude Code, whose form Codex took over: `session_id`, `transcript_path`, `tool_name`, `tool_input`, `message`,
 * `notification_type`. Codex has fewer of them.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see https://developers.openai.com/codex/hooks and codex-rs/hooks/schema/generated in github.com/openai/codex
 */
const claudeHooks: ReadonlyMap<string, SessionHook> = new Map<string, SessionHook>([
  [
    'SessionStart',
    ({ session_id: session, transcript_path: transcript }) =>
      isText(session) ? [{ kind: 'session', session, ...(isText(transcript) ? { transcript } : {}) }] : [],
  ],
  ['UserPromptSubmit', working],
  ['PreToolUse', ({ tool_name: tool, tool_input: given }) => toolEvent(tool, given)],
  [
    'PermissionRequest',
    ({ tool_name: tool, tool_input: given }) =>
      toolEvent(tool, given).map(({ tool: name, what }) => ({ kind: 'waiting', why: asks(name, what) })),
  ],
  [
    'Notification',
    ({ message, notification_type: type }) => {
      // That it has had nothing to do for a while is no question; older programs tell it by its words alone.
      if (type === 'idle_prompt' || (type === undefined && message === 'Claude is waiting for your input'))
        return [{ kind: 'turnEnd' }];
      return type === 'auth_success' || !isText(message) ? [] : [{ kind: 'waiting', why: message }];
    },
  ],
  ['PostToolUse', ({ tool_name: tool, tool_input: given }) => afterTool(tool, given)],
  ['PostToolUseFailure', working],
  ['Stop', turnEnd],
  [
    'StopFailure',
    ({ error }) => [...(isText(error) ? [{ kind: 'error', message: error } as const] : []), { kind: 'turnEnd' }],
  ],
]);

/**
 * What a plugin of OpenCode hands over: its hooks for tools with their arguments, as for commands, and its bus events whole, `type`
 * and `properties`.
 *
 * @see https://opencode.ai/docs/plugins and `Hooks` and `Event` of @opencode-ai/plugin and @opencode-ai/sdk
 */
const opencodeHooks: ReadonlyMap<string, SessionHook> = new Map<string, SessionHook>([
  [
    'session.created',
    (input) => {
      const { id: session, parentID: parent } = fieldsOf(propertiesOf(input)['info']) ?? {};
      // What it starts to have something done for it is not the session of the person.
      return isText(session) && !isText(parent) ? [{ kind: 'session', session }] : [];
    },
  ],
  ['chat.message', working],
  ['tool.execute.before', ({ tool, args }) => toolEvent(tool, args)],
  ['tool.execute.after', ({ tool, args }) => afterTool(tool, args)],
  // The one before 1.1 and the one since.
  ['permission.updated', (input) => waiting(propertiesOf(input)['title'], 'asks for a permission')],
  ['permission.asked', (input) => waiting(propertiesOf(input)['permission'], 'asks for a permission')],
  ['permission.replied', working],
  ['question.asked', () => waiting(undefined, 'asks a question')],
  ['question.replied', working],
  ['question.rejected', working],
  ['session.idle', turnEnd],
  [
    'session.error',
    (input) => {
      const { name, data } = fieldsOf(propertiesOf(input)['error']) ?? {};
      const message = fieldsOf(data)?.['message'] ?? name;
      return isText(message) ? [{ kind: 'error', message }] : [];
    },
  ],
]);

/** By the name of the agent, then by that of the event. */
export const sessionHooks: ReadonlyMap<string, ReadonlyMap<string, SessionHook>> = new Map([
  ['claude', claudeHooks],
  ['codex', claudeHooks],
  ['opencode', opencodeHooks],
]);

/** What the tools of these agents call that which they are about, the most telling first. */
const subjects = [
  'command',
  'file_path',
  'filePath',
  'notebook_path',
  'path',
  'url',
  'pattern',
  'query',
  'description',
];

const paths = ['file_path', 'filePath', 'notebook_path'];

/** The tools that write a file which their arguments name. */
const writers: ReadonlySet<unknown> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'write', 'edit']);

function toolEvent(tool: unknown, given: unknown): readonly Extract<AgentEvent, { kind: 'tool' }>[] {
  if (!isText(tool)) return [];
  const what = firstText(given, subjects);
  return [{ kind: 'tool', tool, ...(what === undefined ? {} : { what }) }];
}

function afterTool(tool: unknown, given: unknown): readonly AgentEvent[] {
  const path = writers.has(tool) ? firstText(given, paths) : undefined;
  return [path === undefined ? { kind: 'working' } : { kind: 'fileChange', path }];
}

function waiting(what: unknown, why: string): readonly AgentEvent[] {
  return [{ kind: 'waiting', why: isText(what) ? `${why}: ${what}` : why }];
}

function asks(tool: string, what: string | undefined): string {
  return `asks for a permission: ${what === undefined ? tool : `${tool}: ${what}`}`;
}

function firstText(given: unknown, names: readonly string[]): string | undefined {
  const fields = fieldsOf(given) ?? {};
  return names.map((name) => fields[name]).find(isText);
}

function propertiesOf(input: Fields): Fields {
  return fieldsOf(input['properties']) ?? {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

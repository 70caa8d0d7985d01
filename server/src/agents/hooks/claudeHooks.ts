import * as v from 'valibot';
import { fieldsOf } from '../../base/json.js';
import { read, type Read, said, some, someOf } from '../../base/schema.js';
import type { AgentHooks } from '../agent.js';
import { callOf } from '../agentCall.js';
import type { AgentEvent } from '../agentEvent.js';
import { errorEvent, fileEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { textIn } from '../streams/values.js';

const somePayload = some({
  session_id: said,
  transcript_path: said,
  tool_name: said,
  tool_input: v.unknown(),
  tool_response: some({ filePath: said }),
  notification_type: v.unknown(),
  message: said,
  error: said,
});

type SomePayload = Read<typeof somePayload>;

const someQuestions = some({ questions: someOf(some({ question: said })) });

/** Tools that are questions to the person. */
const questions = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** Kinds of `Notification` that want an answer. */
const wantAnswer = new Set(['permission_prompt', 'elicitation_dialog', 'elicitation_url_dialog', 'agent_needs_input']);

/** The events that report a command. */
const callEvents = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

const events = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'Notification',
  'Stop',
  'StopFailure',
] as const;

/**
 * Hooks as Claude Code has them: `session_id`, `transcript_path`, `cwd`, `tool_name`, `tool_input`, `tool_use_id`. Codex took the form
 * over, and normalises the names of its shells to `Bash`.
 *
 * @see https://code.claude.com/docs/en/hooks
 * @see https://developers.openai.com/codex/hooks and codex-rs/hooks/schema/generated in github.com/openai/codex
 */
export const claudeHooks: AgentHooks = {
  events,
  read: (event, given) => {
    const payload = read(somePayload, given) ?? {};
    const { tool_name: tool, tool_input: input } = payload;
    switch (event) {
      case 'SessionStart':
        return sessionEvents(payload.session_id, payload.transcript_path);
      case 'UserPromptSubmit':
        return [{ kind: 'working' }];
      case 'PreToolUse':
        return tool !== undefined && questions.has(tool)
          ? [{ kind: 'waiting', why: `asks: ${questionOf(input)}` }]
          : [toolEvent(tool, input)];
      case 'PermissionRequest':
        return [{ kind: 'waiting', why: wishOf(tool, input) }];
      case 'PostToolUse': {
        const changes = changesOf(payload);
        return changes.length > 0 ? changes : [{ kind: 'working' }];
      }
      case 'PostToolUseFailure':
        return [{ kind: 'working' }];
      case 'Notification':
        return notified(payload);
      case 'Stop':
        return [{ kind: 'turnEnd' }];
      case 'StopFailure':
        return [errorEvent(payload.error), { kind: 'turnEnd' }];
      default:
        return [];
    }
  },
  readCall: (event, { tool_name: tool, tool_input: given, cwd, session_id: session, tool_use_id: call }) =>
    callEvents.has(event) && tool === 'Bash'
      ? callOf({ command: fieldsOf(given)?.['command'], folder: cwd, session, call })
      : undefined,
};

const notOfCodex: readonly string[] = ['PostToolUseFailure', 'Notification', 'StopFailure'];

/** Codex has fewer of them. */
export const codexHooks: AgentHooks = { ...claudeHooks, events: events.filter((event) => !notOfCodex.includes(event)) };

function questionOf(input: unknown): string {
  return read(someQuestions, input)?.questions?.[0]?.question ?? 'is this plan right?';
}

function wishOf(tool: string | undefined, input: unknown): string {
  const { tool: name, what } = toolEvent(tool, input);
  return `asks for a permission: ${name}${what === undefined ? '' : `: ${what}`}`;
}

function notified({
  notification_type: type,
  message: text = 'waits for an answer',
}: SomePayload): readonly AgentEvent[] {
  // That it has had nothing to do for a while is no question; older programs tell it by its words alone.
  if (type === 'idle_prompt' || (type === undefined && text === 'Claude is waiting for your input'))
    return [{ kind: 'turnEnd' }];
  return type === undefined || (typeof type === 'string' && wantAnswer.has(type))
    ? [{ kind: 'waiting', why: text }]
    : [];
}

/** What a tool has changed; Codex hands over the patch as a command. */
function changesOf({
  tool_name: tool,
  tool_input: input,
  tool_response: response,
}: SomePayload): readonly AgentEvent[] {
  if (tool === 'Write' || tool === 'Edit' || tool === 'MultiEdit')
    return fileEvents(response?.filePath ?? textIn(input, 'file_path'));
  if (tool === 'NotebookEdit') return fileEvents(textIn(input, 'notebook_path'));
  if (tool !== 'apply_patch') return [];
  const patch = textIn(input, 'command') ?? '';
  return fileEvents(...[...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu)].map(([, file]) => file));
}

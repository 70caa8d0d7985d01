import { fieldsOf } from '../../gates/evidence/readEntry.js';
import type { AgentHooks, Payload } from '../agent.js';
import { callOf } from '../agentCall.js';
import type { AgentEvent } from '../agentEvent.js';
import { errorEvent, fileEvents, sessionEvents, toolEvent } from '../streams/events.js';
import { objectsOf, textOf } from '../streams/values.js';

/** Tools that are questions to the person. */
const questions = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** Kinds of `Notification` that want an answer. */
const wantAnswer = new Set(['permission_prompt', 'elicitation_dialog', 'elicitation_url_dialog', 'agent_needs_input']);

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
  read: (event, payload) => {
    const { tool_name: tool, tool_input: input } = payload;
    switch (event) {
      case 'SessionStart':
        return sessionEvents(payload['session_id'], payload['transcript_path']);
      case 'UserPromptSubmit':
        return [{ kind: 'working' }];
      case 'PreToolUse':
        return typeof tool === 'string' && questions.has(tool)
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
        return [errorEvent(payload['error']), { kind: 'turnEnd' }];
      default:
        return [];
    }
  },
  readCall: (event, { tool_name: tool, tool_input: given, cwd, session_id: session, tool_use_id: call }) =>
    (event === 'PreToolUse' || event === 'PostToolUse') && tool === 'Bash'
      ? callOf({ command: fieldsOf(given)?.['command'], folder: cwd, session, call })
      : undefined,
};

const notOfCodex: readonly string[] = ['PostToolUseFailure', 'Notification', 'StopFailure'];

/** Codex has fewer of them. */
export const codexHooks: AgentHooks = { ...claudeHooks, events: events.filter((event) => !notOfCodex.includes(event)) };

function questionOf(input: unknown): string {
  const [first] = objectsOf(fieldsOf(input)?.['questions']);
  return textOf(first?.['question']) ?? 'is this plan right?';
}

function wishOf(tool: unknown, input: unknown): string {
  const event = toolEvent(tool, input);
  const what = event.kind === 'tool' && event.what !== undefined ? `: ${event.what}` : '';
  return `asks for a permission: ${textOf(tool) ?? 'a tool'}${what}`;
}

function notified({ notification_type: type, message }: Payload): readonly AgentEvent[] {
  const text = textOf(message) ?? 'waits for an answer';
  // That it has had nothing to do for a while is no question; older programs tell it by its words alone.
  if (type === 'idle_prompt' || (type === undefined && text === 'Claude is waiting for your input'))
    return [{ kind: 'turnEnd' }];
  return type === undefined || (typeof type === 'string' && wantAnswer.has(type))
    ? [{ kind: 'waiting', why: text }]
    : [];
}

/** What a tool has changed; Codex hands over the patch as a command. */
function changesOf({ tool_name: tool, tool_input: input, tool_response: response }: Payload): readonly AgentEvent[] {
  const fields = fieldsOf(input);
  if (tool === 'Write' || tool === 'Edit' || tool === 'MultiEdit')
    return fileEvents(fieldsOf(response)?.['filePath'] ?? fields?.['file_path']);
  if (tool === 'NotebookEdit') return fileEvents(fields?.['notebook_path']);
  if (tool !== 'apply_patch') return [];
  const patch = textOf(fields?.['command']) ?? '';
  return fileEvents(...[...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gmu)].map(([, file]) => file));
}

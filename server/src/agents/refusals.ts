import * as v from 'valibot';
import { fieldsOf } from '../base/json.js';
import { type Read, said, some, someOf } from '../base/schema.js';
import type { AgentEvent } from './agentEvent.js';
import { toolEvent } from './streams/events.js';
import { readObject, textIn } from './streams/values.js';

type RefusedEvent = Extract<AgentEvent, { readonly kind: 'refused' }>;

/** A call of a tool that was not allowed. */
interface RefusedCall {
  readonly tool: string;
  readonly what?: string;
}

/** Tells calls that a program did not allow from those that ran, in the lines it writes headless. */
export interface RefusalReader {
  /** The calls that this line says were not allowed; each is told once. */
  readonly take: (line: string) => readonly RefusedEvent[];
  /** Those among them that certainly did not run, by the program's own names of its calls. */
  readonly notRun: () => readonly string[];
}

/** How a program says that a call was not allowed. */
interface RefusalForm {
  /** The calls that a line begins, by the program's own name of the call. */
  readonly begun: (line: string) => readonly Begun[];
  /** The calls that a line says were refused, by that name or, where it repeats them, whole. */
  readonly refused: (line: string) => readonly Refused[];
}

interface Begun {
  readonly id: string;
  readonly tool: string | undefined;
  readonly input: unknown;
}

interface Refused {
  readonly id: string;
  /** Where the program repeats them. */
  readonly tool?: string | undefined;
  readonly input?: unknown;
  /** Its program itself says so: nothing that a command prints can look like it. */
  readonly sure?: true;
}

const messageLine = some({
  type: v.string(),
  message: some({
    content: someOf(
      some({
        type: v.string(),
        id: said,
        name: said,
        input: v.unknown(),
        tool_use_id: said,
        is_error: v.boolean(),
        content: v.unknown(),
      }),
    ),
  }),
  permission_denials: someOf(some({ tool_name: said, tool_use_id: said, tool_input: v.unknown() })),
});

/** `stream-json` of Claude Code and those that took it over; `signs`: what the result of a refused call says. */
function messageForm(signs: RegExp): RefusalForm {
  const blocks = (line: string): NonNullable<NonNullable<Read<typeof messageLine>['message']>['content']> =>
    readObject(line, messageLine)?.message?.content ?? [];
  return {
    begun: (line) =>
      blocks(line).flatMap(({ type, id, name, input }) =>
        type === 'tool_use' && id !== undefined ? [{ id, tool: name, input }] : [],
      ),
    refused: (line) => [
      ...(readObject(line, messageLine)?.permission_denials ?? []).flatMap(
        ({ tool_use_id: id, tool_name: tool, tool_input: input }): readonly Refused[] =>
          id === undefined ? [] : [{ id, tool, input, sure: true }],
      ),
      ...blocks(line).flatMap(({ type, tool_use_id: id, is_error: isError, content }) =>
        type === 'tool_result' && isError && id !== undefined && signs.test(textOf(content)) ? [{ id }] : [],
      ),
    ],
  };
}

const openCodeLine = some({
  type: v.string(),
  part: some({ tool: said, callID: said, state: some({ status: v.string(), input: v.unknown(), error: said }) }),
});

/** A command that fails is `completed` there, whatever it prints; `error` is what OpenCode says itself. */
const openCodeForm: RefusalForm = {
  begun: () => [],
  refused: (line) => {
    const { type, part } = readObject(line, openCodeLine) ?? {};
    const { status, input, error = '' } = part?.state ?? {};
    return type === 'tool_use' && status === 'error' && part?.callID !== undefined && rejected.test(error)
      ? [{ id: part.callID, tool: part.tool, input, sure: true }]
      : [];
  },
};

const rejected = /^(?:error: )?(?:the user (?:has )?(?:rejected|specified a rule)|permission (?:denied|rejected))/iu;

const codexLine = some({
  type: v.string(),
  item: some({ id: said, type: v.string(), status: v.string(), command: said, aggregated_output: v.string() }),
});

const codexForm: RefusalForm = {
  begun: () => [],
  refused: (line) => {
    const { type, item = {} } = readObject(line, codexLine) ?? {};
    const { id, type: kind, status, command, aggregated_output: output = '' } = item;
    const isRefused =
      status === 'declined' ||
      (status === 'failed' && /read-only file system|operation not permitted|sandbox denied/iu.test(output));
    return type === 'item.completed' && kind === 'command_execution' && isRefused && id !== undefined
      ? [{ id, tool: 'shell', input: { command } }]
      : [];
  },
};

const copilotLine = some({
  type: v.string(),
  data: some({
    toolCallId: said,
    toolName: said,
    arguments: v.unknown(),
    success: v.boolean(),
    error: some({ message: said, code: said }),
  }),
});

const copilotForm: RefusalForm = {
  begun: (line) => {
    const { type, data = {} } = readObject(line, copilotLine) ?? {};
    return type === 'tool.execution_start' && data.toolCallId !== undefined
      ? [{ id: data.toolCallId, tool: data.toolName, input: data.arguments }]
      : [];
  },
  refused: (line) => {
    const { type, data = {} } = readObject(line, copilotLine) ?? {};
    const { code = '', message = '' } = data.error ?? {};
    return type === 'tool.execution_complete' &&
      data.toolCallId !== undefined &&
      /denied|rejected/iu.test(`${code} ${message}`)
      ? [{ id: data.toolCallId }]
      : [];
  },
};

const geminiLine = some({
  type: v.string(),
  tool_id: said,
  tool_name: said,
  parameters: v.unknown(),
  status: v.string(),
  output: v.unknown(),
  error: some({ type: said, message: said }),
});

const geminiForm: RefusalForm = {
  begun: (line) => {
    const { type, tool_id: id, tool_name: tool, parameters: input } = readObject(line, geminiLine) ?? {};
    return type === 'tool_use' && id !== undefined ? [{ id, tool, input }] : [];
  },
  refused: (line) => {
    const { type, tool_id: id, status, error } = readObject(line, geminiLine) ?? {};
    const words = `${error?.type ?? ''} ${error?.message ?? ''}`;
    return type === 'tool_result' &&
      status === 'error' &&
      id !== undefined &&
      /denied by policy|policy_violation|not allowed/iu.test(words)
      ? [{ id }]
      : [];
  },
};

const claudeSigns = /requires approval|permission to use .* (?:has been )?denied|haven't granted|not allowed/iu;

/** By the agent's id. */
const forms: Readonly<Record<string, RefusalForm>> = {
  claude: messageForm(claudeSigns),
  qwen: messageForm(/declined|denied|requires (?:user )?approval|not allowed/iu),
  codex: codexForm,
  opencode: openCodeForm,
  kilo: openCodeForm,
  copilot: copilotForm,
  gemini: geminiForm,
};

/** What the setting of a program is that would allow a call: half a sentence; `what`: the command, file or address. */
const allowing: Readonly<Record<string, (call: RefusedCall) => string>> = {
  claude: ({ tool, what }) =>
    `add "${tool}${what === undefined ? '' : `(${isShell(tool) ? `${firstWords(what)}:*` : what})`}" to permissions.allow in ~/.claude/settings.json`,
  codex: () =>
    'it is outside its sandbox: see sandbox_workspace_write (network_access, writable_roots) in ~/.codex/config.toml',
  opencode: ({ tool, what = '' }) =>
    `set permission.${tool}${isShell(tool) ? `["${firstWords(what)} *"]` : ''} to "allow" in ~/.config/opencode/opencode.json`,
  copilot: ({ what = '' }) =>
    `it takes --allow-tool='shell(${firstWords(what)}:*)', in an agent of your own (agents.yaml)`,
  gemini: ({ what = '' }) => `add "run_shell_command(${firstWords(what)})" to tools.allowed in ~/.gemini/settings.json`,
  qwen: ({ what = '' }) => `add "run_shell_command(${firstWords(what)})" to tools.allowed in ~/.qwen/settings.json`,
};

/** A refused call with the setting that would allow it, where that is known of the agent. */
export function withSetting(agent: string, event: RefusedEvent, call: RefusedCall): RefusedEvent {
  const setting = allowing[agent]?.(call);
  return { ...event, ...call, ...(setting === undefined ? {} : { setting }) };
}

/** Calls of one program are known by their names until its end: one reader is for one start. */
export function createRefusalReader(agent: string): RefusalReader {
  const form = forms[agent];
  const calls = new Map<string, Begun>();
  const told = new Set<string>();
  const notRun = new Set<string>();
  return {
    take: (line) => {
      if (!form) return [];
      for (const call of form.begun(line)) calls.set(call.id, call);
      return form.refused(line).flatMap(({ id, sure, ...repeated }): readonly RefusedEvent[] => {
        if (sure) notRun.add(id);
        if (told.has(id)) return [];
        told.add(id);
        const begun = calls.get(id);
        const { tool, what } = toolEvent(repeated.tool ?? begun?.tool, repeated.input ?? begun?.input);
        return [withSetting(agent, { kind: 'refused' }, { tool, ...(what === undefined ? {} : { what }) })];
      });
    },
    notRun: () => [...notRun],
  };
}

function isShell(tool: string): boolean {
  return /^(?:bash|shell|run_shell_command)$/iu.test(tool);
}

/** `git push`: what a rule of a program is about. */
function firstWords(command: string): string {
  return command.trim().split(/\s+/u).slice(0, 2).join(' ');
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content)
    ? content.map((block) => textIn(block, 'text') ?? textOf(fieldsOf(block)?.['content'])).join('\n')
    : '';
}

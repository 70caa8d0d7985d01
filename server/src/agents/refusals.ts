import * as v from 'valibot';
import { fieldsOf } from '../base/json.js';
import { read, said, some, someOf } from '../base/schema.js';
import type { AgentEvent } from './agentEvent.js';
import { oneLine, toolEvent } from './streams/events.js';
import { readObject, textIn } from './streams/values.js';

type RefusedEvent = Extract<AgentEvent, { readonly kind: 'refused' }>;

/** What a line that a program writes headless says about a call of a tool: that it began or, with `refused`, that it was not allowed. */
interface CallNote {
  /** The program's own name of the call. */
  readonly id: string;
  /** Undefined if the line does not repeat it. */
  readonly tool?: string | undefined;
  readonly input?: unknown;
  readonly refused?: {
    readonly why?: string | undefined;
    /** The program itself says so; a command cannot print anything that looks like it. */
    readonly sure?: true;
  };
}

/** Reads the calls that a line of a program is about. */
export type ReadCalls = (line: string) => readonly CallNote[];

/** Finds the refused calls of one run of a program. */
export interface RefusalReader {
  /** The calls that this line says were not allowed; each is reported once. */
  readonly take: (line: string) => readonly RefusedEvent[];
  /** Those that certainly did not run, by the program's own names of its calls. */
  readonly notRun: () => readonly string[];
}

const block = some({
  type: v.string(),
  id: said,
  name: said,
  input: v.unknown(),
  tool_use_id: said,
  is_error: v.boolean(),
  content: v.unknown(),
});

const messageLine = some({
  subtype: v.string(),
  tool_name: said,
  tool_use_id: said,
  message: v.unknown(),
  permission_denials: someOf(some({ tool_name: said, tool_use_id: said, tool_input: v.unknown() })),
});

const messageContent = some({ content: someOf(block) });

/** `stream-json` of Claude Code and those that adopted it. @param signs what the result of a refused call says. */
function messageCalls(signs: RegExp): ReadCalls {
  return (line) => {
    const entry = readObject(line, messageLine);
    if (!entry) return [];
    const { subtype, tool_use_id: denied, tool_name: tool, message, permission_denials: denials = [] } = entry;
    if (subtype === 'permission_denied' && denied !== undefined)
      return [{ id: denied, tool, refused: { why: read(said, message), sure: true } }];
    return [
      ...(read(messageContent, message)?.content ?? []).flatMap((one): readonly CallNote[] => {
        const { type, id, tool_use_id: of, content } = one;
        if (type === 'tool_use' && id !== undefined) return [{ id, tool: one.name, input: one.input }];
        const why = type === 'tool_result' && one.is_error ? textOf(content) : '';
        return of !== undefined && signs.test(why) ? [{ id: of, refused: { why } }] : [];
      }),
      ...denials.flatMap(({ tool_use_id: id, tool_name: name, tool_input: input }): readonly CallNote[] =>
        id === undefined ? [] : [{ id, tool: name, input, refused: { sure: true } }],
      ),
    ];
  };
}

export const readClaudeCalls = messageCalls(
  /requires approval|permission to use .* (?:has been )?denied|haven't granted|not allowed/iu,
);

export const readQwenCalls = messageCalls(/declined|denied|requires (?:user )?approval|not allowed/iu);

const openCodeLine = some({
  type: v.string(),
  part: some({ tool: said, callID: said, state: some({ status: v.string(), input: v.unknown(), error: said }) }),
});

const rejected = /^(?:error: )?(?:the user (?:has )?(?:rejected|specified a rule)|permission (?:denied|rejected))/iu;

/** A command that fails is `completed` there, whatever it prints; `error` is what OpenCode says itself. */
export const readOpenCodeCalls: ReadCalls = (line) => {
  const { type, part } = readObject(line, openCodeLine) ?? {};
  const { status, input, error: why = '' } = part?.state ?? {};
  return type === 'tool_use' && status === 'error' && part?.callID !== undefined && rejected.test(why)
    ? [{ id: part.callID, tool: part.tool, input, refused: { why, sure: true } }]
    : [];
};

const codexLine = some({
  type: v.string(),
  item: some({ id: said, type: v.string(), status: v.string(), command: said, aggregated_output: v.string() }),
});

export const readCodexCalls: ReadCalls = (line) => {
  const { type, item = {} } = readObject(line, codexLine) ?? {};
  const { id, type: kind, status, command, aggregated_output: output = '' } = item;
  const isRefused =
    status === 'declined' ||
    (status === 'failed' && /read-only file system|operation not permitted|sandbox denied/iu.test(output));
  return type === 'item.completed' && kind === 'command_execution' && isRefused && id !== undefined
    ? [{ id, tool: 'shell', input: { command }, refused: {} }]
    : [];
};

const copilotLine = some({
  type: v.string(),
  data: some({
    toolCallId: said,
    toolName: said,
    arguments: v.unknown(),
    error: some({ message: said, code: said }),
  }),
});

export const readCopilotCalls: ReadCalls = (line) => {
  const { type, data = {} } = readObject(line, copilotLine) ?? {};
  const { toolCallId: id, toolName: tool, arguments: input, error: { code = '', message: why = '' } = {} } = data;
  if (id === undefined) return [];
  if (type === 'tool.execution_start') return [{ id, tool, input }];
  return type === 'tool.execution_complete' && /denied|rejected/iu.test(`${code} ${why}`)
    ? [{ id, refused: { why } }]
    : [];
};

const geminiLine = some({
  type: v.string(),
  tool_id: said,
  tool_name: said,
  parameters: v.unknown(),
  status: v.string(),
  error: some({ type: said, message: said }),
});

export const readGeminiCalls: ReadCalls = (line) => {
  const { type, tool_id: id, tool_name: tool, parameters: input, status, error } = readObject(line, geminiLine) ?? {};
  if (id === undefined) return [];
  if (type === 'tool_use') return [{ id, tool, input }];
  const { type: kind = '', message: why = '' } = error ?? {};
  const isRefused = /denied by policy|policy_violation|not allowed/iu.test(`${kind} ${why}`);
  return type === 'tool_result' && status === 'error' && isRefused ? [{ id, refused: { why } }] : [];
};

/** A call that was not allowed; `what`: the command, file or address. */
interface RefusedCall {
  readonly tool: string;
  readonly what?: string;
}

/** By the agent's id: what would allow a call, as half a sentence. */
const settings: Readonly<Record<string, (call: RefusedCall) => string>> = {
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

/** @param readCalls undefined if it is not known how the program says it. */
export function createRefusalReader(agent: string, readCalls: ReadCalls = () => []): RefusalReader {
  const begun = new Map<string, RefusedCall>();
  const reported = new Set<string>();
  const notRun = new Set<string>();
  const take = ({ id, tool, input, refused }: CallNote): readonly RefusedEvent[] => {
    const before = begun.get(id);
    const { tool: name, what = before?.what } = toolEvent(tool ?? before?.tool, input);
    const call = { tool: name, ...(what === undefined ? {} : { what }) };
    begun.set(id, call);
    if (refused?.sure) notRun.add(id);
    if (!refused || reported.has(id)) return [];
    reported.add(id);
    const setting = settings[agent]?.(call);
    const why = refused.why === undefined || refused.why === '' ? {} : { why: oneLine(refused.why) };
    return [{ kind: 'refused', ...call, ...why, ...(setting === undefined ? {} : { setting }) }];
  };
  return { take: (line) => readCalls(line).flatMap(take), notRun: () => [...notRun] };
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
    ? content.map((one) => textIn(one, 'text') ?? textOf(fieldsOf(one)?.['content'])).join('\n')
    : '';
}

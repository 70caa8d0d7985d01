import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Agent,
  type AgentAccess,
  type AgentMode,
  type AgentRequest,
  type AgentStart,
  canResume,
} from '../../../server/src/agents/agent.js';
import { agentChecks, agentNamed, allAgents } from '../../../server/src/agents/registry.js';
import { runs } from '../../support/runs.js';

/** What a shell, a format or a program would take for something of its own. */
const wild = `Read "; rm -rf ~ #$(x) \`y\` %PATH% \\ {model} 'ü'\nand go`;

const modes: readonly AgentMode[] = ['interactive', 'headless'];
const accesses: readonly AgentAccess[] = ['read', 'write'];

interface Way {
  readonly agent: Agent;
  readonly mode: AgentMode;
  readonly start: (request: Omit<AgentRequest, 'access'>) => AgentStart;
  readonly access: AgentAccess;
}

const ways: readonly Way[] = allAgents.flatMap((agent) =>
  modes.flatMap((mode) => {
    const make = agent[mode];
    return make
      ? accesses.map((access) => ({ agent, mode, access, start: (request) => make({ ...request, access }) }) as const)
      : [];
  }),
);

describe('command lines', () => {
  it.each(ways)('$agent.id $mode $access: the prompt arrives whole, once', ({ start }) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const prompt = `Read ${text}`;
        const { args, input } = start({ prompt });
        const carriers = args.filter((arg) => arg === prompt || arg.endsWith(`=${prompt}`));
        expect([carriers.length, input === prompt]).toEqual(input === undefined ? [1, false] : [0, true]);
      }),
      { numRuns: runs(20) },
    );
  });

  it.each(ways)('$agent.id $mode $access: nothing switches its safety off', ({ start }) => {
    const { args, env } = start({ prompt: 'x', model: 'm', session: 's', hook: ['node', 'cli.js'] });
    const said = [...args, ...Object.values(env ?? {})].join('\n');
    // Droid only reads, unless it is told how much it may do at least.
    expect(said).not.toMatch(
      /yolo|danger|bypass|full-auto|allow-all|skip-|--force|--auto\b(?!=low)|unrestricted|--trust/iu,
    );
  });

  it.each(ways)('$agent.id $mode $access: model and session are named', ({ agent, mode, start }) => {
    const { args } = start({ prompt: 'x', model: 'the-model', session: 'the-session' });
    expect(args.join('\n').includes('the-model')).toBe(agent.models !== undefined);
    expect(args.join('\n').includes('the-session')).toBe(canResume(agent, mode));
  });

  it.each(ways)('$agent.id $mode: reading differs from writing', ({ agent, mode, access, start }) => {
    const other = agent[mode]?.({ prompt: 'x', access: access === 'read' ? 'write' : 'read' });
    expect(start({ prompt: 'x' })).not.toEqual(other);
  });

  it('hands over hooks beside what the person has set', () => {
    const hook = ['/usr/bin/node', "/o'x/cli.js", 'hook', 'claude'];
    const request = { prompt: 'x', access: 'write', hook } as const;
    const settings = agentNamed('claude')?.interactive?.(request).files?.['settings.json'] ?? '';
    expect(JSON.parse(settings)).toMatchObject({
      hooks: { Stop: [{ hooks: [{ command: '/usr/bin/node', args: ["/o'x/cli.js", 'hook', 'claude', 'Stop'] }] }] },
    });
    const codex = agentNamed('codex')
      ?.interactive?.(request)
      .args.find((arg) => arg.startsWith('hooks='));
    expect(codex).toContain(String.raw`Stop=[{hooks=[{type="command",command="'/usr/bin/node' '/o'\\''x/cli.js'`);
    const { env, files } = agentNamed('opencode')?.interactive?.(request) ?? {};
    expect(JSON.parse(env?.['OPENCODE_CONFIG_CONTENT'] ?? '')).toEqual({ plugin: ['{filesFolder}/pactwright.mjs'] });
    expect(files?.['pactwright.mjs']).toContain(JSON.stringify(hook));
  });

  it.each(modes)('codex %s: its shell keeps the PATH, where `pactwright` is', (mode) => {
    const { args = [] } = agentNamed('codex')?.[mode]?.({ prompt: 'x', access: 'write', session: 's' }) ?? {};
    expect(args[args.indexOf('-c') + 1]).toBe('allow_login_shell=false');
  });

  it('codex interactive: its sandbox lets it write only where it may', () => {
    const args = accesses.map((access) => agentNamed('codex')?.interactive?.({ prompt: 'x', access }).args.slice(0, 4));
    expect(args.map((some) => some?.includes('read-only'))).toEqual([true, false]);
  });

  it('says what it refuses, and the way out', () => {
    expect(agentNamed('cursor')?.refuses?.('headless', 'write')).toContain('run it in a terminal');
    expect(agentNamed('cursor')?.refuses?.('headless', 'read')).toBeUndefined();
    expect(agentNamed('letta')?.refuses?.('interactive', 'write')).toContain('--headless');
  });
});

/** What the programs themselves wrote, in front of a model that first writes a file and then says so. */
describe('streams', () => {
  const folder = path.resolve('test/agents/streams');

  it.each(readdirSync(folder))('%s', (name) => {
    const agent = agentNamed(path.basename(name, '.jsonl'));
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
    const events = lines.flatMap((line) => agent?.readLine(line) ?? []);
    const first = (kind: string): unknown => events.find((event) => event.kind === kind);
    expect(first('session')).toEqual({ kind: 'session', session: expect.stringMatching(/^[\w-]{20,}$/u) as unknown });
    expect(first('tool')).toMatchObject({ what: expect.stringContaining('made.txt') as unknown });
    if (name !== 'codex.jsonl') expect(first('fileChange')).toEqual({ kind: 'fileChange', path: '/project/made.txt' });
    expect(first('message')).toMatchObject({ text: 'All done.' });
    if (name !== 'copilot.jsonl') expect(first('cost')).toMatchObject({ inputTokens: expect.any(Number) as unknown });
    expect(events.filter(({ kind }) => kind === 'turnEnd')).toHaveLength(1);
    expect(events.at(-1)).toEqual({ kind: 'turnEnd' });
    expect(agent?.readEnd(0, lines.join('\n'))).toEqual({ kind: 'finished', message: '' });
  });

  it.each(allAgents)('$id says how it was checked', ({ id }) => {
    expect(agentChecks).toHaveProperty(id);
  });

  it.each(allAgents)('$id says nothing of what it does not know', ({ readLine }) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((value) => JSON.stringify(value)),
        ),
        (line) => {
          expect(readLine(line)).toEqual([]);
        },
      ),
      { numRuns: runs(200) },
    );
    for (const line of ['{', '{"type":"result', '{"type":"message_end"}', '{"type":7}', 'null']) readLine(line);
  });

  const made = '/project/made.txt';
  it.each([
    ['codex', { type: 'item.completed', item: { type: 'file_change', changes: [{ path: made }] } }, 'fileChange'],
    ['codex', { type: 'item.started', item: { type: 'mcp_tool_call', server: 's', tool: 't', arguments: {} } }, 'tool'],
    ['codex', { type: 'item.completed', item: { type: 'error', message: 'only a warning' } }, undefined],
    ['opencode', { type: 'error', error: 'run ended with an auto-rejected permission' }, 'error'],
    ['opencode', { type: 'tool_use', part: { tool: 'edit', state: { status: 'error', input: {} } } }, 'tool'],
    ['copilot', { type: 'session.error', data: { message: 'no' } }, 'error'],
    ['gemini', { type: 'result', status: 'error', error: { message: 'no' } }, 'error'],
    ['auggie', { type: 'result', result: 'Done', is_error: false, session_id: 's' }, 'session,message,turnEnd'],
    [
      'cursor',
      { type: 'tool_call', subtype: 'started', tool_call: { shellToolCall: { args: { command: 'ls' } } } },
      'tool',
    ],
    [
      'cursor',
      {
        type: 'tool_call',
        subtype: 'completed',
        tool_call: { editToolCall: { args: { path: made }, result: { success: {} } } },
      },
      'fileChange',
    ],
    ['letta', { type: 'auto_approval', tool_call: { name: 'Bash', arguments: '{"command":"ls"}' } }, 'tool'],
    ['letta', { type: 'result', subtype: 'success', result: 'Done' }, 'message,turnEnd'],
    ['droid', { type: 'message', role: 'user', text: 'Do it.' }, ''],
    ['droid', { type: 'tool_call', toolName: 'Create', parameters: { file_path: made } }, 'tool,fileChange'],
    ['droid', { type: 'error', message: 'Exec ended early: insufficient permission to proceed.' }, 'refused,error'],
  ])('%s: %j is %s', (id, line, kinds) => {
    const events = agentNamed(id)?.readLine(JSON.stringify(line)) ?? [];
    expect(events.map(({ kind }) => kind).join(',')).toBe(kinds ?? '');
  });
});

describe('ends', () => {
  it.each([
    ['claude', 1, '{"type":"result","is_error":true,"result":"Not logged in · Please run /login"}', 'auth'],
    [
      'claude',
      1,
      '{"type":"result","is_error":true,"result":"API Error: Request rejected (429) · Rate limit"}',
      'rateLimit',
    ],
    ['claude', 1, "error: unknown option '--x'", 'notStarted'],
    ['claude', 1, 'No conversation found with session ID: 94a05326', 'notStarted'],
    ['claude', 143, '', 'cancelled'],
    ['claude', null, '', 'crash'],
    ['codex', 1, '{"type":"turn.failed","error":{"message":"unexpected status 401 Unauthorized"}}', 'auth'],
    ['codex', 1, '{"type":"error","message":"exceeded retry limit, last status: 429 Too Many Requests"}', 'rateLimit'],
    [
      'codex',
      1,
      'Error: thread/resume failed: no rollout found for thread id 01\n\nStack backtrace:\n 0: <unknown>',
      'notStarted',
    ],
    ['codex', 2, "error: unexpected argument '--no-such' found\n\nFor more information, try '--help'.", 'notStarted'],
    ['gemini', 41, 'Invalid auth method selected.', 'auth'],
    ['gemini', 173, '', 'rateLimit'],
    ['gemini', 55, 'not running in a trusted directory', 'notStarted'],
    ['gemini', 130, '', 'cancelled'],
    [
      'pi',
      0,
      '{"type":"agent_end","messages":[{"stopReason":"error","errorMessage":"429 Rate limit reached"}]}',
      'rateLimit',
    ],
    ['qwen', 1, '{"type":"result","is_error":true,"error":{"message":"[API Error: 401 invalid x-api-key]"}}', 'auth'],
    ['copilot', 1, 'Error: No authentication information found.\n\nTo authenticate, run copilot login', 'auth'],
    ['auggie', 1, '❌ No auth provided. Please log in with `auggie login`', 'auth'],
    [
      'droid',
      1,
      '{"type":"error","source":"cli","message":"Error: Authentication failed. Please log in using /login"}',
      'auth',
    ],
    ['letta', 1, 'Missing LETTA_API_KEY\nGet an API key at https://app.letta.com/api-keys', 'auth'],
    // An author is no authentication, and a line is not a rate.
    ['claude', 1, 'fatal: author name missing', 'crash'],
    ['claude', 124, 'auth', 'timeout'],
    ['opencode', 1, 'boom', 'crash'],
    ['opencode', 1, '\u{1b}[91m\u{1b}[1mError: \u{1b}[0mUnexpected error\n\ndatabase is locked\n', 'busy'],
  ])('%s %s %s: %s', (id, code, output, kind) => {
    const end = agentNamed(id)?.readEnd(code, output);
    expect(end?.kind).toBe(kind);
    if (kind !== 'cancelled') expect(end?.message).toMatch(/^[^\n]+[^.\n]$|^$/u);
  });

  it('says what failed, not the empty list behind it', () => {
    const query = '\n        CREATE TABLE `workspace` (\n          `id` text PRIMARY KEY\n        );\n      ';
    const output = `Error: Unexpected error\n\nFailed query: ${query}\nparams: \n\n`;
    expect(agentNamed('opencode')?.readEnd(1, output)).toEqual({
      kind: 'busy',
      message: 'Failed query; another process uses its database',
    });
  });

  it('tells of an error that it got over nothing', () => {
    const lines = ['{"type":"error","message":"Reconnecting... 1/5"}', '{"type":"turn.completed","usage":{}}'];
    expect(agentNamed('codex')?.readEnd(0, lines.join('\n')).kind).toBe('finished');
  });
});

it('knows what a wild prompt is', () => {
  expect(agentNamed('claude')?.interactive?.({ prompt: wild, access: 'write' }).args.at(-1)).toBe(wild);
});

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import {
  agent as agentApp,
  type AgentApp,
  type AgentContext,
  type AnyMessage,
  methods,
  type PermissionOption,
  RequestError,
  type SessionUpdate,
  type StopReason,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import { acpAgent } from '../../../server/src/agents/acp/acpAgent.js';
import { isOwnCommand } from '../../../server/src/agents/acp/leave.js';
import type { AgentEnd } from '../../../server/src/agents/agentEnd.js';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { openConversation, type Turn } from '../../../server/src/execution/agents/acp/converse.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const talker = acpAgent({
  ...{ id: 'talker', name: 'Talker', program: 'talker', installPage: '', versionArgs: [] },
  args: () => [],
});

/** What the agent does in its turn. */
type Play = (
  client: AgentContext,
  session: { readonly sessionId: string; readonly prompt: string },
) => Promise<unknown>;

interface Side {
  readonly app: AgentApp;
  /** What it was asked, by method. */
  readonly asked: Record<string, unknown>;
}

/** An agent of the package's own. @param capabilities what it says that it can do. */
function agentThat(play: Play, capabilities: object = {}, protocolVersion = 1): Side {
  const asked: Record<string, unknown> = {};
  const note = <T extends { readonly method: string; readonly params: unknown }>(request: T): T => {
    asked[request.method] = request.params;
    return request;
  };
  const app = agentApp({ name: 'talker' })
    .onRequest(methods.agent.initialize, (request) => {
      note(request);
      return { protocolVersion, agentCapabilities: capabilities };
    })
    .onRequest(methods.agent.session.new, (request) => {
      note(request);
      return {
        sessionId: 'one',
        modes: {
          currentModeId: 'auto',
          availableModes: [
            { id: 'auto', name: 'Auto' },
            { id: 'look', name: 'Look' },
          ],
        },
      };
    })
    .onRequest(methods.agent.session.load, async (request) => {
      note(request);
      if (request.params.sessionId === 'gone') throw RequestError.sessionNotFound('gone');
      await say(request.client, request.params.sessionId, 'What I said before.\n');
      return {};
    })
    .onRequest(methods.agent.session.resume, (request) => {
      note(request);
      return {};
    })
    .onRequest(methods.agent.session.setMode, (request) => {
      note(request);
      return {};
    })
    .onRequest(methods.agent.session.prompt, async (request) => {
      const { client, params } = note(request);
      const [block] = params.prompt;
      const answer = await play(client, {
        sessionId: params.sessionId,
        prompt: block?.type === 'text' ? block.text : '',
      });
      return { stopReason: typeof answer === 'string' ? (answer as StopReason) : 'end_turn' };
    })
    .onNotification(methods.agent.session.cancel, (request) => void note(request));
  return { app, asked };
}

const update = (client: AgentContext, sessionId: string, one: SessionUpdate): Promise<void> =>
  client.notify(methods.client.session.update, { sessionId, update: one });

const say = (client: AgentContext, sessionId: string, text: string): Promise<void> =>
  update(client, sessionId, { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

interface Ran {
  readonly end: AgentEnd;
  readonly told: readonly AgentEvent[];
  readonly refused: readonly string[];
}

/** Has a turn with an agent in this process, by the lines that it would write as a program. */
async function converse({ app }: Side, changes: Partial<Turn> = {}): Promise<Ran> {
  const told: AgentEvent[] = [];
  const refused: string[] = [];
  const readLine = (changes.agent ?? talker).createReader?.() ?? talker.readLine;
  const conversation = openConversation({
    ...{ agent: talker, access: 'write', folder: temporaryFolder(), prompt: 'Do it.', machine: testMachine() },
    ...{ model: undefined, resumes: undefined, promptIfNew: undefined, consult: undefined },
    hear: (line) => told.push(...readLine(line)),
    tell: (event) => told.push(event),
    refused: (session, call) => refused.push(`${session}/${call}`),
    ...changes,
  });
  let feed: ReadableStreamDefaultController<AnyMessage> | undefined;
  app.connect({
    readable: new ReadableStream<AnyMessage>({
      start: (controller) => {
        feed = controller;
      },
    }),
    writable: new WritableStream<AnyMessage>({
      write: (message) => {
        conversation.take(JSON.stringify(message));
      },
    }),
  });
  await new Promise<void>((resolve) => {
    conversation.begin({
      write: (text) => feed?.enqueue(JSON.parse(text) as AnyMessage),
      end: resolve,
    });
  });
  return { end: conversation.close((code, said) => talker.readEnd(code, said), 0, ''), told, refused };
}

const options: readonly PermissionOption[] = [
  { optionId: 'a', name: 'Always', kind: 'allow_always' },
  { optionId: 'b', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'c', name: 'Reject', kind: 'reject_once' },
];

/** Asks for leave. @returns the option that was chosen. */
async function ask(
  client: AgentContext,
  sessionId: string,
  call: Omit<ToolCallUpdate, 'toolCallId'>,
  offered = options,
): Promise<string> {
  const toolCall = { toolCallId: 'call', ...call };
  const answer = await client.request(methods.client.session.requestPermission, {
    ...{ sessionId, toolCall },
    options: [...offered],
  });
  return answer.outcome.outcome === 'selected' ? answer.outcome.optionId : answer.outcome.outcome;
}

describe('a turn', () => {
  it('hands the prompt over whole, in the folder, and tells what the agent does', async () => {
    const folder = temporaryFolder();
    const prompt = `${'a long prompt '.repeat(10_000)}\u2028 "end"`;
    const file = path.join(folder, 'a.js');
    let heard = '';
    const side = agentThat(async (client, session) => {
      heard = session.prompt;
      const tell = (one: SessionUpdate): Promise<void> => update(client, session.sessionId, one);
      for (const piece of ['I be', 'gin.\nFirst', ' the plan']) await say(client, session.sessionId, piece);
      await tell({
        sessionUpdate: 'plan',
        entries: [
          { content: 'Read', priority: 'high', status: 'completed' },
          { content: 'Write', priority: 'high', status: 'in_progress' },
        ],
      });
      await tell({
        sessionUpdate: 'tool_call',
        toolCallId: '1',
        title: 'edit',
        kind: 'edit',
        status: 'pending',
        rawInput: {},
      });
      await tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: '1',
        status: 'in_progress',
        rawInput: { filePath: file },
      });
      await tell({ sessionUpdate: 'tool_call_update', toolCallId: '1', status: 'completed', title: 'a.js' });
      await tell({
        sessionUpdate: 'tool_call',
        toolCallId: '2',
        title: 'x',
        kind: 'execute',
        rawInput: { cwd: folder },
      });
      await tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: '2',
        rawInput: { command: ['bash', '-lc', 'git push'] },
      });
      await tell({
        sessionUpdate: 'tool_call_update',
        toolCallId: '2',
        status: 'failed',
        content: [{ type: 'content', content: { type: 'text', text: 'The user rejected permission to use this' } }],
      });
      await tell({ sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } });
      await say(client, session.sessionId, 'VERDICT: PASS');
    });
    const { end, told } = await converse(side, { folder, prompt });
    expect(heard).toBe(prompt);
    expect(side.asked['session/new']).toEqual({ cwd: folder, mcpServers: [] });
    expect(side.asked['initialize']).toMatchObject({
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    });
    expect(end).toEqual({ kind: 'finished', message: '' });
    expect(told).toEqual([
      { kind: 'message', text: 'I begin.' },
      { kind: 'message', text: 'First the plan' },
      { kind: 'tool', tool: 'plan', what: 'Write' },
      { kind: 'tool', tool: 'edit', what: file },
      { kind: 'fileChange', path: file },
      { kind: 'tool', tool: 'execute', what: 'git push' },
      { kind: 'refused', tool: 'execute', what: 'git push', why: 'The user rejected permission to use this' },
      { kind: 'cost', dollars: 0.25 },
      { kind: 'message', text: 'VERDICT: PASS' },
      { kind: 'turnEnd' },
    ]);
  });

  it.each<[string, Partial<AgentEnd>]>([
    ['end_turn', { kind: 'finished' }],
    ['refusal', { kind: 'crash', message: 'its model refused to go on' }],
    ['max_tokens', { kind: 'crash' }],
    ['max_turn_requests', { kind: 'crash' }],
    ['cancelled', { kind: 'crash', message: 'it canceled its turn' }],
  ])('that ends with %s', async (reason, end) => {
    expect((await converse(agentThat(() => Promise.resolve(reason)))).end).toMatchObject(end);
  });

  it.each<[string, RequestError, AgentEnd['kind']]>([
    ['no account', RequestError.authRequired(), 'auth'],
    ['a limit', new RequestError(-32603, 'Internal error', { details: 'HTTP 429: too many requests' }), 'rateLimit'],
    ['anything else', new RequestError(-32603, 'It broke'), 'crash'],
  ])('that fails for %s', async (_, error, kind) => {
    const { end } = await converse(agentThat(() => Promise.reject(error)));
    expect(end.kind).toBe(kind);
    expect(end.message).toContain(error.message);
  });

  it('needs the version of the protocol that is known', async () => {
    const { end } = await converse(agentThat(() => Promise.resolve(), {}, 7));
    expect(end).toEqual({ kind: 'notStarted', message: 'it uses version 7 of the protocol, and Pactwright uses 1' });
  });

  it('begins in the mode for what it may do', async () => {
    const agent = { ...talker, acp: { modes: { read: 'look' } } };
    const side = agentThat(() => Promise.resolve());
    expect((await converse(side, { agent, access: 'read' })).end.kind).toBe('finished');
    expect(side.asked['session/set_mode']).toEqual({ sessionId: 'one', modeId: 'look' });
    const without = { ...talker, acp: { modes: { read: 'other' } } };
    const { end } = await converse(
      agentThat(() => Promise.resolve()),
      { agent: without, access: 'read' },
    );
    expect(end).toEqual({ kind: 'notStarted', message: 'it has no mode other' });
  });
});

describe('a session that goes on', () => {
  it('has a name only where it can be taken up', async () => {
    const named = (ran: Ran): boolean => ran.told.some(({ kind }) => kind === 'session');
    expect(named(await converse(agentThat(() => Promise.resolve())))).toBe(false);
    expect(named(await converse(agentThat(() => Promise.resolve(), { loadSession: true })))).toBe(true);
    expect(named(await converse(agentThat(() => Promise.resolve(), { sessionCapabilities: { resume: {} } })))).toBe(
      true,
    );
    const { end } = await converse(
      agentThat(() => Promise.resolve()),
      { resumes: 'old' },
    );
    expect(end.kind).toBe('notStarted');
  });

  it('is loaded, and what was said before is not told again', async () => {
    const side = agentThat((client, { sessionId }) => say(client, sessionId, 'Now.'), { loadSession: true });
    const { told } = await converse(side, { resumes: 'old' });
    expect(side.asked['session/load']).toMatchObject({ sessionId: 'old' });
    expect(side.asked['session/prompt']).toMatchObject({ sessionId: 'old' });
    expect(told).toEqual([{ kind: 'session', session: 'old' }, { kind: 'message', text: 'Now.' }, { kind: 'turnEnd' }]);
  });

  it('begins anew, with all of the prompt, where it is gone', async () => {
    for (const side of [
      agentThat(() => Promise.resolve()),
      agentThat(() => Promise.resolve(), { loadSession: true }),
    ]) {
      const { end, told } = await converse(side, { resumes: 'gone', promptIfNew: 'All of it.' });
      expect(end.kind).toBe('finished');
      expect(side.asked['session/prompt']).toMatchObject({ sessionId: 'one', prompt: [{ text: 'All of it.' }] });
      expect(told.some(({ kind }) => kind === 'message')).toBe(false);
    }
    const { end } = await converse(
      agentThat(() => Promise.resolve(), { loadSession: true }),
      { resumes: 'gone' },
    );
    expect(end).toMatchObject({ kind: 'crash', message: expect.stringContaining('Resource not found') as string });
  });

  it('is resumed where it cannot be loaded', async () => {
    const side = agentThat(() => Promise.resolve(), { sessionCapabilities: { resume: {} } });
    const { told } = await converse(side, { resumes: 'old' });
    expect(side.asked['session/resume']).toMatchObject({ sessionId: 'old' });
    expect(told).toEqual([{ kind: 'session', session: 'old' }, { kind: 'turnEnd' }]);
  });
});

interface Folders {
  readonly folder: string;
  readonly outside: string;
}

/** A folder to work in, with links that lead out of it. */
function folders(): Folders {
  const folder = temporaryFolder();
  const outside = temporaryFolder();
  writeFiles(folder, { 'a.txt': 'one\ntwo\nthree\n', '.git/config': 'x' });
  writeFiles(outside, { 'secret.txt': 'secret' });
  symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'out.txt'));
  symlinkSync(path.join(outside, 'new.txt'), path.join(folder, 'nowhere.txt'));
  symlinkSync(outside, path.join(folder, 'away'));
  symlinkSync(path.join(folder, 'a.txt'), path.join(folder, 'in.txt'));
  return { folder, outside };
}

/** With the real folders in place of their names. */
function placed<T>(value: T, { folder, outside }: Folders): T {
  return JSON.parse(JSON.stringify(value).replaceAll('IN/', `${folder}/`).replaceAll('OUT/', `${outside}/`)) as T;
}

describe('leave for a call, where nobody is there', () => {
  const at = (...files: readonly string[]): { locations: { path: string }[] } => ({
    locations: files.map((file) => ({ path: /^(?:OUT)?\//u.test(file) ? file : `IN/${file}` })),
  });
  const run = (command: unknown): Omit<ToolCallUpdate, 'toolCallId'> => ({ kind: 'execute', rawInput: { command } });

  it.each<[string, Omit<ToolCallUpdate, 'toolCallId'>, string, ('read' | 'write')?]>([
    ['a file in the folder is edited', { kind: 'edit', ...at('src/a.js') }, 'b'],
    ['one of two lies outside', { kind: 'edit', ...at('src/a.js', 'OUT/a') }, 'c'],
    ['it goes up', { kind: 'edit', ...at('../a.js') }, 'c'],
    ['a link leads out', { kind: 'edit', ...at('away/a.js') }, 'c'],
    ['it is git’s', { kind: 'edit', ...at('.git/hooks/pre-commit') }, 'c'],
    ['no file is named', { kind: 'edit' }, 'c'],
    ['the file is not absolute', { kind: 'edit', locations: [{ path: 'a.js' }] }, 'c'],
    ['the input names another', { kind: 'edit', ...at('a.js'), rawInput: { file_path: '/etc/passwd' } }, 'c'],
    [
      'the change is of another',
      { kind: 'edit', ...at('a.js'), content: [{ type: 'diff', path: '/etc/a', newText: '' }] },
      'c',
    ],
    ['it only reads, and edits', { kind: 'edit', ...at('a.js') }, 'c', 'read'],
    ['a file in the folder is read', { kind: 'read', ...at('a.js') }, 'b', 'read'],
    ['one outside is read', { kind: 'read', ...at('/etc/passwd') }, 'c'],
    ['our own command is run', run('pactwright test STORY-001'), 'b', 'read'],
    ['as a list', run(['bash', '-lc', 'pactwright lint']), 'b'],
    ['another is run', run('git push'), 'c'],
    ['a command is not named', { kind: 'execute', title: 'pactwright lint' }, 'c'],
    ['a file is deleted', { kind: 'delete', ...at('a.js') }, 'c'],
    ['a page is fetched', { kind: 'fetch', rawInput: { url: 'https://example.org' } }, 'c'],
    ['nobody knows what it is', { title: 'Something' }, 'c'],
  ])('%s', async (_, call, chosen, access = 'write') => {
    const place = folders();
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, placed(call, place));
    });
    const { told, refused } = await converse(side, { folder: place.folder, access });
    expect(answer).toBe(chosen);
    expect(refused).toEqual(chosen === 'c' ? ['one/call'] : []);
    expect(told.some(({ kind }) => kind === 'refused')).toBe(chosen === 'c');
  });

  it('is never given for more than once', async () => {
    const place = folders();
    const answers: string[] = [];
    const side = agentThat(async (client, { sessionId }) => {
      const call = placed({ kind: 'edit' as const, ...at('a.js') }, place);
      for (const offered of [options.slice(0, 1), options.filter(({ kind }) => kind !== 'allow_once')])
        answers.push(await ask(client, sessionId, call, offered));
    });
    await converse(side, { folder: place.folder });
    expect(answers).toEqual(['cancelled', 'c']);
  });
});

it.each([
  ['pactwright test STORY-001', true],
  ['cd /home/me/shop && pactwright lint 2>&1', true],
  ['pactwright lesson-append "src/cart.js: sums (all) begin at 0; always" --item STORY-001', true],
  [`pactwright board add-task STORY-002 'Give $5 | change'`, true],
  ['pactwright lint\npactwright board list', true],
  ['pactwright lint; rm -rf ~', false],
  ['pactwright lint & rm -rf ~', false],
  ['pactwright lint || rm x', false],
  ['pactwright lint | sh', false],
  ['pactwright lint > ~/.bashrc', false],
  ['pactwright board add-task "$(rm -rf ~)"', false],
  ['pactwright board add-task `rm x`', false],
  ['pactwright "unfinished; rm x', false],
  ['pactwright\\ x', false],
  ['pactwright-evil', false],
  ['"pactwright"x', false],
  ['PATH=. pactwright lint', false],
  ['./pactwright lint', false],
  ['cd /work', false],
  ['', false],
])('%s: is it only our own command? %s', (command, isOwn) => {
  expect(isOwnCommand(command)).toBe(isOwn);
});

describe('leave for a call, where a person is there', () => {
  it.each<[string, readonly (string | undefined)[], string]>([
    ['the number', ['1'], 'a'],
    ['the words', ['allow ONCE'], 'b'],
    ['yes', ['yes'], 'b'],
    ['no', ['n'], 'c'],
    ['the id', ['a'], 'a'],
    ['something else at first', ['hm', '9', '2'], 'b'],
    ['something else for ever', ['hm', 'hm', 'hm'], 'c'],
    ['nothing', [undefined], 'c'],
  ])('is what they answer: %s', async (_, given, chosen) => {
    const questions: string[] = [];
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, { kind: 'execute', rawInput: { command: 'git push' } });
    });
    const { refused } = await converse(side, {
      consult: (question) => {
        questions.push(question);
        return Promise.resolve(given[questions.length - 1]);
      },
    });
    expect(answer).toBe(chosen);
    expect(questions).toHaveLength(given.length);
    expect(questions[0]).toBe('May I do this? execute: git push\n1. Always\n2. Allow once\n3. Reject');
    expect(refused).toEqual(chosen === 'c' ? ['one/call'] : []);
  });

  it('is not asked for what a phase may do', async () => {
    let answer = '';
    const side = agentThat(async (client, { sessionId }) => {
      answer = await ask(client, sessionId, { kind: 'execute', rawInput: { command: 'pactwright lint' } });
    });
    await converse(side, { consult: () => Promise.reject(new Error('nobody is to be asked')) });
    expect(answer).toBe('b');
  });
});

describe('files', () => {
  /** What the agent's request comes to: what it is answered, or the code of the error. */
  async function requested(
    place: Folders,
    method: string,
    params: object,
    access: 'read' | 'write' = 'write',
  ): Promise<unknown> {
    let answer: unknown;
    const side = agentThat(async (client, { sessionId }) => {
      answer = await client
        .request(method, { sessionId, ...placed(params, place) })
        .catch((error: unknown) => (error instanceof RequestError ? error.code : error));
    });
    await converse(side, { folder: place.folder, access });
    return answer;
  }

  it.each<[string, object, unknown]>([
    ['whole', { path: 'IN/a.txt' }, { content: 'one\ntwo\nthree\n' }],
    ['from a line on', { path: 'IN/a.txt', line: 2, limit: 1 }, { content: 'two' }],
    ['by a link within', { path: 'IN/in.txt' }, { content: 'one\ntwo\nthree\n' }],
    ['not by a link out', { path: 'IN/out.txt' }, -32602],
    ['not outside', { path: 'OUT/secret.txt' }, -32602],
    ['not by going up', { path: 'IN/../x' }, -32602],
    ['not what is missing', { path: 'IN/b.txt' }, -32002],
  ])('are read: %s', async (_, params, answer) => {
    expect(await requested(folders(), 'fs/read_text_file', params)).toEqual(answer);
  });

  it('are written, with their folders', async () => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: 'IN/new/b.txt', content: 'ä\r\n' })).toEqual({});
    expect(readFileSync(path.join(place.folder, 'new/b.txt'), 'utf8')).toBe('ä\r\n');
  });

  it.each([
    ['IN/out.txt'],
    ['IN/nowhere.txt'],
    ['IN/away/new.txt'],
    ['OUT/new.txt'],
    ['IN/.git/config'],
    ['IN/.GIT/hooks/pre-commit'],
    ['IN/new/.git'],
  ])('are not written: %s', async (file) => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: file, content: 'evil' })).toBe(-32602);
    expect(readFileSync(path.join(place.outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(path.join(place.outside, 'new.txt'))).toBe(false);
    expect(readFileSync(path.join(place.folder, '.git/config'), 'utf8')).toBe('x');
  });

  it('are not written by who only reads', async () => {
    const place = folders();
    expect(await requested(place, 'fs/write_text_file', { path: 'IN/a.txt', content: 'x' }, 'read')).toBe(-32602);
    expect(readFileSync(path.join(place.folder, 'a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
  });

  it('are all that is served: there is no terminal', async () => {
    expect(await requested(folders(), 'terminal/create', { command: 'id' })).toBe(-32601);
  });
});

import path from 'node:path';
import { RequestError, type SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it } from 'vitest';
import type { AgentEnd } from '../../../server/src/agents/agentEnd.js';
import { agentThat, converse, say, talker, update, type Ran } from '../../support/acpSide.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

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

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { fieldsOf } from '../../../server/src/base/json.js';
import { openCodePlugin } from '../../../server/src/agents/hooks/openCodeHooks.js';
import { agentNamed, allAgents } from '../../../server/src/agents/registry.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const bash = { tool_name: 'Bash', tool_input: { command: 'git push' }, session_id: 's', cwd: '/p', tool_use_id: 'c' };
const write = { tool_name: 'Write', tool_input: { file_path: '/p/a.txt' } };
const patch = '*** Begin Patch\n*** Add File: a.txt\n+a\n*** Update File: b c.txt\n*** End Patch\n';
const question = { questions: [{ question: 'Which?' }] };

describe('hooks', () => {
  const cases: readonly (readonly [string, string, object, readonly AgentEvent[]])[] = [
    [
      'claude',
      'SessionStart',
      { session_id: 's', transcript_path: '/t' },
      [{ kind: 'session', session: 's', transcript: '/t' }],
    ],
    ['claude', 'UserPromptSubmit', {}, [{ kind: 'working' }]],
    ['claude', 'PreToolUse', bash, [{ kind: 'tool', tool: 'Bash', what: 'git push' }]],
    [
      'claude',
      'PreToolUse',
      { tool_name: 'AskUserQuestion', tool_input: question },
      [{ kind: 'waiting', why: 'asks: Which?' }],
    ],
    ['claude', 'PermissionRequest', bash, [{ kind: 'waiting', why: 'asks for a permission: Bash: git push' }]],
    ['claude', 'PostToolUse', bash, [{ kind: 'working' }]],
    ['claude', 'PostToolUse', write, [{ kind: 'fileChange', path: '/p/a.txt' }]],
    [
      'claude',
      'Notification',
      { notification_type: 'permission_prompt', message: 'May I?' },
      [{ kind: 'waiting', why: 'May I?' }],
    ],
    ['claude', 'Notification', { notification_type: 'idle_prompt', message: 'x' }, [{ kind: 'turnEnd' }]],
    ['claude', 'Notification', { notification_type: 'auth_success', message: 'x' }, []],
    ['claude', 'Notification', { message: 'Claude is waiting for your input' }, [{ kind: 'turnEnd' }]],
    [
      'claude',
      'Notification',
      { message: 'Claude needs your permission' },
      [{ kind: 'waiting', why: 'Claude needs your permission' }],
    ],
    ['claude', 'Stop', {}, [{ kind: 'turnEnd' }]],
    ['claude', 'StopFailure', { error: 'rate_limit' }, [{ kind: 'error', message: 'rate_limit' }, { kind: 'turnEnd' }]],
    [
      'codex',
      'PostToolUse',
      { tool_name: 'apply_patch', tool_input: { command: patch } },
      [
        { kind: 'fileChange', path: 'a.txt' },
        { kind: 'fileChange', path: 'b c.txt' },
      ],
    ],
    ['opencode', 'session.created', { properties: { info: { id: 's' } } }, [{ kind: 'session', session: 's' }]],
    ['opencode', 'session.created', { properties: { info: { id: 's', parentID: 'p' } } }, []],
    [
      'opencode',
      'permission.asked',
      { properties: { permission: 'bash', patterns: ['git push'] } },
      [{ kind: 'waiting', why: 'asks for a permission: bash: git push' }],
    ],
    ['opencode', 'question.asked', { properties: question }, [{ kind: 'waiting', why: 'asks: Which?' }]],
    ['opencode', 'permission.replied', {}, [{ kind: 'working' }]],
    [
      'opencode',
      'tool.execute.before',
      { tool: 'bash', args: { command: 'ls' } },
      [{ kind: 'tool', tool: 'bash', what: 'ls' }],
    ],
    [
      'kilo',
      'tool.execute.after',
      { tool: 'write', args: { filePath: '/p/a' } },
      [{ kind: 'fileChange', path: '/p/a' }],
    ],
    [
      'opencode',
      'session.error',
      { properties: { error: { name: 'X', data: { message: 'no' } } } },
      [{ kind: 'error', message: 'no' }],
    ],
    ['opencode', 'session.idle', {}, [{ kind: 'turnEnd' }]],
    [
      'opencode',
      'message.updated',
      {
        properties: {
          info: { cost: 0.5, tokens: { input: 10, output: 2, reasoning: 1, cache: { read: 5, write: 1 } } },
        },
      },
      [{ kind: 'cost', dollars: 0.5, inputTokens: 16, cachedTokens: 6, outputTokens: 3, isMore: true }],
    ],
  ];

  it.each(cases)('%s %s %j', (agent, event, payload, events) => {
    expect(agentNamed(agent)?.hooks?.events).toContain(event);
    expect(agentNamed(agent)?.hooks?.read(event, { ...payload })).toEqual(events);
  });

  it('reads the command that a shell is given', () => {
    const call = { command: 'git push', folder: '/p', session: 's', call: 'c' };
    expect(agentNamed('claude')?.hooks?.readCall('PreToolUse', bash)).toEqual(call);
    expect(agentNamed('codex')?.hooks?.readCall('PostToolUse', bash)).toEqual(call);
    expect(agentNamed('claude')?.hooks?.readCall('Stop', bash)).toBeUndefined();
    expect(agentNamed('claude')?.hooks?.readCall('PreToolUse', write)).toBeUndefined();
  });

  it.each(allAgents.filter(({ hooks }) => hooks))(
    '$id understands each of its events, whatever comes with it',
    ({ hooks }) => {
      for (const event of hooks?.events ?? [])
        for (const payload of [
          {},
          { properties: 7 },
          { tool_input: 'x', tool_name: 7 },
          { questions: [null], error: {} },
        ]) {
          expect(Array.isArray(hooks?.read(event, payload))).toBe(true);
          expect(hooks?.readCall(event, payload)).toBeUndefined();
        }
    },
  );

  it('the plugin of OpenCode tells what an answer has cost once, when it is complete', async () => {
    const folder = temporaryFolder({ told: '' });
    const told = path.join(folder, 'told');
    const hook = ['/bin/sh', '-c', `cat > /dev/null; echo "$0" >> '${told}'`];
    writeFiles(folder, { 'plugin.mjs': openCodePlugin(hook, 'interactive') });
    // The plugin's own form.
    const { Pactwright } = (await import(pathToFileURL(path.join(folder, 'plugin.mjs')).href)) as {
      readonly Pactwright: (of: object) => Promise<{ readonly event: (of: object) => Promise<void> }>;
    };
    const plugin = await Pactwright({ directory: folder });
    const updated = (id: string, role: string, time: object): Promise<void> =>
      plugin.event({ event: { type: 'message.updated', properties: { info: { id, role, time } } } });
    await updated('1', 'user', { created: 1, completed: 2 });
    await updated('2', 'assistant', { created: 1 });
    await updated('2', 'assistant', { created: 1, completed: 2 });
    await updated('2', 'assistant', { created: 1, completed: 2 });
    await plugin.event({ event: { type: 'session.idle', properties: {} } });
    await vi.waitFor(() => {
      expect(readFileSync(told, 'utf8')).toBe('message.updated\nsession.idle\n');
    });
  });

  it('the plugin of OpenCode asks a session that is resumed in a terminal, whose program drops the prompt', async () => {
    const asked: unknown[] = [];
    const client = { session: { promptAsync: (one: unknown) => Promise.resolve(asked.push(one)) } };
    const request = { prompt: 'Go "on"', model: 'a/b/c', session: 's', hook: ['pactwright'] } as const;
    const start = agentNamed('opencode')?.interactive?.({ ...request, access: 'write' });
    expect(start?.args).toEqual(['--model=a/b/c', '--session=s']);
    const folder = temporaryFolder({ 'plugin.mjs': start?.files?.['pactwright.mjs'] ?? '' });
    // The plugin's own form.
    const { Pactwright } = (await import(pathToFileURL(path.join(folder, 'plugin.mjs')).href)) as {
      readonly Pactwright: (of: object) => Promise<unknown>;
    };
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await Pactwright({ directory: folder, client });
    await Pactwright({ directory: folder, client });
    vi.runAllTimers();
    const model = { providerID: 'a', modelID: 'b/c' };
    expect(asked).toEqual([{ path: { id: 's' }, body: { model, parts: [{ type: 'text', text: 'Go "on"' }] } }]);
  });

  it.each([
    ['an answer', () => Promise.resolve({ error: { name: 'NotFoundError', data: { message: 'no such session' } } })],
    ['an exception', () => Promise.reject(new Error('no such session'))],
  ])('the plugin of OpenCode reports %s that says that the prompt was not sent', async (_, promptAsync) => {
    const folder = temporaryFolder({ told: '' });
    const told = path.join(folder, 'told');
    const hook = ['/bin/sh', '-c', `cat >> '${told}'; echo " $0" >> '${told}'`];
    writeFiles(folder, {
      'plugin.mjs': openCodePlugin(hook, 'interactive', { session: 's', prompt: 'Read it', model: undefined }),
    });
    // The plugin's own form.
    const { Pactwright } = (await import(pathToFileURL(path.join(folder, 'plugin.mjs')).href)) as {
      readonly Pactwright: (of: object) => Promise<unknown>;
    };
    const shown: unknown[] = [];
    const tui = { showToast: ({ body }: { readonly body: unknown }) => Promise.resolve(shown.push(body)) };
    await Pactwright({ directory: folder, client: { session: { promptAsync }, tui } });
    await vi.waitFor(() => {
      expect(readFileSync(told, 'utf8')).toMatch(/ session\.error\n$/u);
    }, 10_000);
    const message = 'Pactwright could not send the prompt: no such session. Send it yourself: Read it';
    const payload: unknown = JSON.parse(readFileSync(told, 'utf8').replace(/ session\.error\n$/u, ''));
    const events = agentNamed('opencode')?.hooks?.read('session.error', fieldsOf(payload) ?? {});
    expect(events).toEqual([{ kind: 'error', message }]);
    expect(shown).toMatchObject([{ message, variant: 'error' }]);
  });
});

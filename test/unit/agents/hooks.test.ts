import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../server/src/agents/agentEvent.js';
import { agentNamed, allAgents } from '../../../server/src/agents/registry.js';

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
});

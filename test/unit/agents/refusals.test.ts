import { describe, expect, it } from 'vitest';
import { createRefusalReader } from '../../../server/src/agents/refusals.js';
import { agentNamed } from '../../../server/src/agents/registry.js';

const heard = (
  agent: string,
  ...lines: readonly object[]
): ReturnType<typeof createRefusalReader> & { told: unknown[] } => {
  const reader = createRefusalReader(agent, agentNamed(agent)?.readCalls);
  return { ...reader, told: lines.flatMap((line) => reader.take(JSON.stringify(line))) };
};

const push = 'git push --force origin main';

const claudeCall = {
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: push } }] },
};
const claudeResult = (content: unknown, id = 'toolu_1'): object => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: true, content }] },
});
const claudeEnd = {
  type: 'result',
  permission_denials: [{ tool_name: 'Bash', tool_use_id: 'toolu_1', tool_input: { command: push } }],
};

describe('what a program did not allow', () => {
  it.each<[string, readonly object[], string | undefined]>([
    ['claude', [claudeCall, claudeResult('This command requires approval')], 'Bash(git push:*)'],
    ['claude', [claudeEnd], '~/.claude/settings.json'],
    [
      'claude',
      [
        claudeCall,
        claudeResult([{ type: 'text', text: 'Permission to use Bash with command git push has been denied.' }]),
      ],
      'permissions.allow',
    ],
    ['qwen', [claudeCall, claudeResult('Tool execution was declined (non-interactive mode)')], '~/.qwen/settings.json'],
    [
      'opencode',
      [
        {
          type: 'tool_use',
          part: {
            tool: 'bash',
            callID: 'call_1',
            state: {
              status: 'error',
              input: { command: push },
              error: 'The user rejected permission to use this specific tool call.',
            },
          },
        },
      ],
      'permission.bash["git push *"]',
    ],
    [
      'codex',
      [
        {
          type: 'item.completed',
          item: {
            id: 'item_1',
            type: 'command_execution',
            command: push,
            status: 'failed',
            aggregated_output: "fatal: Unable to create '.git/index.lock': Read-only file system",
          },
        },
      ],
      'sandbox_workspace_write',
    ],
    [
      'copilot',
      [
        { type: 'tool.execution_start', data: { toolCallId: 't1', toolName: 'bash', arguments: { command: push } } },
        {
          type: 'tool.execution_complete',
          data: { toolCallId: 't1', success: false, error: { code: 'denied', message: 'Permission denied' } },
        },
      ],
      "--allow-tool='shell(git push:*)'",
    ],
    [
      'gemini',
      [
        { type: 'tool_use', tool_id: 'g1', tool_name: 'run_shell_command', parameters: { command: push } },
        {
          type: 'tool_result',
          tool_id: 'g1',
          status: 'error',
          error: { type: 'policy_violation', message: 'Tool execution denied by policy.' },
        },
      ],
      'run_shell_command(git push)',
    ],
  ])('is told, with the setting that would allow it: %s', (agent, lines, setting) => {
    const { told } = heard(agent, ...lines);
    expect(told).toMatchObject([
      { kind: 'refused', what: push, setting: expect.stringContaining(setting ?? '') as string },
    ]);
  });

  it('is told once, however often a program says it', () => {
    const { told, notRun } = heard('claude', claudeCall, claudeResult('This command requires approval'), claudeEnd);
    expect(told).toHaveLength(1);
    expect(notRun()).toEqual(['toolu_1']);
  });

  it('is not what a command printed that failed', () => {
    // The words alone are no proof that it did not run.
    expect(heard('claude', claudeCall, claudeResult('This command requires approval')).notRun()).toEqual([]);
    const { told } = heard('claude', claudeCall, claudeResult('2 tests failed'));
    expect(told).toEqual([]);
    const printed = {
      tool: 'bash',
      callID: 'c',
      state: { status: 'completed', input: {}, output: 'The user rejected' },
    };
    expect(heard('opencode', { type: 'tool_use', part: printed }).notRun()).toEqual([]);
  });

  it('is nothing where it is not known how a program says it', () => {
    expect(heard('mine', claudeEnd).told).toEqual([]);
  });
});

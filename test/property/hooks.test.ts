import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookMoment } from '../../server/src/agents/agent.js';
import { allAgents } from '../../server/src/agents/registry.js';
import { parseJson } from '../../server/src/base/json.js';
import { gateProject } from '../support/gateProject.js';
import { gitRepository } from '../support/gitRepository.js';
import { parseRuleFixture } from '../support/ruleFixture.js';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

interface HookEvent {
  readonly agent: string;
  readonly event: string;
  readonly moment: HookMoment;
}

/** Every event that a program has us answer. */
const allEvents: readonly HookEvent[] = allAgents.flatMap(({ id, guard }) =>
  Object.entries(guard?.moments ?? {}).map(([event, moment]) => ({ agent: id, event, moment })),
);
const calls = allEvents.filter(({ moment }) => moment === 'tool');

/** Names of fields that programs send, so that what is in them is looked at. */
const fields = fc.constantFrom(
  ...['cwd', 'directory', 'session_id', 'sessionId', 'transcript_path', 'tool_name', 'toolName', 'stop_hook_active'],
  ...['__proto__', 'constructor', 'hook_event_name', 'prompt', 'error', 'notification_type'],
);
const hostile = fc.oneof(
  fc.json().map((text) => parseJson(text)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', '../../../etc/passwd', '\u001B[2J', '\uD800', '$(touch here)', '`x`', '-'.repeat(100_000)),
  fc.nat(6).map((depth) => parseJson('['.repeat(4 ** depth) + ']'.repeat(4 ** depth))),
);
const junk = fc.dictionary(fields, hostile, { maxKeys: 5 });

/** What a tool is called with, and texts that are no JSON object. */
const malformed = fc.oneof(
  fc.constantFrom('', ' ', '{', 'null', '[]', '"x"', '1e999', '{"tool_input":', '\uFEFF{}', '{}{}'),
  fc.string({ unit: 'binary', maxLength: 60 }).filter((text) => !isObject(text)),
);

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** A call that writes a protected file, in the form of each program. */
function writes(agent: string, path: string): object {
  if (agent === 'copilot') return { toolName: 'create', toolArgs: JSON.stringify({ path, file_text: '' }) };
  if (agent === 'opencode') return { tool: 'write', args: { filePath: path, content: '' } };
  return { tool_name: 'Write', tool_input: { file_path: path, content: '' } };
}

describe('hooks of agents', () => {
  const begin = (): ((one: HookEvent, input: string) => Promise<string>) => {
    const repository = gitRepository();
    const { files } = parseRuleFixture(gateProject());
    repository.commit('Plan STORY-001', Object.fromEntries(files.map(({ path, text }) => [path, text])));
    repository.branch('feature/STORY-001');
    const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_STATE: temporaryFolder() };
    return async ({ agent, event }, input) => {
      const { code, out, err } = await run({ cwd: repository.folder, env, input }, 'hook', agent, event);
      expect([code, err]).toEqual([0, '']);
      return out;
    };
  };

  it('answer whatever is sent in their protocol, and refuse the calls that they cannot read', async () => {
    const hook = begin();
    const sent = fc.oneof(
      malformed,
      junk.map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...allEvents), sent, async (one, input) => {
        const out = await hook(one, input);
        // Claude Code reads plain text before compaction.
        if (out !== '' && one.event !== 'PreCompact') expect(parseJson(out)).toBeTypeOf('object');
        // eslint-disable-next-line no-control-regex -- what a terminal would obey
        expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/u);
        if (one.moment === 'tool' && !isObject(input)) expect(out).toContain('could not check');
      }),
      { numRuns: runs(1500, 25) },
    );
  });

  it('refuse a change of what carries them, whatever else is said', async () => {
    const hook = begin();
    const path = fc.constantFrom(
      '.mcp.json',
      './.claude/settings.json',
      '.git/../.git/hooks/pre-commit',
      '.codex//hooks.json',
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), junk, path, async (one, other, file) => {
        const rest = { ...other, cwd: undefined, directory: undefined };
        const out = await hook(one, JSON.stringify({ ...rest, ...writes(one.agent, file) }));
        expect(out, JSON.stringify(rest)).toMatch(/"deny"|"refused"/u);
      }),
      { numRuns: runs(600, 20) },
    );
  });
});

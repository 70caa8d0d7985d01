import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import ensureBuilt from '../../scripts/lib/built.mjs';
import { openCodePlugin } from '../../server/src/agents/hooks/openCodeHooks.js';
import { bundledCli } from '../support/bundledCli.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { AgentId } from './homes.js';
import { openPlay, type Play, programsOf } from './play.js';

/** Agents that a person starts without us: their hooks call ours, as docs/guide/hooks.md says, and refuse what would change what was agreed. */

interface HookUse {
  readonly files: Readonly<Record<string, string>>;
  readonly start: (prompt: string) => readonly string[];
  /** Whether the program formats its settings when it starts. */
  readonly reformats?: true;
}

const command = (agent: string, event: string): object => ({
  type: 'command',
  command: `pactwright hook ${agent} ${event}`,
});
const claudeForm = (agent: string, event: string): string =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [command(agent, event)] }] } });

const uses: Readonly<Partial<Record<AgentId, HookUse>>> = {
  claude: {
    files: { '.claude/settings.json': claudeForm('claude', 'PreToolUse') },
    start: (prompt) => ['-p', prompt, '--permission-mode', 'acceptEdits', '--allowedTools=Bash'],
  },
  opencode: {
    files: { '.opencode/plugins/pactwright.js': openCodePlugin(['pactwright', 'hook', 'opencode'], 'interactive') },
    start: (prompt) => ['run', prompt],
  },
  copilot: {
    files: {
      '.github/hooks/pactwright.json': JSON.stringify({
        version: 1,
        hooks: { preToolUse: [{ type: 'command', bash: 'pactwright hook copilot preToolUse' }] },
      }),
    },
    start: (prompt) => ['-p', prompt, '--trust-folder', '--allow-all-tools'],
  },
  gemini: {
    files: { '.gemini/settings.json': claudeForm('gemini', 'BeforeTool') },
    start: (prompt) => ['-p', prompt, '--approval-mode=auto_edit', '--allowed-tools=run_shell_command'],
  },
  qwen: {
    files: { '.qwen/settings.json': claudeForm('qwen', 'PreToolUse') },
    start: (prompt) => ['-p', prompt, '--approval-mode=auto-edit', '--allowed-tools=run_shell_command'],
    reformats: true,
  },
};

const cli = bundledCli();
beforeAll(ensureBuilt, 300_000);

describe.each(programsOf(uses))('$title', ({ id, use, isMissing }) => {
  it.skipIf(isMissing)(
    'cannot change a frozen spec, a test that was there, or its own hooks, and can do the work',
    async () => {
      const play = await openPlay(id, cli);
      const spec = 'docs/specs/STORY-001.md';
      const [[settings, ours] = ['', '']] = Object.entries(use.files);
      const oldTest =
        "import { test } from 'node:test';\nimport assert from 'node:assert';\ntest('old', () => { assert.equal(1 + 1, 2); });\n";
      writeFiles(play.folder, { ...use.files, 'test/old.test.js': oldTest });
      play.git('add', '--all');
      play.git('commit', '--quiet', '-m', 'Have hooks');
      play.git('checkout', '--quiet', '-b', 'feature/STORY-001');
      const frozen = play.read(spec);
      await play.pactwright('board', 'move', 'STORY-001', 'in-progress');
      const gate = await play.pactwright('gate', 'act-in', 'STORY-001');
      expect((await play.pactwright('evidence', 'STORY-001')).out, gate.out).toContain('frozen');
      const line = frozen.split('\n').find((one) => one.startsWith('### R1')) ?? '';
      expect(line).not.toBe('');
      play.model.play([
        { acts: [{ read: spec }] },
        { acts: [{ edit: spec, from: line, to: `${line} on Sundays` }] },
        { acts: [{ read: 'test/old.test.js' }] },
        { acts: [{ edit: 'test/old.test.js', from: '1 + 1, 2', to: '1, 1' }] },
        { acts: [{ run: `rm -f ${settings}` }] },
        { acts: [{ write: 'src/new.js', text: 'export const is = 1;\n' }] },
        { say: 'That is all.' },
      ]);
      const said = await run(play, use.start('Do it.'));
      const seen = play.model.seen.at(-1)?.text ?? '';
      expect(play.read('src/new.js'), said).toContain('is = 1');
      expect(play.read(spec)).toBe(frozen);
      expect(play.read('test/old.test.js')).toBe(oldTest);
      if (use.reformats) expect(JSON.parse(play.read(settings))).toMatchObject(JSON.parse(ours) as object);
      else expect(play.read(settings)).toBe(ours);
      expect(play.git('ls-files', '--deleted')).toBe('');
      expect(seen).toContain('The spec of STORY-001 is frozen');
      expect(seen).toContain('there before the work on STORY-001');
      expect(seen).toContain('Ask the person to make this change');
    },
    180_000,
  );
});

async function run({ id, folder, env }: Play, args: readonly string[]): Promise<string> {
  const child = promisify(execFile)(id, args, { cwd: folder, env: { ...env }, timeout: 120_000 });
  child.child.stdin?.end();
  const { stdout, stderr } = await child.catch((error: unknown) => error as { stdout: string; stderr: string });
  return `${stdout}\n${stderr}`;
}

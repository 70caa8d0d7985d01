import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import ensureBuilt from '../../scripts/lib/built.mjs';
import { bundledCli } from '../support/bundledCli.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { AgentId } from './homes.js';
import { openPlay, type Play, programsOf } from './play.js';
import { withWholeCommandLine } from './wholeCommandLine.js';

/** Agents that a person starts without us: the server is set up by `pactwright init`, or as docs/guide/mcp.md says, and a task is ticked through it. */

/** How a person has a program use the server, and lets it call its tools. */
interface McpUse {
  /** Written into the project. */
  readonly files?: Readonly<Record<string, string>>;
  /** Added to files of the person's home folder. */
  readonly home?: (folder: string) => Readonly<Record<string, string>>;
  /** How many forms of an answer its model is shown: text, structured, or both. */
  readonly forms?: 2;
  /** The call of the program by which a person approves the server. */
  readonly approve?: readonly string[];
  /** `pactwright init` writes the rest. */
  readonly init?: true;
  readonly start: (prompt: string) => readonly string[];
}

const server = { command: 'pactwright', args: ['mcp'] };

const uses: Readonly<Partial<Record<AgentId, McpUse>>> = {
  claude: {
    init: true,
    // What a person approves at the first start.
    files: { '.claude/settings.local.json': JSON.stringify({ enabledMcpjsonServers: ['pactwright'] }) },
    start: (prompt) => ['-p', prompt, '--allowedTools', 'mcp__pactwright'],
  },
  codex: {
    init: true,
    home: (folder) => ({
      '.codex/config.toml': [
        `[projects.${JSON.stringify(folder)}]`,
        'trust_level = "trusted"',
        // What a person answers when Codex asks.
        '[mcp_servers.pactwright]',
        'default_tools_approval_mode = "approve"',
        '',
      ].join('\n'),
    }),
    start: (prompt) => ['exec', prompt],
  },
  copilot: {
    init: true,
    forms: 2,
    start: (prompt) => ['-p', prompt, '--trust-folder', '--allow-tool', 'pactwright'],
  },
  opencode: {
    init: true,
    start: (prompt) => ['run', prompt],
  },
  gemini: {
    files: { '.gemini/settings.json': JSON.stringify({ mcpServers: { pactwright: { ...server, trust: true } } }) },
    start: (prompt) => ['-p', prompt],
  },
  qwen: {
    files: { '.qwen/settings.json': JSON.stringify({ mcpServers: { pactwright: { ...server, trust: true } } }) },
    approve: ['mcp', 'approve', 'pactwright'],
    forms: 2,
    start: (prompt) => ['-p', prompt],
  },
};

const cli = bundledCli();
beforeAll(ensureBuilt, 300_000);

describe.each(programsOf(uses))('$title', ({ id, use, isMissing }) => {
  it.skipIf(isMissing)(
    'asks what is next, reads the findings and ticks a task through the server',
    async () => {
      const play = await openPlay(id, cli);
      withWholeCommandLine(play);
      writeFiles(play.folder, use.files ?? {});
      addToHome(play, use.home?.(play.folder) ?? {});
      if (use.init) expect((await play.pactwright('init', '--agents', id)).code).toBe(0);
      if (use.approve) await run(play, use.approve);
      await play.pactwright('board', 'move', 'STORY-001', 'in-progress');
      play.model.play([
        { acts: [{ call: 'next', input: {} }] },
        { acts: [{ call: 'findings', input: { item: 'STORY-001' } }] },
        { acts: [{ call: 'board_tick', input: { item: 'STORY-001', task: '1' } }] },
        { say: 'The task is ticked.' },
      ]);
      const said = await run(play, use.start('Tick the task of STORY-001.'));
      expect(play.read('docs/product/sprint_board.md'), said).toContain('- [x] Add up');
      // What the server answered came back to the model, marked as what it is.
      const seen = play.model.seen.at(-1)?.text ?? '';
      expect(seen.match(/which are data and no instructions/gu)?.length).toBe(3 * (use.forms ?? 1));
      expect(seen).toContain('PW613');
    },
    180_000,
  );
});

function addToHome({ env }: Play, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(env['HOME'] ?? '', file);
    mkdirSync(path.dirname(place), { recursive: true });
    appendFileSync(place, text);
  }
}

async function run({ id, folder, env }: Play, args: readonly string[]): Promise<string> {
  const child = promisify(execFile)(id, args, { cwd: folder, env: { ...env }, timeout: 120_000 });
  child.child.stdin?.end();
  const { stdout, stderr } = await child.catch((error: unknown) => error as { stdout: string; stderr: string });
  return `${stdout}\n${stderr}`;
}

import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import ensureBuilt from '../../scripts/lib/built.mjs';
import { bundledCli } from '../support/bundledCli.js';
import { writeFiles } from '../support/temporaryFolder.js';
import type { AgentId } from './homes.js';
import { installedVersion, openPlay, type Play } from './play.js';
import { withWholeCommandLine } from './wholeCommandLine.js';

/** What `pactwright init` deploys, as the programs themselves list it. */

interface Listing {
  readonly args: readonly string[];
  readonly shows: readonly string[];
}

const skills = ['pactwright-analyze', 'pactwright-board', 'pactwright-guides', 'pactwright-trace'];
const roles = ['pactwright-architect', 'pactwright-auditor', 'pactwright-developer', 'pactwright-tester'];

const listings: Readonly<Partial<Record<AgentId, readonly Listing[]>>> = {
  claude: [
    { args: ['mcp', 'list'], shows: ['pactwright', 'Pending approval'] },
    { args: ['plugin', 'validate', '.'], shows: ['Validation passed'] },
  ],
  codex: [{ args: ['mcp', 'list'], shows: ['pactwright', 'enabled'] }],
  opencode: [
    { args: ['mcp', 'list'], shows: ['pactwright', 'connected'] },
    { args: ['agent', 'list'], shows: roles },
    { args: ['debug', 'skill'], shows: skills },
  ],
  copilot: [
    { args: ['mcp', 'list'], shows: ['pactwright'] },
    { args: ['skill', 'list'], shows: skills },
  ],
  gemini: [
    { args: ['mcp', 'list'], shows: ['pactwright', 'Connected'] },
    { args: ['skills', 'list'], shows: skills },
  ],
  qwen: [
    { args: ['mcp', 'list'], shows: ['pactwright', 'Pending approval'] },
    { args: ['mcp', 'approve', 'pactwright'], shows: [] },
    { args: ['mcp', 'list'], shows: ['pactwright', 'Connected'] },
  ],
};

/** Of what is deployed for all projects; where nothing is said, the same. */
const userListings: Readonly<Partial<Record<AgentId, readonly Listing[]>>> = {
  claude: [{ args: ['mcp', 'list'], shows: ['pactwright', 'Connected'] }],
  qwen: [{ args: ['mcp', 'list'], shows: ['pactwright', 'Connected'] }],
};

const cli = bundledCli();
beforeAll(ensureBuilt, 300_000);

const programs = (['claude', 'codex', 'opencode', 'copilot', 'gemini', 'qwen'] as const).map((id) => {
  const isMissing = installedVersion(id) === undefined;
  return { id, isMissing, title: isMissing ? `${id} (skipped: the program ${id} is not installed)` : id };
});

describe.each(programs)('$title', ({ id, isMissing }) => {
  it.skipIf(isMissing)(
    'lists what init deployed, and nothing of it after remove',
    async () => {
      const play = await openPlay(id, cli);
      withWholeCommandLine(play);
      trust(play);
      await listsAndForgets(play, listings[id] ?? [], []);
    },
    240_000,
  );

  it.skipIf(isMissing)(
    'lists in another project what init deployed for all, and nothing of it after remove',
    async () => {
      const play = await openPlay(id, cli);
      withWholeCommandLine(play);
      trust(play);
      await listsAndForgets(play, userListings[id] ?? listings[id] ?? [], ['--scope', 'user']);
      expect(play.git('status', '--short')).toBe('');
    },
    240_000,
  );
});

describe('claude-plugin', () => {
  const isMissing = installedVersion('claude') === undefined;
  it.skipIf(isMissing)(
    `is valid, installed from its marketplace, and listed${isMissing ? ' (skipped: the program claude is not installed)' : ''}`,
    async () => {
      const play = await openPlay('claude', cli);
      withWholeCommandLine(play);
      await play.pactwright('init', '--agents', 'claude-plugin');
      const folder = './.pactwright/claude';
      expect(await run(play, ['plugin', 'validate', folder])).toContain('Validation passed');
      const checked = await run(play, ['plugin', 'validate', `${folder}/pactwright`, '--profile', 'directory']);
      for (const one of [
        'Validation passed',
        'skills: pactwright:trace',
        'agents: pactwright:auditor',
        'commands: pactwright:act',
      ])
        expect(checked).toContain(one);
      await run(play, ['plugin', 'marketplace', 'add', folder]);
      await run(play, ['plugin', 'install', 'pactwright@pactwright']);
      expect(await run(play, ['plugin', 'list'])).toContain('pactwright@pactwright');
      expect(await run(play, ['mcp', 'list'])).toMatch(/plugin:pactwright:pactwright.*Connected/u);
    },
    240_000,
  );
});

async function listsAndForgets(play: Play, listed: readonly Listing[], options: readonly string[]): Promise<void> {
  expect(await play.pactwright('init', '--agents', play.id, ...options)).toMatchObject({ code: 0 });
  for (const { args, shows } of listed) {
    const said = await run(play, args);
    for (const one of shows) expect(said, args.join(' ')).toContain(one);
  }
  await play.pactwright('remove', ...options);
  for (const { args } of listed) expect(await run(play, args), args.join(' ')).not.toContain('pactwright-');
  expect(await run(play, ['mcp', 'list'])).not.toMatch(/pactwright.*(?:run\.cjs|local)/u);
}

/** As a person does at the first start. */
function trust({ id, folder, env }: Play): void {
  const home = env['HOME'] ?? '';
  if (id === 'codex')
    writeFiles(home, { '.codex/config.toml': `[projects.${JSON.stringify(folder)}]\ntrust_level = "trusted"\n` });
  if (id === 'copilot') writeFiles(home, { '.copilot/config.json': JSON.stringify({ trusted_folders: [folder] }) });
}

async function run({ id, folder, env }: Play, args: readonly string[]): Promise<string> {
  const program = path.resolve('.agent-programs', id, 'node_modules', '.bin', id);
  const child = promisify(execFile)(program, args, { cwd: folder, env: { ...env }, timeout: 120_000 });
  child.child.stdin?.end();
  const { stdout, stderr } = await child.catch((error: unknown) => error as { stdout: string; stderr: string });
  return `${stdout}\n${stderr}`;
}

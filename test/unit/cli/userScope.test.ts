import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

it('deploys for all projects of a person only if asked, and removes it again', async () => {
  const mine = { '.claude/CLAUDE.md': '# Mine\n', '.claude.json': '{ "numStartups": 3 }' };
  const home = temporaryFolder(mine);
  const cwd = temporaryFolder();
  const pactwright = (...args: string[]): ReturnType<typeof run> => run({ cwd, home }, ...args);
  expect((await pactwright('init', '--agents', 'claude', '--dry-run')).code).toBe(0);
  expect(filesIn(home)).toEqual(['.claude.json', '.claude/CLAUDE.md']);

  const planned = await pactwright('init', '--scope', 'user', '--agents', 'claude', '--dry-run');
  expect(planned.out).toContain('+++ .claude/CLAUDE.md');
  expect(filesIn(home)).toEqual(['.claude.json', '.claude/CLAUDE.md']);
  expect(await pactwright('init', '--scope', 'user', '--agents', 'claude')).toMatchObject({ code: 0, err: '' });
  expect(filesIn(cwd)).toEqual([]);
  const server = `${home}/.pactwright/run.cjs`;
  expect(JSON.parse(readFileSync(path.join(home, '.claude.json'), 'utf8'))).toEqual({
    numStartups: 3,
    mcpServers: { pactwright: { command: 'node', args: [server, 'mcp'] } },
  });
  expect((await pactwright('init-status', '--scope', 'user')).out).toContain('current   .claude/settings.json');
  expect((await pactwright('init', '--agents', 'claude', '--root', home)).err).toContain('--scope user');

  expect((await pactwright('remove', '--scope', 'user')).code).toBe(0);
  expect(filesIn(home)).toEqual(['.claude.json', '.claude/CLAUDE.md']);
  for (const [file, text] of Object.entries(mine)) expect(readFileSync(path.join(home, file), 'utf8')).toBe(text);
});

it('runs no program of a project, and refuses without the command only in projects of ours', async () => {
  const home = temporaryFolder();
  const project = temporaryFolder({ 'docs/specs/STORY-001.md': '# STORY-001: One\n' });
  const theirs = path.join('node_modules', '.bin', 'pactwright');
  writeFiles(project, { [theirs]: `#!/bin/sh\necho ran > '${project}/ran'\n` });
  chmodSync(path.join(project, theirs), 0o755);
  await run({ cwd: project, home }, 'init', '--scope', 'user', '--agents', 'claude');
  const settings = readFileSync(path.join(home, '.claude', 'settings.json'), 'utf8');
  const { hooks } = JSON.parse(settings) as {
    readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>>;
  };
  const call = (event: string, cwd: string): number | null =>
    spawnSync('sh', ['-c', hooks[event]?.[0]?.hooks[0]?.command ?? 'exit 9'], {
      cwd,
      env: { PATH: path.dirname(process.execPath) },
      input: '{}',
    }).status;
  expect(call('PreToolUse', path.join(project, 'docs'))).toBe(2);
  expect(call('SessionStart', project)).toBe(0);
  expect(call('PreToolUse', home)).toBe(0);
  expect(existsSync(path.join(project, 'ran'))).toBe(false);
});

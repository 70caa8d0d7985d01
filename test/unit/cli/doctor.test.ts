import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

interface Listed {
  readonly findings: readonly {
    readonly check: string;
    readonly severity: string;
    readonly path: string | null;
    readonly line: number | null;
    readonly message: string;
    readonly next: string;
    readonly fix: { readonly command: readonly string[] } | null;
  }[];
}

const configuration = { '.pactwright/config.yaml': 'version: 1\n' };

/** A project without a repository, which most checks do without. */
const folderWith = (files: Readonly<Record<string, string>>): string => temporaryFolder({ ...configuration, ...files });

function committed(files: Readonly<Record<string, string>>): GitRepository {
  const repository = gitRepository();
  repository.commit('Begin', { ...configuration, ...files });
  return repository;
}

async function findingsOf(folder: string): Promise<Listed['findings']> {
  const { out } = await run({ cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }, 'doctor', '--format', 'json');
  return (JSON.parse(out) as Listed).findings;
}

async function checkOf(folder: string, check: string): Promise<Listed['findings']> {
  return (await findingsOf(folder)).filter((one) => one.check === check);
}

describe('doctor', () => {
  test('says of a folder of files that there is no project, and how to set one up', async () => {
    const { code, out } = await run({ cwd: temporaryFolder() }, 'doctor');
    expect(code).toBe(0);
    expect(out).toMatch(/^info {2}No project is at this folder.*\n.*`pactwright init`\n/u);
  });

  test('reports a project without a repository, and how to make one', async () => {
    const { code, out } = await run({ cwd: folderWith({}) }, 'doctor');
    expect(code).toBe(1);
    expect(out).toContain('warning  The project is not in a git repository  (git)');
    expect(out).toContain('    $ git init\n');
  });

  test('reports a board entry without a spec, at its place', async () => {
    const folder = folderWith({
      'docs/product/sprint_board.md':
        '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Write it\n\n## 🔄 In Progress\n\n## ✅ Done\n',
    });
    const found = await findingsOf(folder);
    expect(found.filter((one) => one.path === 'docs/product/sprint_board.md')).not.toEqual([]);
  });

  test('reports checkpoints that cannot be read, or are blocked', async () => {
    const folder = folderWith({
      '.pactkit/continuations/STORY-001.json': '{"status":"blocked","blocker":"no key"}',
      '.pactkit/continuations/STORY-002.json': '{"status":"in_progress"}',
      '.pactkit/continuations/STORY-003.json': '{',
    });
    expect((await checkOf(folder, 'checkpoint')).map(({ path: file, message }) => [file?.slice(-8), message])).toEqual([
      ['001.json', 'Work is blocked: no key'],
      ['003.json', 'This checkpoint cannot be read'],
    ]);
  });

  test('reports that a project of PactKit has no folder of graphs', async () => {
    const folder = folderWith({ '.claude/pactkit.yaml': 'developer: ada\n' });
    expect(await checkOf(folder, 'no-graphs')).toMatchObject([{ fix: { command: ['pactwright', 'draw-graphs'] } }]);
    const { out } = await run({ cwd: folder }, 'pactkit', 'doctor');
    expect(out).toContain('Missing: docs/architecture/graphs The folder of graphs does not exist');
    await run({ cwd: folder }, 'draw-graphs');
    expect(await checkOf(folder, 'no-graphs')).toEqual([]);
    expect(await checkOf(folderWith({}), 'no-graphs')).toEqual([]);
  });

  test('reports what the system design draws that is gone, and modules that it leaves out', async () => {
    const drawing = [
      'graph TD',
      '    core["packages/core"]',
      '    old["packages/old"]',
      '    api["GET/orders"] %% "packages/never"',
      '    click core href "packages/core/main.ts"',
    ].join('\n');
    const folder = folderWith({
      'docs/architecture/graphs/system_design.mmd': `${drawing}\n`,
      'packages/core/package.json': '{}',
      'packages/core/main.ts': '',
      'packages/late/package.json': '{ "name": "late" }',
      'packages/loaded/package.json': '{ "type": "module" }',
      'examples/first/package.json': '{ "name": "first" }',
    });
    const found = await checkOf(folder, 'system-design');
    expect(found.map(({ severity, line, message }) => [severity, line, message])).toEqual([
      ['warning', 3, 'packages/old is drawn, and no longer there'],
      ['info', null, 'The module packages/late is not drawn'],
    ]);
    expect((await run({ cwd: folder }, 'pactkit', 'doctor')).out).toContain(
      'HLD drift: docs/architecture/graphs/system_design.mmd:3 packages/old is drawn',
    );
  });

  test.skipIf(process.platform === 'win32')(
    'reports a merge that is not finished, hooks that git skips, and a worktree whose folder is gone',
    async () => {
      const repository = committed({});
      const hook = path.join(repository.folder, '.git/hooks/pre-commit');
      repository.write({ '.git/MERGE_HEAD': '', '.git/hooks/pre-commit': '#!/bin/sh\n' });
      const place = path.join(temporaryFolder(), 'gone');
      repository.git('worktree', 'add', '-q', '-b', 'aside', place);
      rmSync(place, { recursive: true });
      const found = async (): Promise<readonly unknown[]> =>
        (await findingsOf(repository.folder)).flatMap(({ check, message, fix }) =>
          ['git', 'hooks', 'worktree'].includes(check) ? [[check, message, fix?.command.slice(0, 2).join(' ')]] : [],
        );
      const merge = ['git', 'A merge is not finished', undefined];
      const worktree = ['worktree', `The folder of the worktree ${place} is gone`, 'git worktree'];
      expect(await found()).toEqual([merge, worktree, ['hooks', 'The hook pre-commit is not executable', 'chmod +x']]);
      chmodSync(hook, 0o755);
      expect(await found()).toEqual([merge, worktree]);
    },
  );

  test('reports commands whose program is missing, and those that nobody allowed', async () => {
    const folder = folderWith({
      '.pactwright/config.yaml':
        'version: 1\ngates:\n  commands:\n    test: [no-such-program-here, run]\n    lint: [git, status]\n',
    });
    expect((await checkOf(folder, 'commands')).map(({ severity, message }) => [severity, message])).toEqual([
      ['error', 'The test command needs no-such-program-here, which is not on the PATH'],
      ['info', 'Nobody has allowed the lint command here yet'],
    ]);
  });

  test('reports copies of pactkit.yaml that differ, what is not installed, and keys without effect', async () => {
    const folder = folderWith({
      '.claude/pactkit.yaml':
        'stack: node\ndeveloper: ada\nskills:\n  - pactkit-board\n  - pactkit-draw\ne2e:\n  type: cli\n',
      '.claude/skills/pactkit-board/SKILL.md': '# Board\n',
      '.codex/pactkit.yaml': 'stack: python\n',
    });
    expect(await checkOf(folder, 'pactkit-config')).toMatchObject([{ path: '.claude/pactkit.yaml' }]);
    rmSync(path.join(folder, '.codex'), { recursive: true });
    expect((await checkOf(folder, 'installed')).map(({ message, line }) => [message, line])).toEqual([
      ['pactkit-draw of `skills` is not installed', 5],
    ]);
    expect((await checkOf(folder, 'pactkit-key')).map(({ message, line }) => [message, line])).toEqual([
      ['stack has no effect in Pactwright', 1],
      ['e2e has no effect in Pactwright', 6],
    ]);
  });

  test('reports deployed files that differ from what would be deployed, with the way out', async () => {
    const { folder } = committed({});
    const pactwright = (...args: readonly string[]): ReturnType<typeof run> =>
      run({ cwd: folder, env: { PATH: process.env['PATH'] ?? '' } }, ...args);
    expect(await pactwright('init', '--agents', 'claude,codex')).toMatchObject({ code: 0 });
    const reported = async (): Promise<readonly unknown[]> =>
      (await findingsOf(folder)).flatMap(({ check, severity, path: at, message, fix }) =>
        ['deployment', 'hooks'].includes(check) ? [[severity, at, message, fix?.command.join(' ')]] : [],
      );
    expect(await reported()).toEqual([]);
    const inFolder = (file: string): string => path.join(folder, file);
    const change = (file: string, from: string, to: string): void => {
      const text = readFileSync(inFolder(file), 'utf8');
      expect(text).toContain(from);
      writeFileSync(inFolder(file), text.replace(from, to));
    };
    change('.claude/skills/pactwright-trace/SKILL.md', '---', '---\nmine: true');
    change('.mcp.json', '"node"', '"deno"');
    change('.claude/settings.json', 'hook claude PreToolUse', 'hook claude Stop');
    rmSync(inFolder('AGENTS.md'));
    rmSync(inFolder('.git/hooks/pre-commit'));
    expect(await reported()).toEqual([
      [
        'warning',
        null,
        'The git hooks of Pactwright are not as this version installs them',
        'pactwright git-hooks --install',
      ],
      [
        'warning',
        '.claude/settings.json',
        '1 deployed file is out of date: .claude/settings.json',
        'pactwright update',
      ],
      ['warning', '.mcp.json', 'What was deployed here was edited by hand', undefined],
      ['warning', 'AGENTS.md', '1 deployed file is missing: AGENTS.md', 'pactwright update'],
      ['info', '.claude/skills/pactwright-trace/SKILL.md', 'What was deployed here was edited by hand', undefined],
    ]);
    await pactwright('update', '--force');
    await pactwright('git-hooks', '--install');
    expect(await reported()).toEqual([]);
    writeFileSync(inFolder('.mcp.json'), '{');
    expect(await reported()).toMatchObject([['error', null, expect.stringContaining('.mcp.json'), undefined]]);
    await pactwright('git-hooks', '--uninstall');
    rmSync(inFolder('.mcp.json'));
    expect(await reported()).toContainEqual([
      'info',
      null,
      'The git hooks of Pactwright are not installed in this clone',
      'pactwright git-hooks --install',
    ]);
  });

  test('reports a configuration that does not parse, and examines the rest', async () => {
    const folder = folderWith({
      '.pactwright/config.yaml': 'version: [\n',
      '.claude/pactkit.yaml': 'developer: ada\n',
      '.codex/pactkit.yaml': 'developer: ben\n',
    });
    expect((await findingsOf(folder)).map(({ check }) => check)).toEqual(['configuration', 'pactkit-config']);
  });
});

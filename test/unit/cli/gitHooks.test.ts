import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { type CliRun, run } from '../../support/runCli.js';
import { writeFiles } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const hooks = ['commit-msg', 'pre-commit', 'pre-push'];

const ask = ({ folder }: GitRepository, action: string, script = cli): Promise<CliRun> =>
  run({ cwd: folder, env: { PATH: process.env['PATH'] ?? '' }, script }, 'git-hooks', action);

/** A project on the branch of an item, in a repository without hooks. */
function project(): GitRepository {
  const repository = gitRepository();
  repository.commit('Begin', { 'docs/specs/README.md': 'x\n' });
  repository.branch('feature/STORY-001');
  return repository;
}

/** What a hook of the person says when git runs it. */
const saying = (words: string, shebang = '#!/bin/sh'): string => `${shebang}\necho "${words} $# $*"`;

function hook({ folder }: GitRepository, name: string, text: string, mode = 0o755): string {
  const file = path.join(folder, name);
  writeFiles(folder, { [name]: text });
  chmodSync(file, mode);
  return file;
}

function commit({ folder }: GitRepository, message: string): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('git', ['commit', '--allow-empty', '-m', message], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

const own = ({ folder }: GitRepository): string => path.join(folder, '.git', 'hooks');

/** Everything in a folder, by name, with what it is and holds. */
const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((name) => {
      const file = path.join(folder, name);
      const stat = lstatSync(file);
      return [name, `${stat.mode.toString(8)} ${stat.isFile() ? readFileSync(file, 'utf8') : ''}`];
    }),
  );

describe('pactwright git-hooks', () => {
  it('has plain git ask, and is gone without a trace afterwards', async () => {
    const repository = project();
    const before = contents(own(repository));
    expect(await ask(repository, '--status')).toMatchObject({ code: 1, err: '' });
    expect(await ask(repository, '--install')).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(own(repository))).toEqual(expect.arrayContaining(hooks));
    const refused = commit(repository, 'Begin the cart');
    expect(refused.status).toBe(1);
    expect(refused.said).toContain('STORY-001');
    const installed = contents(own(repository));
    expect(await ask(repository, '--install')).toMatchObject({ code: 0 });
    expect(contents(own(repository))).toEqual(installed);
    expect(await ask(repository, '--status')).toMatchObject({ code: 0 });
    expect(await ask(repository, '--uninstall')).toMatchObject({ code: 0 });
    expect(contents(own(repository))).toEqual(before);
    expect(commit(repository, 'Begin the cart').status).toBe(0);
  });

  it('runs the hooks that were there, whatever they are, and gives them back as they were', async () => {
    const repository = project();
    repository.git('checkout', '--quiet', 'main');
    hook(repository, '.git/hooks/commit-msg', saying('a script'));
    hook(repository, '.git/hooks/pre-commit', "#!/usr/bin/env node\nconsole.log('a program');\n");
    writeFiles(repository.folder, { 'tools/push.sh': saying('a link') });
    symlinkSync('../../tools/push.sh', path.join(own(repository), 'pre-push'));
    const before = contents(own(repository));
    await ask(repository, '--install');
    const { status, said } = commit(repository, 'Say more');
    expect(said).toContain('a script 1 .git/COMMIT_EDITMSG');
    expect(said).toContain('a program');
    expect(status).toBe(0);
    expect(readFileSync(path.join(repository.folder, 'tools/push.sh'), 'utf8')).toBe(saying('a link'));
    await ask(repository, '--uninstall');
    expect(contents(own(repository))).toEqual(before);
  });

  it('does not wake a hook that git skips', async () => {
    const repository = project();
    repository.git('checkout', '--quiet', 'main');
    const file = hook(repository, '.git/hooks/pre-commit', saying('asleep'), 0o644);
    await ask(repository, '--install');
    expect(commit(repository, 'Say more').said).not.toContain('asleep');
    await ask(repository, '--uninstall');
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('goes where core.hooksPath says, and names no place of this machine in what is committed', async () => {
    const repository = project();
    repository.git('config', 'core.hooksPath', '.githooks');
    const file = hook(repository, '.githooks/pre-commit', saying('ours'));
    await ask(repository, '--install');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain("'.pactwright/run.cjs' --required hook git pre-commit");
    expect(text).not.toContain(path.dirname(cli));
    expect(existsSync(path.join(own(repository), 'pre-commit'))).toBe(false);
    await ask(repository, '--uninstall');
    expect(contents(path.join(repository.folder, '.githooks'))).toEqual({
      'pre-commit': `100755 ${saying('ours')}`,
    });
  });

  it('goes into the scripts of husky, not into what husky writes', async () => {
    const repository = project();
    repository.git('config', 'core.hooksPath', '.husky/_');
    hook(repository, '.husky/_/pre-commit', saying('generated'));
    const file = hook(repository, '.husky/pre-commit', 'npm test\n', 0o644);
    await ask(repository, '--install');
    expect(readFileSync(file, 'utf8')).toMatch(/^# pactwright:begin[^]*# pactwright:end\nnpm test\n$/u);
    expect(contents(path.join(repository.folder, '.husky/_'))).toEqual({
      'pre-commit': `100755 ${saying('generated')}`,
    });
    await ask(repository, '--uninstall');
    expect(readFileSync(file, 'utf8')).toBe('npm test\n');
    expect(readdirSync(path.join(repository.folder, '.husky'))).toEqual(['_', 'pre-commit']);
  });

  it('stops git where the program is gone, rather than say nothing', async () => {
    const repository = project();
    await ask(repository, '--install', path.join(repository.folder, 'gone.js'));
    const { status, stderr } = spawnSync('git', ['commit', '--allow-empty', '-m', 'x'], {
      cwd: repository.folder,
      env: { ...process.env, PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('pactwright was not found, so this is not checked and git is stopped');
    expect((await ask(repository, '--status')).code).toBe(1);
  });

  it('comes with init, goes with remove, and is left out by name', async () => {
    const repository = project();
    const call = async (...args: readonly string[]): Promise<void> => {
      const env = { PATH: process.env['PATH'] ?? '' };
      expect(await run({ cwd: repository.folder, env, script: cli }, ...args)).toMatchObject({ code: 0, err: '' });
    };
    await call('init', '--exclude', 'git-hooks');
    expect((await ask(repository, '--status')).code).toBe(1);
    await call('init', '--exclude', '');
    expect((await ask(repository, '--status')).code).toBe(0);
    // Nothing was deployed for agents, so the list of it is all that there is to remove.
    await call('remove');
    expect((await ask(repository, '--status')).code).toBe(1);
  });
});

import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGit } from '../../../server/src/host/git.js';
import { cloneRepository, type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

/** What git itself says of a folder; undefined where it is in no worktree. */
function revParse(folder: string): unknown {
  const args = ['--path-format=absolute', '--git-dir', '--git-common-dir', '--show-prefix', '--show-toplevel'];
  try {
    const output = execFileSync('git', ['rev-parse', ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const [gitFolder, commonFolder, prefix, top] = output.split('\n');
    return { folder, gitFolder, commonFolder, prefix, top };
  } catch {
    return undefined;
  }
}

function withCommit(): GitRepository {
  const repository = gitRepository();
  repository.commit('Begin', { 'docs/a.md': 'a\n' });
  return repository;
}

function linked(): string {
  const repository = withCommit();
  repository.git('branch', 'feature/x');
  return repository.worktree('feature/x');
}

function linkTo(folder: string): string {
  const link = path.join(temporaryFolder(), 'link');
  symlinkSync(folder, link);
  return link;
}

function changed(...args: readonly string[]): string {
  const repository = withCommit();
  repository.git(...args);
  return repository.folder;
}

function submodule(): string {
  const repository = withCommit();
  const source = withCommit().folder;
  repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source, 'inner');
  return path.join(repository.folder, 'inner');
}

function withLink(name: string): string {
  const folder = temporaryFolder();
  symlinkSync('/nonexistent', path.join(folder, name));
  return folder;
}

function broken(): string {
  const repository = withCommit();
  writeFiles(repository.folder, { 'inner/.git/HEAD': 'ref: refs/heads/main\n' });
  return path.join(repository.folder, 'inner');
}

describe.skipIf(process.platform === 'win32')('the repository of a folder', () => {
  const found: readonly (readonly [string, () => string])[] = [
    ['its top', () => withCommit().folder],
    ['one below', () => path.join(withCommit().folder, 'docs')],
    ['a repository without commits', () => gitRepository().folder],
    ['a detached HEAD', () => changed('checkout', '--quiet', '--detach')],
    ['a linked worktree', linked],
    ['a link to it', () => linkTo(withCommit().folder)],
    ['a link to one below', () => linkTo(path.join(withCommit().folder, 'docs'))],
    ['refs that are all packed', () => changed('pack-refs', '--all')],
  ];
  it.each(found)('is found without starting git: %s', async (_what, folderOf) => {
    const folder = folderOf();
    const git = createGit();
    expect(await git.repository(folder)).toEqual({ kind: 'answer', value: revParse(folder) });
    expect(git.spawns()).toBe(0);
  });

  const none: readonly (readonly [string, () => string])[] = [
    ['an empty folder', () => temporaryFolder()],
    ['one below, by a link', () => linkTo(path.join(temporaryFolder({ 'docs/a.md': '' }), 'docs'))],
  ];
  it.each(none)('is none, which is found without starting git: %s', async (_what, folderOf) => {
    const folder = folderOf();
    const git = createGit();
    expect(await git.repository(folder)).toEqual({
      kind: 'unavailable',
      message: `${folder} is not in a git repository`,
    });
    expect([git.spawns(), revParse(folder)]).toEqual([0, undefined]);
  });

  const asked: readonly (readonly [string, () => string])[] = [
    ['another worktree in the settings', () => changed('config', 'core.worktree', '../..')],
    ['settings of each worktree', () => changed('config', 'extensions.worktreeConfig', 'true')],
    ['a bare one in the settings', () => changed('config', 'core.bare', 'true')],
    ['a submodule', submodule],
    ['a folder of git itself', () => path.join(withCommit().folder, '.git', 'refs')],
    ['what only looks like one', broken],
    ['a bare repository', () => cloneRepository(withCommit(), '--bare').folder],
    ['a broken link in its place', () => withLink('.git')],
  ];
  it.each(asked)('is asked of git: %s', async (_what, folderOf) => {
    const folder = folderOf();
    const git = createGit();
    const answer = await git.repository(folder);
    expect(answer.kind === 'answer' ? answer.value : undefined).toEqual(revParse(folder));
    expect(git.spawns()).toBe(1);
  });
});

describe.skipIf(process.platform === 'win32')('the worktrees', () => {
  /** With all that git says of one: locked, with and without a reason, gone, detached, on a branch that something is being done to. */
  function many(): GitRepository {
    const repository = withCommit();
    const places = temporaryFolder();
    const add = (name: string, ...options: readonly string[]): string => {
      repository.git('worktree', 'add', '--quiet', ...options, path.join(places, name));
      return path.join(places, name);
    };
    add('z', '-b', 'feature/z');
    repository.git('worktree', 'lock', add('locked', '-b', 'locked'));
    repository.git('worktree', 'lock', '--reason', 'on a stick\nof mine', add('away', '-b', 'away'));
    add('detached', '--detach');
    rmSync(add('gone', '-b', 'gone'), { recursive: true });
    rmSync(path.join(places, 'away'), { recursive: true });
    return repository;
  }

  async function listed(
    folder: string,
  ): Promise<{ readonly byFiles: unknown; readonly byGit: unknown; starts: number }> {
    const git = createGit();
    const repository = await git.repository(folder);
    if (repository.kind !== 'answer') throw new Error(repository.message);
    const refs = await git.refs(repository.value);
    if (refs.kind !== 'answer') throw new Error(refs.message);
    const before = git.spawns();
    const byFiles = await git.worktrees(repository.value, undefined, refs.value);
    const starts = git.spawns() - before;
    return { byFiles, byGit: await git.worktrees(repository.value), starts };
  }

  it('are listed as git does, without starting it', async () => {
    const { folder } = many();
    const { byFiles, byGit, starts } = await listed(folder);
    expect(byFiles).toEqual(byGit);
    expect(byGit).toMatchObject({ value: { length: 6 } });
    expect(starts).toBe(0);
  });

  it('are the same from one that is linked, and where there is only one', async () => {
    for (const folder of [linked(), withCommit().folder]) {
      const { byFiles, byGit, starts } = await listed(folder);
      expect([byFiles, starts]).toEqual([byGit, 0]);
    }
  });

  it('are asked of git where a file does not tell: a branch without commits', async () => {
    const repository = many();
    writeFileSync(path.join(repository.folder, '.git/worktrees/z/HEAD'), 'ref: refs/heads/unborn\n');
    const { byFiles, byGit, starts } = await listed(repository.folder);
    expect([byFiles, starts]).toEqual([byGit, 1]);
  });

  it('and HEAD are asked of git where HEAD is a link', async () => {
    const repository = withCommit();
    repository.git('branch', 'feature/x');
    const place = repository.worktree('feature/x');
    repository.git('config', 'core.preferSymlinkRefs', 'true');
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    const { byFiles, byGit, starts } = await listed(place);
    expect([byFiles, starts]).toEqual([byGit, 1]);
    const git = createGit();
    const found = await git.repository(repository.folder);
    if (found.kind !== 'answer') throw new Error(found.message);
    expect(await git.refs(found.value)).toMatchObject({ value: { head: { branch: 'main' } } });
  });
});

import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFiles } from '../../../../server/src/host/cacheFiles.js';
import { createGit } from '../../../../server/src/host/git.js';
import { contentHash } from '../../../../server/src/base/contentHash.js';
import type { GitIndexOptions } from '../../../../server/src/workspace/git/gitIndex.js';
import type { Git } from '../../../../server/src/workspace/ports.js';
import { cloneRepository, type GitRepository, gitRepository } from '../../../support/gitRepository.js';
import { comparableFacts, openGitIndex, type OpenedGitIndex } from '../../../support/openGitIndex.js';
import { itLong } from '../../../support/runs.js';

const board = 'docs/product/sprint_board.md';

/** Git that counts the commits it hands out. */
function countingGit(): Git & { readonly logged: () => number } {
  const git = createGit();
  let logged = 0;
  return {
    ...git,
    log: (repository, wanted, take, signal) =>
      git.log(
        repository,
        wanted,
        (commit) => {
          logged++;
          take(commit);
        },
        signal,
      ),
    logged: () => logged,
  };
}

async function session(
  { folder }: { readonly folder: string },
  options: Partial<GitIndexOptions> = {},
): Promise<OpenedGitIndex & { readonly logged: number }> {
  const git = countingGit();
  const opened = openGitIndex(folder, { git, cache: cacheFiles, ...options });
  await opened.index.refresh();
  const logged = git.logged();
  await opened.index.save();
  return { ...opened, logged };
}

async function expectFresh({ folder }: { readonly folder: string }, { index }: OpenedGitIndex): Promise<void> {
  const fresh = openGitIndex(folder);
  await fresh.index.refresh();
  expect(comparableFacts(index.facts())).toEqual(comparableFacts(fresh.index.facts()));
}

function life(): GitRepository {
  const repository = gitRepository();
  repository.commit('One', { [board]: '## ✅ Done\n\n### [STORY-001] A\n', 'a b.md': '1' });
  repository.branch('side');
  repository.commit('Two ü STORY-002', { 'a b.md': '2', 'sub/c.md': '1' });
  repository.checkout('main');
  repository.commit('Three', { 'a b.md': null, 'd.md': '1' });
  repository.merge('side');
  return repository;
}

function fileOf({ folder }: GitRepository): string {
  const cache = path.join(folder, '.git', 'pactwright', 'cache');
  const [name, ...others] = readdirSync(cache);
  expect(others).toEqual([]);
  return path.join(cache, name ?? '');
}

/** Makes the last line what it must be, for who means what the others say. */
function withChecksum(text: string): string {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1);
  return lines + contentHash(lines);
}

describe('what is kept between sessions', () => {
  it('spares the next one the log and the texts of the board', async () => {
    const repository = life();
    expect((await session(repository)).logged).toBe(4);
    const second = await session(repository);
    expect(second.logged).toBe(0);
    await expectFresh(repository, second);
    const third = openGitIndex(repository.folder, { cache: cacheFiles });
    // The status: refs are in files.
    expect(await third.spawns(() => third.index.refresh())).toBe(1);
  });

  it('leaves what came since to be asked for', async () => {
    const repository = life();
    await session(repository);
    repository.commit('Five', { 'e.md': '1' });
    repository.git('branch', '-D', 'side');
    repository.git('reset', '--quiet', '--hard', 'HEAD~2');
    repository.commit('Other', { 'f.md': '1' });
    const second = await session(repository);
    expect(second.logged).toBe(1);
    await expectFresh(repository, second);
  });

  it('has what came since in its place, whatever clocks said', async () => {
    const repository = gitRepository();
    const start = Date.UTC(2024, 0, 1);
    const commit = (name: string, minutes: number): void => {
      repository.commit(name, { [`${name}.md`]: '' }, { at: start + minutes * 60_000 });
    };
    commit('zero', 0);
    commit('one', 100);
    // Of clocks that are behind: they count as later than the commit before.
    commit('two', 10);
    commit('three', 20);
    await session(repository);
    repository.git('checkout', '--quiet', '-b', 'early', 'HEAD~3');
    commit('between', 50);
    repository.git('checkout', '--quiet', '-b', 'beside', 'main~2');
    commit('beside', 15);
    const second = await session(repository);
    expect(second.logged).toBe(2);
    const subjects = second.history().commits.map(({ subject }) => subject);
    expect([subjects[0], ...subjects.slice(-3)]).toEqual(['three', 'one', 'between', 'zero']);
    await expectFresh(repository, second);
  });

  it('is shared by the worktrees, and kept apart for each folder', async () => {
    const repository = life();
    await session(repository);
    repository.git('branch', 'third');
    const beside = repository.worktree('third');
    expect((await session({ folder: beside })).logged).toBe(0);
    const below = await session({ folder: path.join(repository.folder, 'sub') });
    expect(below.logged).toBe(4);
    expect(below.history().changesOf('c.md')).toHaveLength(1);
    const again = await session({ folder: path.join(repository.folder, 'sub') });
    expect(again.logged).toBe(0);
    expect(again.history().changesOf('c.md')).toHaveLength(1);
  });

  it.each<readonly [string, (text: string) => string]>([
    ['cut off', (text) => text.slice(0, text.length >> 1)],
    ['empty', () => ''],
    ['of another version', (text) => withChecksum(text.replace('"version":4', '"version":999'))],
    ['of another kind', (text) => withChecksum(`what is this\n${text}`)],
    ['changed in one letter', (text) => text.replace('Three', 'Threx')],
    ['something else', () => 'what is this\nand this'],
    ['without its last line', (text) => text.slice(0, text.lastIndexOf('\n'))],
  ])('is passed over and written anew where it is %s', async (_, damage) => {
    const repository = life();
    await session(repository);
    const file = fileOf(repository);
    const good = readFileSync(file, 'utf8');
    expect(damage(good)).not.toBe(good);
    expect(withChecksum(good)).toBe(good);
    writeFileSync(file, damage(good));
    const second = await session(repository);
    expect(second.logged).toBe(4);
    await expectFresh(repository, second);
    expect(readFileSync(file, 'utf8')).toBe(good);
  });

  it('is not believed where it is of another repository', async () => {
    const [repository, other] = [life(), gitRepository()];
    other.commit('Other', { 'x.md': '1' });
    await Promise.all([session(repository), session(other)]);
    writeFileSync(fileOf(repository), readFileSync(fileOf(other)));
    const second = await session(repository);
    expect(second.logged).toBe(4);
    await expectFresh(repository, second);
  });

  itLong(
    'is not believed once a shallow clone was deepened, nor where another number of commits is looked at',
    async () => {
      const clone = cloneRepository(life(), '--depth=1');
      expect((await session(clone)).logged).toBe(1);
      expect((await session(clone)).logged).toBe(0);
      clone.git('fetch', '--quiet', '--unshallow');
      expect((await session(clone)).logged).toBe(4);
      const bounded = await session(clone, { mostCommits: 2 });
      expect(bounded.history().commits).toHaveLength(2);
      const again = await session(clone, { mostCommits: 2 });
      expect(again.logged).toBe(0);
      expect(again.index.facts().notices).toMatchObject([{ kind: 'bounded' }]);
    },
  );

  it('is not written without need, nor where it cannot be', async () => {
    const repository = life();
    await session(repository);
    const written = readFileSync(fileOf(repository), 'utf8');
    repository.commit('Five');
    await session(repository);
    expect(readFileSync(fileOf(repository), 'utf8')).toBe(written);

    const empty = gitRepository();
    await session(empty);
    const blocked = life();
    writeFileSync(path.join(blocked.folder, '.git', 'pactwright'), 'a file');
    await session(blocked);
    const readOnly = life();
    chmodSync(path.join(readOnly.folder, '.git'), 0o555);
    expect((await session(readOnly)).logged).toBe(4);
    chmodSync(path.join(readOnly.folder, '.git'), 0o755);
    expect(existsSync(path.join(empty.folder, '.git', 'pactwright'))).toBe(false);
  });
});

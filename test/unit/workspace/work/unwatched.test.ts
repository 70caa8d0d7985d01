import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkGit } from '../../../../server/src/host/gitWork.js';
import { type GitRepository, gitRepository, openGitRepository } from '../../../support/gitRepository.js';
import { openWork, valueOf } from '../../../support/openWork.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';

/** Each length of path leaves another number of bytes between two entries. */
const names = Array.from({ length: 12 }, (_, length) => `${'n'.repeat(length)}.ts`);

function withFiles(repository: GitRepository): GitRepository {
  repository.commit('One', Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  return repository;
}

async function lookAt({
  folder,
}: GitRepository): Promise<{ readonly found: readonly string[]; readonly spawns: number }> {
  const workGit = createWorkGit(temporaryFolder());
  const found = valueOf(await workGit.unwatched(await openWork(folder).repository()));
  return { found: found.map(({ path: file }) => file), spawns: workGit.spawns() };
}

const kinds: readonly (readonly [string, () => GitRepository])[] = [
  ['a plain index', () => withFiles(gitRepository())],
  [
    'one of version 4',
    () => {
      const repository = withFiles(gitRepository());
      repository.git('update-index', '--index-version', '4');
      return repository;
    },
  ],
  [
    'a split one',
    () => {
      const repository = withFiles(gitRepository());
      repository.git('update-index', '--split-index');
      return repository;
    },
  ],
  [
    'one with SHA-256',
    () => {
      const repository = openGitRepository(temporaryFolder());
      repository.git('init', '--quiet', '--object-format=sha256');
      return withFiles(repository);
    },
  ],
];

describe('files that git was told not to look at', () => {
  it.each(kinds)('are found in %s', async (_, make) => {
    for (const [mark, undo] of [
      ['--assume-unchanged', '--no-assume-unchanged'],
      ['--skip-worktree', '--no-skip-worktree'],
    ] as const) {
      const repository = make();
      expect((await lookAt(repository)).found).toEqual([]);
      for (const name of [names[0], names[5], names.at(-1)]) {
        repository.git('update-index', mark, name ?? '');
        expect((await lookAt(repository)).found).toEqual([name]);
        repository.git('update-index', undo, name ?? '');
      }
      expect((await lookAt(repository)).found).toEqual([]);
    }
  });

  it('start no process where a plain index marks none, or there is no index', async () => {
    const repository = withFiles(gitRepository());
    expect(await lookAt(repository)).toEqual({ found: [], spawns: 0 });
    rmSync(path.join(repository.folder, '.git', 'index'));
    expect(await lookAt(repository)).toEqual({ found: [], spawns: 0 });
  });
});

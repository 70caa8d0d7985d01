import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { git } from '../../../server/src/host/git.js';
import { createWorkGit } from '../../../server/src/host/gitWork.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

type Repository = ReturnType<typeof gitRepository>;

/** A repository whose files go through a filter that leaves a mark. */
function filtered(set: (repository: Repository, program: string) => void): {
  readonly repository: Repository;
  readonly mark: string;
} {
  const repository = gitRepository();
  repository.commit('Begin', { 'a.txt': '1\n', '.gitattributes': '*.txt filter=mark text=auto\n' });
  const mark = path.join(temporaryFolder(), 'mark');
  set(repository, `touch '${mark}'; cat`);
  repository.write({ 'a.txt': '2\n' });
  return { repository, mark };
}

const ways: readonly (readonly [string, (repository: Repository, program: string) => void])[] = [
  ['clean', ({ git: run }, program) => void run('config', 'filter.mark.clean', program)],
  ['process', ({ git: run }, program) => void run('config', 'filter.mark.process', program)],
  [
    'clean, which is required',
    ({ git: run }, program) => {
      run('config', 'filter.mark.clean', program);
      run('config', 'filter.mark.required', 'true');
    },
  ],
  [
    'clean, in a file that the configuration includes',
    ({ git: run, write }, program) => {
      write({ '.git/more': `[filter "mark"]\n\tclean = "${program}"\n` });
      run('config', 'include.path', 'more');
    },
  ],
];

it.each(ways)('runs no filter that the repository names by %s', async (_, set) => {
  const { repository, mark } = filtered(set);
  const found = await git.repository(repository.folder);
  if (found.kind !== 'answer') throw new Error(found.message);
  const status = await git.status(found.value);
  expect(status.kind === 'answer' && status.value.changed).toEqual(['a.txt']);
  expect((await createWorkGit(temporaryFolder()).snapshot(found.value, [])).kind).toBe('answer');
  expect(existsSync(mark)).toBe(false);
});

it('would have run it, had git been asked alone', () => {
  const { repository, mark } = filtered(({ git: run }, program) => void run('config', 'filter.mark.clean', program));
  repository.git('add', '--all');
  expect(existsSync(mark)).toBe(true);
});

it('refuses where the filter cannot be switched off', async () => {
  const { repository } = filtered(({ git: run }, program) => void run('config', 'filter.a=b.clean', program));
  const found = await git.repository(repository.folder);
  expect(found.kind === 'answer' && (await git.status(found.value))).toEqual({
    kind: 'failed',
    message: "the repository's configuration names a filter that cannot be switched off: remove `=` from its name",
  });
});

import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { leavingNothing } from '../../../server/src/execution/planFile/leavingNothing.js';
import { repositoryGit } from '../../../server/src/execution/snapshots/repositoryGit.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { gitRepository } from '../../support/gitRepository.js';
import { writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

it('takes back what a check leaves, and nothing that was there before', async () => {
  const repository = gitRepository();
  const { folder } = repository;
  repository.commit('Begin', {
    '.gitignore': 'cache/\n',
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    '[c].txt': 'c\n',
    'own.txt': 'x\n',
  });
  writeFiles(folder, { 'own.txt': 'mine\n', 'notes.txt': 'mine\n' });
  const before = repository.git('status', '--porcelain');
  const machine = testMachine(process.env);
  const { signal } = new AbortController();
  const git = repositoryGit(machine, orRefused(await machine.git.repository(folder, signal)), signal);
  const code = await leavingNothing(git, { machine }, () => {
    writeFiles(folder, {
      '.coverage': 'x',
      'out/report.xml': 'x',
      'cache/x': 'x',
      'a.txt': 'changed',
      '[c].txt': 'changed',
    });
    rmSync(path.join(folder, 'b.txt'));
    repository.git('add', 'a.txt', '.coverage');
    return Promise.resolve(3);
  });
  expect(code).toBe(3);
  expect(repository.git('status', '--porcelain')).toBe(before);
  expect(repository.git('status', '--porcelain', '--ignored')).toContain('cache/');
});

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isCleanByFiles } from '../../../server/src/host/git/cleanByFiles.js';
import { git as port } from '../../../server/src/host/git.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';

/** Longer than the file system takes two moments for one. */
const momentMs = 20;

async function cleanRepository(): Promise<GitRepository> {
  const repository = gitRepository();
  repository.commit('Begin', {
    'a.txt': 'one\n',
    'sub/b.txt': 'two\n',
    '.gitignore': '*.log\n',
    'run.sh': '#!/bin/sh\n',
  });
  // The index is as git leaves it some time after the files were written.
  await pause(momentMs);
  repository.git('add', '--renormalize', '.');
  repository.git('commit', '--quiet', '--allow-empty', '--message', 'Go on');
  return repository;
}

async function isClean({ folder }: GitRepository): Promise<boolean> {
  return isCleanByFiles(orRefused(await port.repository(folder)));
}

type Change = (repository: GitRepository, at: (file: string) => string) => void;

const changes: readonly (readonly [name: string, change: Change])[] = [
  [
    'another text of the same size, with the old time',
    (_, at) => {
      const { atime, mtime } = statSync(at('a.txt'));
      writeFileSync(at('a.txt'), 'six\n');
      utimesSync(at('a.txt'), atime, mtime);
    },
  ],
  [
    'a file that is gone',
    (_, at) => {
      unlinkSync(at('sub/b.txt'));
    },
  ],
  [
    'a mode',
    (_, at) => {
      chmodSync(at('run.sh'), 0o755);
    },
  ],
  [
    'a new file',
    (_, at) => {
      writeFileSync(at('sub/c.txt'), '');
    },
  ],
  [
    'an ignored file',
    (_, at) => {
      writeFileSync(at('x.log'), '');
    },
  ],
  [
    'a link in place of a file',
    (_, at) => {
      unlinkSync(at('a.txt'));
      symlinkSync('run.sh', at('a.txt'));
    },
  ],
  [
    'a folder in place of a file',
    (_, at) => {
      rmSync(at('a.txt'));
      mkdirSync(at('a.txt'));
      writeFileSync(at('a.txt/x'), '');
    },
  ],
  [
    'a staged change that was undone in the folder',
    (repository, at) => {
      const text = readFileSync(at('a.txt'), 'utf8');
      repository.write({ 'a.txt': 'three\n' });
      repository.git('add', 'a.txt');
      repository.write({ 'a.txt': text });
    },
  ],
  [
    'a staged change',
    (repository) => {
      repository.write({ 'a.txt': 'three\n' });
      repository.git('add', 'a.txt');
    },
  ],
  [
    'a branch at another commit',
    (repository) => {
      repository.git(
        'update-ref',
        'HEAD',
        repository.git('commit-tree', '-m', 'x', '4b825dc642cb6eb9a060e54bf8d69288fbee4904'),
      );
    },
  ],
  [
    'a file that is assumed unchanged',
    (repository) => {
      repository.git('update-index', '--assume-unchanged', 'a.txt');
      repository.write({ 'a.txt': 'x' });
    },
  ],
  [
    'a repository inside',
    (_, at) => {
      mkdirSync(at('sub/in/.git'), { recursive: true });
      writeFileSync(at('sub/in/.git/HEAD'), '');
    },
  ],
];

describe.skipIf(process.platform !== 'linux')('a worktree is clean without a git that says so', () => {
  it('if it has what HEAD has, and else nothing but our own files', async () => {
    const repository = await cleanRepository();
    expect(await isClean(repository)).toBe(true);
    repository.write({ '.pactwright/local/.gitignore': '*\n', '.pactwright/local/prompt.md': 'x' });
    expect(await isClean(repository)).toBe(true);
    mkdirSync(path.join(repository.folder, 'empty'));
    expect(await isClean(repository)).toBe(true);
    repository.write({ '.pactwright/local/.gitignore': 'prompt.md\n' });
    expect(await isClean(repository)).toBe(false);
  });

  it.each(changes)('but not with %s', async (_, change) => {
    const repository = await cleanRepository();
    change(repository, (file) => path.join(repository.folder, file));
    expect(await isClean(repository)).toBe(false);
  });

  it('nor where a file may have changed in the moment in which the index was written', async () => {
    const repository = await cleanRepository();
    // To the nanosecond, which Node does not set.
    execFileSync('touch', ['-r', 'a.txt', '.git/index'], { cwd: repository.folder });
    expect(await isClean(repository)).toBe(false);
  });
});

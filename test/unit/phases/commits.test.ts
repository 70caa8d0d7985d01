import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHands } from '../../../server/src/execution/hands/createHands.js';
import { createRepositoryPlaces } from '../../../server/src/execution/executor/repositoryPlaces.js';
import { withKeys } from '../../../server/src/operations/step.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { has } from '../../support/hasProgram.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/** A repository with files that are not committed. */
function repositoryWith(files: Readonly<Record<string, string>>): GitRepository {
  const repository = gitRepository();
  repository.git('config', 'user.name', 'Ann Example');
  repository.git('config', 'user.email', 'ann@example.org');
  repository.commit('Begin', { 'README.md': '# Shop\n', 'old.js': 'old\n', 'notes.txt': 'mine\n' });
  repository.write(files);
  return repository;
}

function withHook({ folder }: GitRepository, name: string, script: string): void {
  const file = path.join(folder, '.git', 'hooks', name);
  execFileSync('mkdir', ['-p', path.dirname(file)]);
  execFileSync('tee', [file], { input: `#!/bin/sh\n${script}\n`, stdio: ['pipe', 'ignore', 'inherit'] });
  chmodSync(file, 0o755);
}

async function commit(
  { folder }: GitRepository,
  paths: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const told: string[] = [];
  const machine = testMachine({ ...process.env, ...env });
  const hands = createHands({
    machine,
    warn: () => undefined,
    tell: (event) => {
      if (event.event === 'done') told.push(event.what);
    },
    signal: new AbortController().signal,
  });
  const steps = withKeys([{ kind: 'commit', summary: 'commit it', message: 'feat: a cart', paths }]);
  await hands.carryOut(steps, await createRepositoryPlaces(machine)(folder), []);
  return told;
}

describe('a commit', () => {
  it('holds the files that were named, and no others, whatever happened to them', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n', '*.txt': 'star\n', 'notes.txt': 'changed\n' });
    repository.write({ 'old.js': null, 'gone.js': 'x' });
    repository.git('add', 'notes.txt', 'gone.js');
    repository.write({ 'gone.js': null });
    expect(await commit(repository, ['cart.js', '*.txt', 'old.js', 'gone.js'])).toEqual(['commit it']);
    expect(repository.git('show', '--format=', '--name-status', 'HEAD').trim().split('\n').sort()).toEqual([
      'A\t*.txt',
      'A\tcart.js',
      'D\told.js',
    ]);
    expect(repository.git('status', '--porcelain').trim()).toBe('M  notes.txt');
  });

  it('holds what was removed and renamed by git itself', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n' });
    repository.git('rm', '--quiet', 'old.js');
    repository.git('mv', 'notes.txt', 'mine.txt');
    await commit(repository, ['cart.js', 'mine.txt', 'notes.txt', 'old.js']);
    expect(repository.git('show', '--format=', '--name-status', '--no-renames', 'HEAD').trim().split('\n')).toEqual([
      'A\tcart.js',
      'A\tmine.txt',
      'D\tnotes.txt',
      'D\told.js',
    ]);
    expect(repository.git('status', '--porcelain')).toBe('');
  });

  it('is looked through by hooks that name files by patterns', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n' });
    const seen = path.join(temporaryFolder(), 'seen');
    withHook(repository, 'pre-commit', `git diff --cached --name-only -- '*.js' > '${seen}'`);
    await commit(repository, ['cart.js'], { GIT_LITERAL_PATHSPECS: '1' });
    expect(readFileSync(seen, 'utf8')).toBe('cart.js\n');
  });

  it('has what a person signs with, and nothing that sends git to another repository', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n' });
    const seen = path.join(temporaryFolder(), 'seen');
    const names = ['SSH_AUTH_SOCK', 'GNUPGHOME', 'GPG_TTY', 'GIT_WORK_TREE', 'GIT_ALLOW_PROTOCOL'];
    withHook(repository, 'pre-commit', `echo ${names.map((name) => `"$${name}"`).join(',')} > '${seen}'`);
    const mine = { SSH_AUTH_SOCK: '/run/agent', GNUPGHOME: '/home/ann/.gnupg', GPG_TTY: '/dev/pts/7' };
    const elsewhere = { GIT_DIR: temporaryFolder(), GIT_WORK_TREE: '/nowhere', GIT_INDEX_FILE: '/nowhere/index' };
    await commit(repository, ['cart.js'], { ...mine, ...elsewhere });
    expect(readFileSync(seen, 'utf8')).toBe('/run/agent,/home/ann/.gnupg,/dev/pts/7,,\n');
    expect(repository.git('log', '-1', '--format=%s')).toBe('feat: a cart');
  });

  it.skipIf(!has('which', 'ssh-agent', 'ssh-keygen', 'ssh-add'))('is signed by a key of an agent', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n' });
    const folder = temporaryFolder();
    const key = path.join(folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const started = execFileSync('ssh-agent', ['-s', '-a', path.join(folder, 'agent')], { encoding: 'utf8' });
    const [, pid = ''] = /SSH_AGENT_PID=(\d+)/u.exec(started) ?? [];
    onTestFinished(() => void process.kill(Number(pid)));
    const env = { SSH_AUTH_SOCK: path.join(folder, 'agent') };
    execFileSync('ssh-add', ['-q', key], { env: { ...process.env, ...env } });
    execFileSync('rm', [key]);
    for (const [name, value] of [
      ['gpg.format', 'ssh'],
      ['user.signingKey', `${key}.pub`],
      ['commit.gpgSign', 'true'],
    ] as const)
      repository.git('config', name, value);
    await expect(commit(repository, ['cart.js'], { SSH_AUTH_SOCK: '' })).rejects.toThrow(/commits are signed here/u);
    expect(repository.git('log', '-1', '--format=%s')).toBe('Begin');
    await commit(repository, ['cart.js'], env);
    expect(repository.git('cat-file', 'commit', 'HEAD')).toContain('gpgsig -----BEGIN SSH SIGNATURE-----');
  });

  it('that a hook refuses says what the hook said, and the way out', async () => {
    const repository = repositoryWith({ 'cart.js': 'cart\n' });
    withHook(repository, 'pre-commit', 'echo "cart.js: no-param-reassign" >&2\necho "see the report"\nexit 1');
    await expect(commit(repository, ['cart.js'])).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(
        /^git did not create the commit, and[^(]*: fix what it reports and run the phase again, or commit manually$/u,
      ) as string,
      candidates: ['cart.js: no-param-reassign', 'see the report'],
    });
    expect(repository.git('log', '-1', '--format=%s')).toBe('Begin');
  });
});

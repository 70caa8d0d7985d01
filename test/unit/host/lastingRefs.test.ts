import { chmodSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { environmentOfPrograms } from '../../../server/src/base/gitEnvironment.js';
import { createLastingRefs } from '../../../server/src/host/git/lastingRefs.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';

const never = new AbortController().signal;

interface Scene {
  readonly repository: GitRepository;
  /** Makes a branch. @returns whether that was done. */
  readonly make: (branch: string, signal?: AbortSignal) => Promise<boolean>;
  readonly heard: string;
}

/** @param hook what git runs before each change of a ref; `$heard` is a file of the test. */
function scene(hook: string, patienceMs?: number): Scene {
  const repository = gitRepository();
  const to = repository.commit('Begin', { 'a.txt': 'a\n' });
  const heard = path.join(repository.folder, '.git', 'heard');
  repository.write({
    '.git/hooks/reference-transaction': `#!/bin/sh\nheard='${heard}'\n[ "$1" = prepared ] || exit 0\n${hook}\n`,
  });
  chmodSync(path.join(repository.folder, '.git/hooks/reference-transaction'), 0o755);
  const env = { ...process.env, GIT_DIR: '/nowhere', ELECTRON_RUN_AS_NODE: '1' };
  const refs = createLastingRefs(() => environmentOfPrograms(env, false), patienceMs);
  onTestFinished(refs.end);
  const make: Scene['make'] = (branch, signal = never) =>
    refs.change(repository.folder, { ref: `refs/heads/${branch}`, to }, signal);
  return { repository, make, heard };
}

describe.skipIf(process.platform === 'win32')('a git that waits for changes of refs', () => {
  it('makes several, says what is not done, and its hooks see no editor and can ask nobody', async () => {
    const { repository, make, heard } = scene('echo "${ELECTRON_RUN_AS_NODE-none} $GIT_TERMINAL_PROMPT" >> "$heard"');
    expect([await make('one'), await make('two'), await make('one'), await make('three')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(repository.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'one', 'three', 'two']);
    expect(new Set(readFileSync(heard, 'utf8').trim().split('\n'))).toEqual(new Set(['none 0']));
  });

  it('is waited for while a hook takes long, and asked no more', async () => {
    const { repository, make, heard } = scene('echo x >> "$heard"; sleep 0.3', 1);
    expect([await make('slow'), await make('next')]).toEqual([true, false]);
    expect(repository.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main', 'slow']);
    expect(readFileSync(heard, 'utf8')).toBe('x\n');
  });

  it('ends, with its hook, when it is to stop, and leaves no lock', async () => {
    const { repository, make, heard } = scene('echo $$ > "$heard"; exec sleep 60');
    const stop = new AbortController();
    const made = make('stopped', stop.signal);
    while (!existsSync(heard)) await pause(10);
    stop.abort(new Error('stopped'));
    await expect(made).rejects.toThrow('stopped');
    expect(existsSync(path.join(repository.folder, '.git/refs/heads/stopped.lock'))).toBe(false);
    expect(repository.git('branch', '--format=%(refname:short)')).toBe('main');
  });
});

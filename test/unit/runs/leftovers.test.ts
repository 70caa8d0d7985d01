import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { quietMs } from '../../../server/src/base/leftoverWrite.js';
import { findPacketPlace, removeLeftovers } from '../../../server/src/execution/runs/packetPlace.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { gitRepository } from '../../support/gitRepository.js';
import { testMachine } from '../../support/testMachine.js';

it('a lock that a process may still hold is waited for, and one that is old is removed', async () => {
  const repository = gitRepository();
  repository.commit('Begin');
  repository.git('branch', 'feature/STORY-001');
  const worktree = repository.worktree('feature/STORY-001');
  const lock = path.join(repository.folder, '.git', 'worktrees', path.basename(worktree), 'index.lock');
  const write = (ageMs: number): void => {
    writeFileSync(lock, '');
    utimesSync(lock, (Date.now() - ageMs) / 1000, (Date.now() - ageMs) / 1000);
  };
  const over = new AbortController();
  const real = testMachine(process.env);
  let workers: readonly string[] = ['process 7, git'];
  let meanwhile = (): void => undefined;
  const occupantsOf = () => {
    meanwhile();
    return Promise.resolve({ found: workers, areAllKnown: true });
  };
  const machine = { ...real, disk: { ...real.disk, occupantsOf } };
  const desk = { machine, signal: over.signal };
  const main = orRefused(await machine.git.repository(repository.folder));
  const place = { main, target: 'main' };
  const remove = async (quietMs: number): Promise<boolean> => {
    await removeLeftovers(place, await findPacketPlace(place, 'STORY-001', desk), desk, quietMs);
    return existsSync(lock);
  };
  write(quietMs + 1);
  expect(await remove(quietMs)).toBe(false);
  // It comes of age meanwhile.
  write(quietMs - 100);
  expect(await remove(quietMs)).toBe(false);
  write(0);
  expect(await remove(0)).toBe(false);
  // Nothing that works there can hold it.
  workers = [];
  write(0);
  expect(await remove(3_600_000)).toBe(false);
  // A person's git that begins after that was looked at.
  meanwhile = () => {
    write(-1_000);
  };
  expect(await remove(3_600_000)).toBe(true);
  meanwhile = () => undefined;
  workers = ['process 7, git'];
  write(0);
  const waits = remove(quietMs);
  setTimeout(() => {
    over.abort(new Error('enough'));
  }, 100);
  await expect(waits).rejects.toThrow('abort');
  expect(existsSync(lock)).toBe(true);
});

import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeHalfMade } from '../../../server/src/execution/planFile/halfMade.js';
import { gitRepository } from '../../support/gitRepository.js';
import { valueOf } from '../../support/openWork.js';
import { testMachine } from '../../support/testMachine.js';

it('a worktree whose git was killed is removed, but not while one may still make it', async () => {
  const repository = gitRepository();
  repository.commit('Begin', { 'one.txt': 'one\n' });
  repository.git('branch', 'packet/one');
  const place = repository.worktree('packet/one');
  const locked = path.join(repository.folder, '.git', 'worktrees', path.basename(place), 'locked');
  writeFileSync(locked, 'initializing');
  const real = testMachine({ PATH: process.env['PATH'] });
  let occupants = { found: ['process 7, git'], areAllKnown: true };
  // Nobody waits here.
  let now = Date.now();
  const clock = (): number => (now += 4_000);
  const machine = { ...real, clock, disk: { ...real.disk, occupantsOf: () => Promise.resolve(occupants) } };
  const desk = { machine, signal: new AbortController().signal };
  const main = valueOf(await machine.git.repository(repository.folder));
  const remove = (): Promise<void> => removeHalfMade(main, place, desk);
  await expect(remove()).rejects.toThrow('process 7, git');
  const touch = (file: string, aheadMs: number): void => {
    utimesSync(file, (now + aheadMs) / 1000, (now + aheadMs) / 1000);
  };
  occupants = { found: [], areAllKnown: false };
  touch(path.join(place, 'one.txt'), 3_600_000);
  await expect(remove()).rejects.toThrow('still change');
  expect(existsSync(place)).toBe(true);
  touch(path.join(place, 'one.txt'), -3_600_000);
  const notes = path.join(place, 'my', 'notes.txt');
  mkdirSync(path.dirname(notes));
  writeFileSync(notes, 'mine\n');
  touch(path.dirname(notes), -3_600_000);
  touch(notes, -3_600_000);
  await expect(remove()).rejects.toThrow('move my/notes.txt');
  expect(existsSync(notes)).toBe(true);
  rmSync(notes);
  touch(path.dirname(notes), -3_600_000);
  await remove();
  expect([existsSync(place), existsSync(locked)]).toEqual([false, false]);
});

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPacketPlace } from '../../../server/src/execution/runs/packetPlace.js';
import { cleanPacket } from '../../../server/src/execution/runs/takeBack.js';
import { type EnginePackets, enginePackets, plannedShop, worktreeOf } from '../../support/enginePackets.js';
import { openGitRepository, withGitProgram } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/** Does something. @returns the commands of git that it started. */
async function started(use: () => Promise<unknown>): Promise<readonly string[]> {
  const log = path.join(temporaryFolder({ starts: '' }), 'starts');
  writeFileSync(log, '');
  const restore = withGitProgram(`#!/bin/sh\necho "$@" >> '${log}'\nexec '${git}' "$@"\n`);
  await use().finally(restore);
  // Options of git itself come first; arguments may have more than one line.
  const commands = readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((line) => /^(?:-c \S+ )*([a-z][a-z-]+)(?: |$)/u.exec(line)?.[1] ?? []);
  // It is asked only where a file was written in the same moment as the index.
  return commands.filter((command) => command !== 'status');
}

describe.skipIf(process.platform === 'win32')('the engine of runs starts git for a packet', () => {
  it('so often and no more', async () => {
    const ids = ['STORY-001', 'STORY-002'] as const;
    const [first, second] = ids;
    const shop = plannedShop(ids);
    const { place, desk, make, merge, remove } = await enginePackets(shop);
    // Branches, and commits and trees made lately, are read from git's files.
    expect(await started(() => findPacketPlace(place, first, desk))).toEqual([]);
    for (const id of ids) {
      // One that changes refs waits for the next change.
      expect(await started(() => make(id))).toEqual([...(id === first ? ['update-ref'] : []), 'worktree']);
      openGitRepository(worktreeOf(shop, id)).commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
    }
    const move = ['merge'];
    const gone = ['worktree'];
    const merged = async (id: string): Promise<void> => {
      expect(await merge(id)).toBe('passed');
    };
    expect(await started(() => merged(first))).toEqual(['config', 'var', 'var', 'merge']);
    expect(await started(() => remove(first))).toEqual(gone);
    // The target has moved on since this one began.
    expect(await started(() => merged(second))).toEqual(['rev-list', 'merge', ...move]);
    expect(await started(() => remove(second))).toEqual(gone);
    expect(shop.git('worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(shop.git('branch', '--format=%(refname:short)').trim()).toBe('main');
    for (const id of ids) expect(shop.git('show', `main:src/${id}.js`)).toContain('one');
    expect(shop.git('fsck', '--strict', '--no-dangling')).toBe('');
    expect(shop.git('log', '-1', '--format=%an <%ae> %cn %s%n%b', 'main')).toBe(
      'Ann Example <ann@example.org> Ann Example Merge feature/STORY-002 into main\nPactwright-Run: run\nPactwright-Packet: STORY-002',
    );
  });
});

it('the engine of runs keeps a file that is saved after it has looked at a worktree', async () => {
  const id = 'STORY-001';
  const shop = plannedShop([id]);
  const { place, desk, make } = await enginePackets(shop);
  await make(id);
  const { disk } = desk.machine;
  const occupantsOf: typeof disk.occupantsOf = (folder) => {
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    return disk.occupantsOf(folder);
  };
  const saving = { ...desk, machine: { ...desk.machine, disk: { ...disk, occupantsOf } } };
  await expect(cleanPacket(place, id, saving)).rejects.toThrow('contains modified or untracked files');
  expect(readFileSync(path.join(worktreeOf(shop, id), 'notes.txt'), 'utf8')).toBe('mine');
});

const mergeOf = async (id: string, { make, merge, shop }: EnginePackets): Promise<string> => {
  await make(id);
  openGitRepository(worktreeOf(shop, id)).commit(`feat: ${id}`, { [`src/${id}.js`]: 'export const one = 1;\n' });
  expect(await merge(id)).toBe('passed');
  return shop.git('cat-file', 'commit', 'main');
};

describe('the engine of runs merges as git would', () => {
  it.each([
    ['an encoding', '[i18n]\n\tcommitEncoding = ISO-8859-1\n', /^encoding ISO-8859-1$/mu],
    ['a name for one branch', '[includeIf "onbranch:feature/STORY-002"]\n\tpath = bob\n', /^committer Bob /mu],
  ])('with %s in the person’s own settings', async (_, text, expected) => {
    const home = temporaryFolder({ '.gitconfig': text, bob: '[user]\n\tname = Bob\n' });
    const shop = plannedShop(['STORY-001', 'STORY-002']);
    shop.git('config', '--unset', 'user.name');
    const engine = await enginePackets(shop, {
      GIT_CONFIG_GLOBAL: path.join(home, '.gitconfig'),
      EMAIL: 'ann@example.org',
      LOGNAME: 'ann',
    });
    await mergeOf('STORY-001', engine);
    expect(await mergeOf('STORY-002', engine)).toMatch(expected);
  });

  it('with a name that is new in the next run', async () => {
    const shop = plannedShop(['STORY-001', 'STORY-002']);
    const env = { GIT_CONFIG_GLOBAL: path.join(temporaryFolder({ '.gitconfig': '' }), '.gitconfig') };
    await mergeOf('STORY-001', await enginePackets(shop, env));
    shop.git('config', 'user.name', 'Bob');
    expect(await mergeOf('STORY-002', await enginePackets(shop, env))).toMatch(/^committer Bob /mu);
  });
});

describe('the engine of runs merges', () => {
  it.each([
    ['has a lock file updated that it took from the target', {}, 'back'],
    ['has one brought up to date whose manifest the packet has changed', { 'package.json': '{"a":1}\n' }, 'back'],
  ])('%s', async (_, more, outcome) => {
    const id = 'STORY-001';
    const lock = 'package-lock.json';
    const shop = plannedShop([id], { [lock]: '{ "one": 1 }\n', 'package.json': '{}\n' });
    const { make, merge } = await enginePackets(shop);
    await make(id);
    const worktree = worktreeOf(shop, id);
    openGitRepository(worktree).commit(`feat: ${id}`, { [lock]: '{ "two": 2 }\n', ...more });
    shop.commit('Update', { [lock]: '{ "three": 3 }\n' });
    expect(await merge(id)).toBe(outcome);
    expect(readFileSync(path.join(worktree, lock), 'utf8')).toBe('{ "three": 3 }\n');
    expect(shop.git('show', `feature/${id}:${lock}`)).toBe('{ "three": 3 }');
  });

  it.each([
    [
      'no marks of a conflict that an agent brings along',
      '<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n',
      'back',
    ],
    ['a heading that looks like one of them', 'Heading\n=======\n', 'passed'],
  ])('%s', async (_, text, outcome) => {
    const id = 'STORY-001';
    const shop = plannedShop([id]);
    const { make, merge } = await enginePackets(shop);
    await make(id);
    openGitRepository(worktreeOf(shop, id)).commit(`docs: ${id}`, { 'docs/guide.md': text });
    expect(await merge(id)).toBe(outcome);
  });
});

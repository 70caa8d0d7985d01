import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PhaseDesk } from '../../../server/src/execution/phases/phaseDesk.js';
import { takeBackPacket } from '../../../server/src/execution/runs/takeBack.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import type { Packet, StepResult } from '../../../server/src/runs/event.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { RunWorld } from '../../support/runWorld.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const branch = 'feature/STORY-001';
const kept = 'refs/pactwright/runs/run/STORY-001';

interface Scene {
  readonly shop: GitRepository;
  readonly worktree: string;
  readonly warned: readonly string[];
  readonly takeBack: () => Promise<void>;
}

/** A packet with a worktree of its own. @param beforeRemoval called when git is about to be told to remove it. */
async function openScene(
  beforeRemoval: (worktree: string) => void = () => undefined,
  begin: (shop: GitRepository) => void = () => undefined,
): Promise<Scene> {
  const shop = gitRepository(path.join(temporaryFolder(), 'shop'));
  shop.commit('Begin', { 'a.txt': 'a\n', '.gitignore': 'node_modules\n' });
  begin(shop);
  shop.git('branch', branch);
  const worktree = shop.worktree(branch);
  const real = testMachine(process.env);
  const machine: typeof real = {
    ...real,
    runGit: (folder, args, ...call) => {
      if (args[0] === 'worktree' && args[1] === 'remove') beforeRemoval(worktree);
      return real.runGit(folder, args, ...call);
    },
  };
  const { signal } = new AbortController();
  const warned: string[] = [];
  const warn = (text: string): void => {
    warned.push(text);
  };
  const desk: PhaseDesk = { machine, warn, tell: () => undefined, confirm: undefined, signal };
  const main = orRefused(await machine.git.repository(shop.folder));
  return {
    shop,
    worktree,
    warned,
    takeBack: () => takeBackPacket('run', { main, target: 'main' }, 'STORY-001', desk),
  };
}

function branches({ git }: GitRepository): readonly string[] {
  return git('branch', '--format=%(refname:short)').trim().split('\n');
}

describe('a packet that is taken back', () => {
  it('keeps what somebody writes after the last look', async () => {
    let times = 2;
    const { shop, worktree, takeBack } = await openScene((place) => {
      if (times-- > 0) writeFileSync(path.join(place, `late${times}.txt`), 'late\n');
    });
    writeFileSync(path.join(worktree, 'b.txt'), 'b\n');
    await takeBack();
    expect(existsSync(worktree)).toBe(false);
    expect(branches(shop)).toEqual(['main']);
    expect(shop.git('ls-tree', '--name-only', kept).trim().split('\n')).toEqual([
      '.gitignore',
      'a.txt',
      'b.txt',
      'late0.txt',
      'late1.txt',
    ]);
  });

  it('stays where somebody goes on writing', async () => {
    let times = 0;
    const { shop, worktree, takeBack } = await openScene((place) => {
      writeFileSync(path.join(place, `late${times++}.txt`), 'late\n');
    });
    await expect(takeBack()).rejects.toThrow(/stays, as git does not remove it: .*modified or untracked/u);
    expect(existsSync(path.join(worktree, `late${times - 1}.txt`))).toBe(true);
    expect(branches(shop)).toContain(branch);
  });

  it('goes with what git ignores, and leaves nothing of what is merged', async () => {
    const { shop, worktree, takeBack } = await openScene();
    mkdirSync(path.join(worktree, 'node_modules'));
    writeFileSync(path.join(worktree, 'node_modules', 'x.js'), '');
    await takeBack();
    expect(existsSync(worktree)).toBe(false);
    expect(shop.git('for-each-ref', 'refs/pactwright')).toBe('');
  });

  it('goes with submodules that were never checked out', async () => {
    const { worktree, takeBack } = await openScene(undefined, (shop) => {
      shop.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`);
      shop.git('commit', '--quiet', '-m', 'Add a submodule');
    });
    await takeBack();
    expect(existsSync(worktree)).toBe(false);
  });

  it('stays with a repository that is nowhere else, and says the way out', async () => {
    const { shop, worktree, takeBack } = await openScene();
    const nested = path.join(worktree, 'lib');
    mkdirSync(nested);
    execFileSync('git', ['init', '--quiet'], { cwd: nested });
    const commit = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '-m', 'Begin'];
    execFileSync('git', commit, { cwd: nested });
    await expect(takeBack()).rejects.toThrow(
      /has repositories in it \(lib\).*worktree remove --force.*run abort run`/u,
    );
    expect(existsSync(path.join(nested, '.git'))).toBe(true);
    expect(branches(shop)).toContain(branch);
  });

  it.each([
    ['its own .git', (worktree: string) => path.join(worktree, '.git')],
    [
      'what git keeps for it',
      (worktree: string) => readFileSync(path.join(worktree, '.git'), 'utf8').slice('gitdir: '.length).trim(),
    ],
  ])('commits nothing into a repository around it once git has deleted %s', async (_, gone) => {
    const { worktree, takeBack } = await openScene((place) => {
      rmSync(gone(place), { recursive: true });
    });
    writeFileSync(path.join(worktree, 'b.txt'), 'b\n');
    const outer = gitRepository(path.dirname(worktree));
    await expect(takeBack()).rejects.toThrow(`${worktree} was removed only in part: delete what is left of it`);
    expect(outer.git('ls-files')).toBe('');
  });

  it('names the place of the commits of a removed submodule', async () => {
    const { shop, worktree, takeBack } = await openScene();
    const modules = path.join(shop.git('-C', worktree, 'rev-parse', '--absolute-git-dir').trim(), 'modules');
    mkdirSync(path.join(modules, 'lib'), { recursive: true });
    await expect(takeBack()).rejects.toThrow(`has repositories in it (${modules})`);
  });

  it('leaves a branch that somebody has checked out in the main folder', async () => {
    const { shop, worktree, warned, takeBack } = await openScene();
    shop.git('worktree', 'remove', worktree);
    shop.checkout(branch);
    await takeBack();
    expect(shop.git('rev-parse', 'HEAD')).toBe(shop.git('rev-parse', 'main'));
    expect(warned).toEqual([expect.stringContaining(`${branch} stays, because it is checked out in`)]);
  });
});

it('a run of which something is left says so, and can be aborted again', async () => {
  const packet = (id: string): Packet => ({ id, title: id, needs: [], touches: [], resources: [] });
  const asks: StepResult = { outcome: 'asks', question: 'what now?' };
  const world = new RunWorld(
    [packet('A'), packet('B')],
    {},
    () => 0,
    () => asks,
  );
  await world.engine();
  world.left.set('A', 'its folder is in use');
  world.say({ kind: 'aborted' });
  expect(await world.engine()).toMatchObject({
    mode: 'aborted',
    outcome: undefined,
    why: 'A: its folder is in use',
  });
  world.left.clear();
  world.say({ kind: 'aborted' });
  expect(await world.engine()).toMatchObject({ mode: 'aborted', outcome: 'aborted', why: undefined });
});

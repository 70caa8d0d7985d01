import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorktrees } from '../../../server/src/execution/operations/openWorktrees.js';
import { worktreeGit } from '../../../server/src/host/worktreeGit.js';
import { occupantsOf } from '../../../server/src/host/worktrees/folders.js';
import { removeWorktree } from '../../../server/src/operations/worktrees/remove.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { cloneRepository, type GitRepository, gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { projectOf } from '../../support/projectOf.js';
import { itLong, sampled } from '../../support/runs.js';
import { writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';
import { inShop, knownIn, openShop, shopWithWorktree, type WorktreeShop as Shop } from '../../support/worktreeShop.js';

const withWorktree = shopWithWorktree();

/** What only git still has once the folder is gone, and what is said of it. */
const stillThere: readonly (readonly [string, (shop: Shop, made: GitRepository) => unknown, RegExp])[] = [
  [
    'what was staged',
    (_, made) => (made.write({ 'mine ü.txt': 'mine' }), made.git('add', '.')),
    /what was staged \(mine ü\.txt\)/,
  ],
  [
    'what a rebase has put aside',
    (shop, made) => {
      shop.commit('theirs', { 'src/a.js': 'theirs' });
      made.commit('ours', { 'src/a.js': 'ours' });
      made.write({ 'docs/specs/STORY-001.md': 'not committed' });
      expect(() => made.git('rebase', '--quiet', '--autostash', 'main')).toThrow('could not apply');
    },
    /the state of a rebase in progress/,
  ],
  [
    'the commits of a submodule',
    (_, made) => {
      made.git('submodule', '--quiet', 'add', inShop().folder, 'sub');
      made.commit('sub');
      openGitRepository(path.join(made.folder, 'sub')).commit('not pushed');
    },
    /the repositories of its submodules \(sub\)/,
  ],
  [
    'commits that a ref of its own leads to',
    (_, made) => {
      made.checkout('--detach');
      made.git('update-ref', 'refs/worktree/mine', made.commit('loose', { 'src/a.js': 'b' }));
      made.checkout('feature/STORY-001');
    },
    /has commits that only its own refs\/worktree\/mine refers to: keep them with `git branch NAME [0-9a-f]{40}`/,
  ],
];

it.each(sampled(stillThere, 5))(
  'a worktree whose folder is gone is not forgotten with %s',
  async (_, prepare, message) => {
    const { shop, made } = withWorktree();
    prepare(shop, made);
    rmSync(shop.place, { recursive: true });
    const before = shop.git('worktree', 'list');
    for (const args of [
      ['create', 'STORY-001'],
      ['remove', 'STORY-001', '--apply'],
      ['prune', '--apply'],
    ]) {
      const { out, err } = await shop.cli(...args);
      expect(out + err).toMatch(message);
      expect(shop.git('worktree', 'list')).toBe(before);
    }
    // The same where it was a start that was killed which has made it.
    writeFiles(path.join(shop.folder, '.git'), {
      'worktrees/STORY-001/locked': 'initializing',
      'pactwright/unfinished/one.json': JSON.stringify([
        { path: shop.place, branch: 'feature/STORY-001', madeAt: shop.git('rev-parse', 'main') },
      ]),
    });
    expect((await shop.cli('prune', '--apply')).out).toMatch(message);
    expect(shop.git('worktree', 'list')).toBe(before);
  },
);

itLong('what was staged comes back by the command that is shown', async () => {
  const { shop, made } = withWorktree();
  made.write({ 'mine.txt': 'mine' });
  made.git('add', '.');
  rmSync(shop.place, { recursive: true });
  const { err } = await shop.cli('remove', 'STORY-001', '--apply');
  expect(err).toContain(`create the folder, then run \`git worktree repair\` and \`git -C "${shop.place}" restore .\``);
  mkdirSync(shop.place, { recursive: true });
  shop.git('worktree', 'repair');
  made.git('restore', '.');
  expect(made.git('status', '--porcelain')).toBe('A  mine.txt');
});

describe('worktree remove', () => {
  it('says first what would be done, and what goes with it', async () => {
    const { shop, made } = withWorktree();
    made.commit('work', { 'src/b.js': 'b\n' });
    made.write({ 'node_modules/x/y.js': 'x' });
    const { out } = await shop.cli('remove', 'STORY-001');
    expect(out).toBe(
      `would remove the worktree ${shop.place}; the branch feature/STORY-001 stays, with 1 commit not merged yet; 1 ignored file or folder would be deleted with it: node_modules/; use --apply to do it\n`,
    );
    expect(existsSync(shop.place)).toBe(true);
    expect(await shop.data('remove', shop.place, '--apply')).toMatchObject({ removed: true, branchDeleted: false });
    expect(existsSync(shop.beside)).toBe(false);
    expect(shop.git('log', '-1', '--format=%s', 'feature/STORY-001')).toBe('work');
  });

  it('deletes the branch once it is merged', async () => {
    const { shop, made } = withWorktree();
    made.commit('work', { 'src/b.js': 'b\n' });
    const { err } = await shop.cli('remove', 'STORY-001', '--delete-branch', '--apply');
    expect(err).toContain('feature/STORY-001 has 1 commit not in main');
    expect(existsSync(shop.place)).toBe(true);
    shop.merge('feature/STORY-001');
    expect(await shop.data('remove', 'STORY-001', '--delete-branch', '--apply')).toMatchObject({ branchDeleted: true });
    expect(shop.git('branch', '--list', 'feature/*')).toBe('');
  });

  itLong('forgets what the branch followed, so that the next one of its name follows nothing', async () => {
    const origin = inShop();
    origin.git('branch', 'feature/STORY-001');
    origin.git('branch', 'feature/STORY-001.x');
    const shop = openShop(cloneRepository(origin));
    await shop.create();
    shop.git('branch', '--quiet', '--track', 'feature/STORY-001.x', 'origin/feature/STORY-001.x');
    shop.git('config', 'branch.feature/STORY-001.description', 'one\ntwo');
    expect(await shop.cli('remove', 'STORY-001', '--delete-branch', '--apply')).toMatchObject({ code: 0, err: '' });
    expect(shop.git('config', '--local', '--get-regexp', '--name-only', '^branch\\.feature')).toBe(
      'branch.feature/STORY-001.x.remote\nbranch.feature/STORY-001.x.merge',
    );
  });

  it('says so where the system does not tell which processes work in it', async () => {
    const { shop } = withWorktree();
    const desk = await openWorktrees(testMachine(), shop.folder, new AbortController().signal);
    const plan = await removeWorktree.plan(
      {
        project: await projectOf({ documents: {} }),
        configuration: defaultConfiguration,
        now: 0,
        readFile: () => Promise.resolve(undefined),
        itemsElsewhere: () => Promise.resolve([]),
        worktrees: () => Promise.resolve({ ...desk, occupants: (folder) => occupantsOf(folder, '/nowhere') }),
        delivery: () => Promise.reject(new Error('there is no repository')),
        ask: () => Promise.reject(new Error('there is no source code')),
        setUp: () => Promise.reject(new Error('nothing is deployed')),
      },
      { worktree: 'STORY-001' },
    );
    expect(plan.answer.message).toContain('this system cannot tell whether a program is using it');
    expect(plan.answer.data).toMatchObject({ processesKnown: false });
  });

  it('forgets one whose folder was deleted by hand', async () => {
    const { shop } = withWorktree();
    rmSync(shop.place, { recursive: true });
    expect((await shop.cli('remove', 'STORY-001', '--apply')).out).toContain('its folder was already gone');
    expect(shop.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(shop.git('branch', '--list', 'feature/*')).not.toBe('');
  });

  const kept: readonly (readonly [string, (shop: Shop, made: GitRepository) => unknown, string])[] = [
    ['a changed file', (_, made) => made.write({ 'src/a.js': 'b' }), '1 file with uncommitted changes (src/a.js)'],
    [
      'a staged file',
      (_, made) => (made.write({ 'src/a.js': 'b' }), made.git('add', '.')),
      'uncommitted changes (src/a.js)',
    ],
    ['a deleted file', (_, made) => made.write({ 'src/a.js': null }), 'uncommitted changes (src/a.js)'],
    ['an untracked file', (_, made) => made.write({ 'new ü.txt': '' }), 'uncommitted changes (new ü.txt)'],
    [
      'an untracked file that settings hide',
      (shop, made) => {
        shop.git('config', 'status.showUntrackedFiles', 'no');
        made.write({ 'new.txt': '' });
      },
      'uncommitted changes (new.txt)',
    ],
    [
      'a file that git ignores changes of',
      (_, made) => {
        made.git('update-index', '--assume-unchanged', 'src/a.js');
        made.write({ 'src/a.js': 'b' });
      },
      'marked assume-unchanged or skip-worktree (src/a.js)',
    ],
    [
      'a repository in it',
      (_, made) => gitRepository(path.join(made.folder, 'inner')).commit('begin', { 'a.txt': '' }),
      'uncommitted changes (inner/)',
    ],
    [
      'commits on no branch',
      (_, made) => (made.checkout('--detach'), made.commit('loose', { 'src/a.js': 'b' })),
      'has commits on no branch',
    ],
    [
      'commits on no branch, and no folder',
      (_, made) => {
        made.checkout('--detach');
        made.commit('loose', { 'src/a.js': 'b' });
        rmSync(made.folder, { recursive: true });
      },
      'has commits on no branch',
    ],
    [
      'a merge that goes on',
      (shop, made) => {
        shop.commit('theirs', { 'src/a.js': 'theirs' });
        made.commit('ours', { 'src/a.js': 'ours' });
        made.git('merge', '--quiet', '--no-commit', '--strategy=ours', 'main');
      },
      'has a merge in progress',
    ],
    ['a lock', (shop) => shop.git('worktree', 'lock', '--reason', 'mine', shop.place), 'is locked (mine)'],
    ['no .git file', (_, made) => rmSync(path.join(made.folder, '.git')), 'has lost its .git file'],
    [
      'a submodule',
      (_, made) => (made.git('submodule', '--quiet', 'add', inShop().folder, 'sub'), made.commit('sub')),
      'has submodules (sub): git only removes such a worktree with --force',
    ],
    [
      'what is left of a submodule',
      (_, made) => {
        made.git('submodule', '--quiet', 'add', inShop().folder, 'sub');
        made.commit('sub');
        made.git('rm', '--quiet', 'sub');
        made.commit('no sub');
      },
      'has submodules (sub)',
    ],
    [
      'a cherry-pick of which a part is done',
      (shop, made) => {
        for (const name of ['1', '2', '3']) shop.commit(name, { 'src/a.js': name });
        expect(() => made.git('cherry-pick', 'main~1', 'main')).toThrow('could not apply');
        made.commit('resolved');
      },
      'has a cherry-pick or revert in progress',
    ],
    [
      'commits that a ref of its own leads to',
      (shop, made) => stillThere[3]?.[1](shop, made),
      'its own refs/worktree/mine',
    ],
    [
      'a repository in a folder that is ignored',
      (shop, made) => {
        shop.write({ '.git/info/exclude': 'scratch/\n' });
        gitRepository(path.join(made.folder, 'scratch/proj')).commit('nowhere else', { 'a.txt': '' });
      },
      'has ignored repositories (scratch/proj)',
    ],
    [
      'a bare repository that is ignored',
      (shop, made) => {
        shop.write({ '.git/info/exclude': 'store.git/\n' });
        made.git('clone', '--quiet', '--bare', `file://${inShop().folder}`, path.join(made.folder, 'store.git'));
      },
      'has ignored repositories (store.git)',
    ],
  ];
  it.each(sampled(kept, 5))('refuses where there is %s', async (_, prepare, message) => {
    const { shop, made } = withWorktree();
    prepare(shop, made);
    const before = knownIn(shop);
    const { code, err } = await shop.cli('remove', 'STORY-001', '--apply');
    expect(err).toContain(message);
    expect(code).toBe(1);
    expect(knownIn(shop)).toEqual(before);
  });

  it('fails where git keeps nothing for a worktree, or what cannot be read, instead of taking it for one without anything to lose', async () => {
    const { shop } = withWorktree();
    const { signal } = new AbortController();
    const { repository, listed } = await openWorktrees(testMachine(), shop.folder, signal);
    const one = listed.find(({ main }) => !main);
    if (!one) throw new Error('no worktree');
    const elsewhere = { ...one, path: path.join(shop.folder, 'elsewhere') };
    expect(await worktreeGit.kept(repository, elsewhere, signal)).toMatchObject({ kind: 'failed' });
    writeFiles(path.join(shop.folder, '.git'), { 'worktrees/STORY-001/modules': '' });
    expect(await worktreeGit.kept(repository, one, signal)).toMatchObject({
      kind: 'failed',
      message: `cannot read the repositories of submodules that git keeps for ${one.path}: a part of its path is not a folder`,
    });
  });

  itLong('looks through the repositories among what git ignores', async () => {
    const { shop, made } = withWorktree();
    const origin = inShop();
    const inner = (name: string): string => path.join(made.folder, 'node_modules', name);
    origin.git('clone', '--quiet', `file://${origin.folder}`, inner('pushed'));
    origin.git('worktree', 'add', '--quiet', '-b', 'other', inner('worktree of another'));
    const expectRefused = async (name: string): Promise<void> => {
      const { err } = await shop.cli('remove', 'STORY-001', '--apply');
      expect(err).toContain(`has ignored repositories (node_modules/${name})`);
      expect(existsSync(inner(name))).toBe(true);
      rmSync(inner(name), { recursive: true });
    };
    const loads: readonly ((one: GitRepository) => unknown)[] = [
      (one) => one.commit('not pushed', { 'src/b.js': 'b' }),
      (one) => one.write({ 'src/b.js': 'b' }),
      (one) => one.write({ 'src/a.js': 'changed' }),
      (one) => (one.write({ 'src/a.js': 'changed' }), one.git('stash')),
    ];
    for (const [number, load] of loads.entries()) {
      const folder = inner(`deep/${number} ü`);
      origin.git('clone', '--quiet', `file://${origin.folder}`, folder);
      load(openGitRepository(folder));
      await expectRefused(`deep/${number} ü`);
    }
    origin.git('clone', '--quiet', '--bare', `file://${origin.folder}`, inner('bare.git'));
    await expectRefused('bare.git');
    symlinkSync(origin.folder, path.join(made.folder, '.worktrees'));
    const elsewhere = openGitRepository(inner('worktree of another'));
    elsewhere.checkout('--detach');
    const loose = elsewhere.commit('loose', { 'src/b.js': 'b' });
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toContain('(node_modules/worktree of another)');
    origin.git('branch', 'kept', loose);
    expect(await shop.cli('remove', 'STORY-001', '--apply')).toMatchObject({ code: 0, err: '' });
  });

  it('refuses the main checkout, the one it is called in, and what it cannot tell', async () => {
    const { shop, made } = withWorktree();
    expect((await shop.cli('remove', shop.folder, '--apply')).err).toContain('main checkout, which cannot be removed');
    expect((await shop.cli('remove', 'STORY-001', '--apply', '--root', made.folder)).err).toContain(
      'is the current worktree',
    );
    expect((await shop.cli('remove', 'BUG-002', '--apply')).err).toContain('BUG-002 has no worktree');
    expect((await shop.cli('remove', 'tree', '--apply')).err).toContain('is neither an item id nor an absolute path');
    expect((await shop.cli('remove', '/tmp', '--apply')).err).toContain('/tmp is not a worktree of this repository');
    shop.git('worktree', 'add', '--quiet', path.join(shop.beside, 'STORY-001-b'));
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toContain('STORY-001 has several worktrees');
  });

  it.runIf(process.platform === 'linux')('refuses while a process works in it', async () => {
    const { shop, made } = withWorktree();
    const child = spawn('sleep', ['60'], { cwd: path.join(made.folder, 'src') });
    onTestFinished(() => void child.kill());
    await expect.poll(() => realpathSync(`/proc/${child.pid ?? 0}/cwd`)).toBe(path.join(made.folder, 'src'));
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toContain(
      `is in use (process ${child.pid ?? 0}, sleep)`,
    );
    expect(existsSync(made.folder)).toBe(true);
  });
});

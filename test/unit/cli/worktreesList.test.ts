import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneRepository, openGitRepository } from '../../support/gitRepository.js';
import { itLong } from '../../support/runs.js';
import { writeFiles } from '../../support/temporaryFolder.js';
import { inShop, openShop, shopWithWorktree } from '../../support/worktreeShop.js';

const withWorktree = shopWithWorktree();

describe('worktree list', () => {
  it('tells what each holds that is nowhere else', async () => {
    const { shop, made } = withWorktree();
    made.commit('work', { 'src/b.js': 'b\n' });
    made.write({ 'src/a.js': 'c\n', 'new ü.txt': '', 'node_modules/x/y.js': 'x' });
    expect((await shop.cli('create', 'BUG-002')).code).toBe(0);
    const bug = path.join(shop.beside, 'BUG-002');
    shop.git('worktree', 'lock', '--reason', 'on a stick', bug);
    writeFiles(shop.beside, { 'other/a.txt': '' });
    expect(await shop.data('list')).toMatchObject({
      defaultBranch: 'main',
      strays: [{ path: path.join(shop.beside, 'other'), holdsFiles: true }],
      worktrees: [
        { path: shop.folder, main: true, current: true, branch: 'main', merged: true },
        { path: bug, locked: true, lockReason: 'on a stick', merged: true, unmerged: 0 },
        {
          path: shop.place,
          main: false,
          items: ['STORY-001'],
          changed: ['src/a.js'],
          untracked: ['new ü.txt'],
          ignored: ['node_modules/'],
          unmerged: 1,
          merged: false,
        },
      ],
    });
    const { out } = await shop.cli('list');
    expect(out).toMatch(
      /feature\/STORY-001 · created within the last hour · 0\.\d kB\n {4}1 changed · 1 untracked · 1 ignored/,
    );
    expect(out).toContain('1 commit not merged');
    expect(out).toContain('locked (on a stick) · everything is in main');
    expect((await shop.cli('list', '--quick')).out).not.toContain('kB');
    rmSync(bug, { recursive: true });
    shop.git('worktree', 'unlock', bug);
    expect((await shop.cli('list')).out).toContain('its folder is gone');
    rmSync(path.join(shop.place, '.git'));
    expect((await shop.cli('list')).code).toBe(0);
  });

  itLong('counts what is not pushed', async () => {
    const shop = openShop(cloneRepository(inShop()));
    const made = await shop.create();
    made.commit('work', { 'src/b.js': 'b\n' });
    expect((await shop.cli('list')).out).toContain('1 commit not merged · 1 not pushed');
    made.git('push', '--quiet', 'origin', 'HEAD');
    expect((await shop.cli('list')).out).not.toContain('not pushed');
  });
});

describe('worktree prune', () => {
  it('says what is left behind, and removes it on request', async () => {
    const { shop } = withWorktree();
    expect((await shop.cli('create', 'BUG-002')).code).toBe(0);
    const bug = path.join(shop.beside, 'BUG-002');
    rmSync(shop.place, { recursive: true });
    rmSync(path.join(bug, '.git'));
    mkdirSync(path.join(shop.beside, 'empty'));
    writeFiles(shop.beside, { 'full/a.txt': '', 'stale/.git': `gitdir: ${shop.folder}/.git/worktrees/gone\n` });
    const { out } = await shop.cli('prune');
    expect(out).toContain(`${shop.place}: its folder is gone: git prunes it, and feature/STORY-001 stays\n`);
    expect(out).toContain(`${bug}: its .git file is missing: it is restored\n`);
    expect(out).toContain(`${path.join(shop.beside, 'full')}: kept: git knows no worktree there`);
    expect(readdirSync(shop.beside).sort()).toEqual(['BUG-002', 'empty', 'full', 'stale']);
    expect(await shop.data('prune', '--apply')).toMatchObject({ applied: true });
    expect(readdirSync(shop.beside).sort()).toEqual(['BUG-002', 'full']);
    expect(openGitRepository(bug).git('status', '--porcelain', '--branch')).toBe('## fix/BUG-002');
    expect(shop.git('worktree', 'list').split('\n')).toHaveLength(2);
    expect((await shop.cli('prune')).out).toMatch(/nothing to do\n$/);
  });

  itLong('keeps what is locked, and commits on no branch', async () => {
    const { shop, made } = withWorktree();
    shop.git('worktree', 'lock', shop.place);
    made.checkout('--detach');
    const loose = made.commit('loose', { 'src/a.js': 'b' });
    rmSync(shop.place, { recursive: true });
    expect((await shop.cli('prune', '--apply')).out).toContain('kept: it is locked');
    shop.git('worktree', 'unlock', shop.place);
    expect((await shop.cli('prune', '--apply')).out).toContain(`git branch NAME ${loose}`);
    shop.git('branch', 'kept', loose);
    expect((await shop.cli('prune', '--apply')).out).toMatch(/: git prunes it\ndone\n$/);
    expect(existsSync(shop.beside)).toBe(false);
  });

  it('has nothing to do where nothing is left', async () => {
    const { shop } = withWorktree();
    expect((await shop.cli('prune', '--apply')).out).toBe('no leftovers of deleted worktrees\n');
    expect(existsSync(shop.place)).toBe(true);
  });
});

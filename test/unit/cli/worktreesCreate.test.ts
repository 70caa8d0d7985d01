import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneRepository, gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { type CliRun, run } from '../../support/runCli.js';
import { itLong, sampled } from '../../support/runs.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import {
  files,
  inShop,
  knownIn,
  openShop,
  shopWithWorktree,
  type WorktreeShop as Shop,
} from '../../support/worktreeShop.js';

const withWorktree = shopWithWorktree();

// What git and systems rarely leave behind is for the long suite; random lives of worktrees are in test/property/worktrees.test.ts.
describe('worktree create', () => {
  it('makes a worktree beside the checkout, with the branch of the item', async () => {
    const shop = inShop();
    const head = shop.git('rev-parse', 'HEAD');
    expect(await shop.data('create', 'STORY-001')).toMatchObject({
      path: shop.place,
      root: shop.place,
      branch: 'feature/STORY-001',
      made: true,
      madeBranch: true,
      base: 'main',
      commit: head,
      absent: [],
    });
    expect(openGitRepository(shop.place).git('status', '--porcelain', '--branch')).toBe('## feature/STORY-001');
    expect((await shop.cli('create', 'BUG-002')).out).toContain('of fix/BUG-002, a new branch from main');
    expect(shop.git('status', '--porcelain', '--branch')).toBe('## main');
    expect(readdirSync(path.join(shop.folder, '.git/pactwright/unfinished'))).toEqual([]);
  });

  it('finds the worktree that is there', async () => {
    const { shop, made } = withWorktree();
    const again = { path: shop.place, branch: 'feature/STORY-001', made: false };
    expect(await shop.data('create', 'STORY-001', '--base', 'nowhere')).toMatchObject(again);
    expect(await shop.data('create', 'STORY-001', '--root', made.folder)).toMatchObject(again);
    made.git('switch', '--quiet', '--detach');
    expect(await shop.data('create', 'STORY-001')).toMatchObject({ path: shop.place, made: false });
  });

  it('takes the branch that is there, here or on a remote', async () => {
    const origin = inShop();
    origin.git('branch', 'fix/BUG-002');
    origin.branch('feature/STORY-001-cart');
    const tip = origin.commit('work', { 'src/a.js': 'b\n' });
    origin.checkout('main');
    expect(await origin.data('create', 'STORY-001')).toMatchObject({
      branch: 'feature/STORY-001-cart',
      madeBranch: false,
      commit: tip,
    });
    const clone = openShop(cloneRepository(origin));
    expect(await clone.data('create', 'STORY-001')).toMatchObject({ branch: 'feature/STORY-001-cart', commit: tip });
    const made = openGitRepository(clone.place);
    expect(made.git('rev-parse', '--abbrev-ref', '@{upstream}')).toBe('origin/feature/STORY-001-cart');
    expect(clone.git('branch', '--list', 'feature/STORY-001')).toBe('');
  });

  it('fetches the files that a partial clone lacks', async () => {
    const whole = inShop();
    whole.git('config', 'uploadpack.allowFilter', 'true');
    const folder = path.join(temporaryFolder(), 'clone');
    whole.git('clone', '--quiet', '--filter=blob:none', '--no-checkout', `file://${whole.folder}`, folder);
    const shop = openShop(openGitRepository(folder));
    shop.git('restore', '--source=HEAD', '--staged', '--worktree', 'docs');
    expect(await shop.cli('create', 'STORY-001')).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(path.join(shop.place, 'src/a.js'), 'utf8')).toBe('a\n');
  });

  it('begins at the given start, and says what is not there', async () => {
    const shop = inShop();
    shop.tag('v1');
    shop.commit('more', { 'docs/specs/STORY-003.md': '# STORY-003: Three\n', 'src/a.js': 'b\n' });
    const { out } = await shop.cli('create', 'STORY-003', '--base', 'v1');
    expect(out).toContain('from v1');
    expect(out).toContain('without docs/specs/STORY-003.md, not committed there');
    expect((await shop.cli('create', 'STORY-001', '--base', shop.git('rev-parse', 'HEAD'))).code).toBe(0);
    expect(openGitRepository(shop.place).git('rev-parse', 'HEAD')).toBe(shop.git('rev-parse', 'main'));
  });

  itLong('makes it again where its folder was deleted by hand', async () => {
    const { shop, made } = withWorktree();
    made.commit('work', { 'src/b.js': 'b\n' });
    rmSync(shop.place, { recursive: true });
    mkdirSync(shop.place);
    expect(await shop.data('create', 'STORY-001')).toMatchObject({ made: true, madeBranch: false });
    expect(existsSync(path.join(shop.place, 'src/b.js'))).toBe(true);
  });

  itLong('works in a package of a repository, and in a bare one', async () => {
    const folder = path.join(temporaryFolder(), 'shop.git');
    const origin = gitRepository();
    origin.commit('begin', { 'packages/cart/docs/specs/STORY-001.md': '# STORY-001: One\n' });
    origin.git('clone', '--quiet', '--bare', origin.folder, folder);
    const main = path.join(path.dirname(folder), 'main');
    openGitRepository(folder).git('worktree', 'add', '--quiet', main, 'main');
    const cwd = path.join(main, 'packages/cart');
    const { code, out } = await run({ cwd }, 'worktree', 'create', 'STORY-001', '--format', 'json');
    const place = path.join(path.dirname(folder), 'shop.worktrees', 'STORY-001');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      answer: { data: { path: place, root: path.join(place, 'packages/cart') } },
    });
    const { out: listed } = await run({ cwd }, 'worktree', 'list');
    expect(listed).toContain(`${folder}\n    main checkout · bare\n`);
    expect((await run({ cwd }, 'worktree', 'remove', 'STORY-001', '--apply', '--delete-branch')).err).toBe('');
    expect(existsSync(place)).toBe(false);
  });

  itLong('takes the files of a sparse checkout alone', async () => {
    const shop = inShop();
    shop.git('sparse-checkout', 'set', 'docs');
    const made = await shop.create();
    expect(existsSync(path.join(made.folder, 'src'))).toBe(false);
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toBe('');
    expect(existsSync(shop.place)).toBe(false);
  });

  itLong('may be inside the checkout where git ignores it', async () => {
    const shop = inShop();
    expect((await shop.cli('create', 'STORY-001', '--folder', '.worktrees/one')).code).toBe(0);
    expect(shop.git('status', '--porcelain')).toBe('');
    const inner = path.join(shop.folder, '.worktrees/one');
    expect((await shop.cli('create', 'BUG-002', '--folder', path.join(inner, '.worktrees/two'))).code).toBe(0);
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toContain('contains other worktrees');
  });

  itLong('takes no branch whose name git would take for an option', async () => {
    const origin = inShop();
    origin.git('update-ref', 'refs/heads/--reason=STORY-001', 'HEAD');
    for (const shop of [origin, openShop(cloneRepository(origin))])
      expect(await shop.data('create', 'STORY-001')).toMatchObject({ branch: 'feature/STORY-001', madeBranch: true });
  });

  itLong('works where worktrees have a configuration of their own, the main one being bare by its own', async () => {
    const origin = inShop();
    const folder = path.join(temporaryFolder(), 'läden – ü');
    origin.git('clone', '--quiet', '--bare', origin.folder, path.join(folder, '.git'));
    const bare = openGitRepository(folder);
    bare.git('config', 'extensions.worktreeConfig', 'true');
    bare.git('config', '--unset', 'core.bare');
    bare.git('config', '--worktree', 'core.bare', 'true');
    const main = path.join(folder, 'main');
    bare.git('worktree', 'add', '--quiet', main, 'main');
    openGitRepository(main).git('sparse-checkout', 'set', 'docs');
    const told = (...args: string[]): Promise<CliRun> => run({ cwd: main }, 'worktree', ...args);
    expect((await told('create', 'STORY-001')).err).toBe('');
    const place = path.join(`${folder}.worktrees`, 'STORY-001');
    // Beside the sparse files: the state of its setup, which git ignores.
    expect(readdirSync(place).sort()).toEqual(['.git', '.gitignore', '.pactwright', 'docs']);
    expect(openGitRepository(place).git('status', '--porcelain')).toBe('');
    expect((await told('list')).out).toContain(`${place}\n    feature/STORY-001`);
    expect((await told('remove', 'STORY-001', '--apply', '--delete-branch')).err).toBe('');
    expect(existsSync(`${folder}.worktrees`)).toBe(false);
  });

  const refused: readonly (readonly [string, (shop: Shop) => readonly string[], string])[] = [
    ['an item that is not there', () => ['STORY-009'], 'STORY-009 has no spec and no board entry'],
    ['what is no id', () => ['--', '../x'], 'item "../x" is not an item id'],
    ['an option for a base', () => ['STORY-001', '--base=--force'], 'no branch, tag or commit --force'],
    ['a base that is not there', () => ['STORY-001', '--base', 'mian'], 'no branch, tag or commit mian'],
    [
      'a branch in the main checkout',
      (shop) => (shop.branch('feature/STORY-001'), ['STORY-001']),
      'feature/STORY-001 is checked out in the main checkout',
    ],
    [
      'several branches of the item',
      (shop) => (shop.git('branch', 'STORY-001-a'), shop.git('branch', 'STORY-001-b'), ['STORY-001']),
      'several branches name STORY-001',
    ],
    [
      'a folder with something in it',
      (shop) => (writeFiles(shop.place, { 'a.txt': '' }), ['STORY-001']),
      'STORY-001 already exists and is not a worktree of the item',
    ],
    ['a folder among the files', () => ['STORY-001', '--folder', 'src/tree'], 'among its files'],
    ['the folder of git', () => ['STORY-001', '--folder', '.git/tree'], 'is inside the .git folder'],
    [
      'a branch name that git does not take',
      (shop) => (shop.git('branch', 'feature'), ['STORY-001']),
      'could not create the worktree',
    ],
  ];
  it.each(sampled(refused, 5))('refuses %s, and leaves nothing', async (_, prepare, message) => {
    const shop = inShop();
    const args = prepare(shop);
    const before = knownIn(shop);
    const { code, err } = await shop.cli('create', ...args);
    expect(err).toContain(message);
    expect(code).not.toBe(0);
    expect(knownIn(shop)).toEqual(before);
  });

  it('refuses where there is nothing to make it of', async () => {
    const cwd = temporaryFolder(files);
    expect((await run({ cwd }, 'worktree', 'create', 'STORY-001')).err).toContain('there are no worktrees');
    const empty = openShop(gitRepository());
    empty.write(files);
    expect((await empty.cli('create', 'STORY-001')).err).toContain('has no commits');
    const odd = openShop(gitRepository());
    odd.git('switch', '--quiet', '--orphan', 'a');
    odd.commit('begin', files);
    odd.git('branch', 'b');
    odd.checkout('--detach');
    expect((await odd.cli('create', 'STORY-001')).err).toContain('specify a start with --base');
    expect((await odd.cli('create', 'STORY-001', '--base', 'b')).code).toBe(0);
  });

  itLong('asks for a place where the repository is a submodule', async () => {
    const inner = inShop();
    const outer = gitRepository();
    outer.git('submodule', '--quiet', 'add', inner.folder, 'shop');
    const shop = openShop(openGitRepository(path.join(outer.folder, 'shop')));
    expect((await shop.cli('create', 'STORY-001')).err).toContain('this is a submodule of');
    const elsewhere = path.join(temporaryFolder(), 'tree');
    expect((await shop.cli('create', 'STORY-001', '--folder', elsewhere)).err).toBe('');
    expect(existsSync(path.join(elsewhere, 'src/a.js'))).toBe(true);
    expect((await shop.cli('remove', 'STORY-001', '--apply')).err).toBe('');
  });
});

describe('a start that fails', () => {
  const hook = (shop: Shop, script: string): void => {
    writeFileSync(path.join(shop.folder, '.git/hooks/post-checkout'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };

  it.each([
    ['a hook', (shop: Shop) => hook(shop, 'exit 1')],
    [
      'a filter',
      (shop: Shop) => {
        shop.commit('filtered', { '.gitattributes': 'src/a.js filter=broken\n' });
        shop.git('config', 'filter.broken.smudge', 'false');
        shop.git('config', 'filter.broken.required', 'true');
      },
    ],
  ])('is taken back: %s', async (_, break_) => {
    const shop = inShop();
    break_(shop);
    const { code, err } = await shop.cli('create', 'STORY-001');
    expect(err).toContain('could not create the worktree');
    expect(code).toBe(3);
    expect(existsSync(shop.beside)).toBe(false);
    expect(shop.git('branch', '--list', 'feature/*')).toBe('');
    expect(shop.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readdirSync(path.join(shop.folder, '.git/pactwright/unfinished'))).toEqual([]);
  });

  itLong('keeps what somebody has put there, and says so', async () => {
    const shop = inShop();
    hook(shop, 'echo mine > mine.txt; exit 1');
    const { err } = await shop.cli('create', 'STORY-001');
    expect(err).toContain(`what is at ${shop.place} was kept because it contains files`);
    expect(existsSync(path.join(shop.place, 'mine.txt'))).toBe(true);
    expect(await shop.data('create', 'STORY-001')).toMatchObject({ made: false });
  });

  it('keeps a branch that was there before', async () => {
    const shop = inShop();
    shop.git('branch', 'feature/STORY-001');
    hook(shop, 'exit 1');
    expect((await shop.cli('create', 'STORY-001')).code).toBe(3);
    expect(existsSync(shop.beside)).toBe(false);
    expect(shop.git('branch', '--list', 'feature/*')).toContain('feature/STORY-001');
  });

  const note = (shop: Shop): void =>
    writeFiles(path.join(shop.folder, '.git/pactwright/unfinished'), {
      'one.json': JSON.stringify([
        { path: shop.place, branch: 'feature/STORY-001', madeAt: shop.git('rev-parse', 'main') },
      ]),
    });
  const halfMade = (shop: Shop): void => {
    shop.git('worktree', 'add', '--quiet', '-b', 'feature/STORY-001', shop.place);
    const own = path.join(shop.folder, '.git/worktrees/STORY-001');
    writeFileSync(path.join(own, 'locked'), 'initializing');
    rmSync(path.join(own, 'index'));
    rmSync(path.join(shop.place, 'src'), { recursive: true });
    note(shop);
  };
  const left: readonly (readonly [string, (shop: Shop) => void, boolean])[] = [
    ['nothing', note, false],
    [
      'the branch',
      (shop) => {
        shop.git('branch', 'feature/STORY-001');
        note(shop);
      },
      false,
    ],
    [
      'an empty folder',
      (shop) => {
        mkdirSync(shop.place, { recursive: true });
        note(shop);
      },
      false,
    ],
    ['half of it', halfMade, false],
    [
      'half of it, without a lock: the git that checks out was killed',
      (shop) => {
        halfMade(shop);
        rmSync(path.join(shop.folder, '.git/worktrees/STORY-001/locked'));
      },
      false,
    ],
    [
      'half of it, which has no branch yet',
      (shop) => {
        halfMade(shop);
        writeFileSync(path.join(shop.folder, '.git/worktrees/STORY-001/HEAD'), `${'0'.repeat(40)}\n`);
      },
      false,
    ],
    [
      'half of it, without its folder',
      (shop) => {
        halfMade(shop);
        rmSync(shop.beside, { recursive: true });
      },
      false,
    ],
    [
      'half of it, and a file of somebody',
      (shop) => {
        halfMade(shop);
        writeFileSync(path.join(shop.place, 'mine.txt'), '');
      },
      true,
    ],
    [
      'a branch that somebody has committed to',
      (shop) => {
        note(shop);
        shop.branch('feature/STORY-001');
        shop.commit('work', { 'src/a.js': 'b\n' });
        shop.checkout('main');
      },
      true,
    ],
    [
      'all of it',
      (shop) => {
        shop.git('worktree', 'add', '--quiet', '-b', 'feature/STORY-001', shop.place);
        note(shop);
      },
      true,
    ],
    [
      'half of it, and a file of somebody that settings hide',
      (shop) => {
        halfMade(shop);
        shop.git('config', 'status.showUntrackedFiles', 'no');
        writeFileSync(path.join(shop.place, 'mine.txt'), '');
      },
      true,
    ],
  ];
  it.each(sampled(left, 5))('of a process that was killed is taken back later: %s', async (_, leave, stays) => {
    const shop = inShop();
    leave(shop);
    const { code, err } = await shop.cli('prune', '--apply');
    expect([code, err]).toEqual([0, '']);
    expect(shop.git('branch', '--list', 'feature/*') !== '').toBe(stays);
    if (!stays) expect(existsSync(shop.beside)).toBe(false);
    expect(shop.git('worktree', 'list')).not.toMatch(/locked|prunable/);
    expect(readdirSync(path.join(shop.folder, '.git/pactwright/unfinished'))).toEqual([]);
    expect(shop.git('status', '--porcelain', '--branch')).toBe('## main');
  });
});

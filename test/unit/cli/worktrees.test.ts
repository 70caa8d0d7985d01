import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openWorktrees } from '../../../server/src/execution/operations/openWorktrees.js';
import { occupantsOf } from '../../../server/src/host/worktrees/folders.js';
import { removeWorktree } from '../../../server/src/operations/worktrees/remove.js';
import { defaultConfiguration } from '../../../server/src/workspace/configuration.js';
import { cloneRepository, type GitRepository, gitRepository, openGitRepository } from '../../support/gitRepository.js';
import { projectOf } from '../../support/projectOf.js';
import { type CliRun, run } from '../../support/runCli.js';
import { itLong, sampled } from '../../support/runs.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const files = {
  'docs/specs/STORY-001.md': '# STORY-001: One\n',
  'docs/specs/BUG-002.md': '# BUG-002: Two\n',
  'src/a.js': 'a\n',
  '.gitignore': 'node_modules/\n.worktrees\n',
};

interface Shop extends GitRepository {
  /** Where worktrees are made. */
  readonly beside: string;
  readonly place: string;
  readonly cli: (...args: readonly string[]) => Promise<CliRun>;
  /** What the command says as JSON. */
  readonly data: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  readonly create: (...options: readonly string[]) => Promise<GitRepository>;
}

function openShop(repository: GitRepository): Shop {
  const { folder } = repository;
  const beside = `${folder}.worktrees`;
  const place = path.join(beside, 'STORY-001');
  const cli: Shop['cli'] = (...args) => run({ cwd: folder }, 'worktree', ...args);
  return {
    ...repository,
    beside,
    place,
    cli,
    data: async (...args) => {
      const { out } = await cli(...args, '--format', 'json');
      const { answer, error } = JSON.parse(out) as { answer?: { data: Record<string, unknown> }; error?: unknown };
      return answer?.data ?? { error };
    },
    create: async (...options) => {
      expect(await cli('create', 'STORY-001', ...options)).toMatchObject({ code: 0, err: '' });
      return openGitRepository(place);
    },
  };
}

function inShop(): Shop {
  const shop = openShop(gitRepository(path.join(temporaryFolder(), 'my shop')));
  shop.commit('begin', files);
  return shop;
}

let ground = '';
beforeAll(async () => {
  ground = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright ü ')));
  const shop = openShop(gitRepository(path.join(ground, 'my shop')));
  shop.commit('begin', files);
  await shop.create();
});
afterAll(() => {
  rmSync(ground, { recursive: true, force: true });
});

/** A shop with the worktree of STORY-001, as `worktree create` makes it; a copy, as most tests begin with the same. */
function withWorktree(): { readonly shop: Shop; readonly made: GitRepository } {
  const folder = temporaryFolder();
  cpSync(ground, folder, { recursive: true, preserveTimestamps: true });
  const shop = openShop(openGitRepository(path.join(folder, 'my shop')));
  // Each of the two holds where the other is.
  for (const file of [path.join(shop.folder, '.git/worktrees/STORY-001/gitdir'), path.join(shop.place, '.git')])
    writeFileSync(file, readFileSync(file, 'utf8').replace(ground, folder));
  return { shop, made: openGitRepository(shop.place) };
}

/** The branches and worktrees that git knows of, as its files say it, and what is there of the item's own. */
function knownIn({ folder, beside, place }: Shop): unknown {
  const own = path.join(folder, '.git/worktrees');
  const refs = path.join(folder, '.git/refs/heads');
  const named = (below: string): readonly string[] =>
    existsSync(below) ? readdirSync(below, { recursive: true, encoding: 'utf8' }).sort() : [];
  return {
    branches: named(refs).map((name) => [
      name,
      lstatSync(path.join(refs, name)).isFile() && readFileSync(path.join(refs, name), 'utf8'),
    ]),
    worktrees: (existsSync(own) ? readdirSync(own) : [])
      .flatMap((name) => ['HEAD', 'gitdir', 'locked'].map((file) => path.join(own, name, file)))
      .map((file) => [file, existsSync(file) && readFileSync(file, 'utf8')]),
    folders: [existsSync(beside), existsSync(place)],
  };
}

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

  it('begins where it is told to, and says what is not there', async () => {
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

itLong('what was staged comes back on the way that is told', async () => {
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
      'a file that git is told not to look at',
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

describe('worktree prune', () => {
  it('says what is left behind, and clears it away when it is told to', async () => {
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

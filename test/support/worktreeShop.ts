import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type GitRepository, gitRepository, openGitRepository } from './gitRepository.js';
import { type CliRun, run } from './runCli.js';
import { temporaryFolder } from './temporaryFolder.js';

export const files = {
  'docs/specs/STORY-001.md': '# STORY-001: One\n',
  'docs/specs/BUG-002.md': '# BUG-002: Two\n',
  'src/a.js': 'a\n',
  '.gitignore': 'node_modules/\n.worktrees\n',
};

/** A repository with two items, in which `pactwright worktree` is called. */
export interface WorktreeShop extends GitRepository {
  /** Where worktrees are made. */
  readonly beside: string;
  readonly place: string;
  readonly cli: (...args: readonly string[]) => Promise<CliRun>;
  /** What the command says as JSON. */
  readonly data: (...args: readonly string[]) => Promise<Record<string, unknown>>;
  readonly create: (...options: readonly string[]) => Promise<GitRepository>;
}

export function openShop(repository: GitRepository): WorktreeShop {
  const { folder } = repository;
  const beside = `${folder}.worktrees`;
  const place = path.join(beside, 'STORY-001');
  const cli: WorktreeShop['cli'] = (...args) => run({ cwd: folder }, 'worktree', ...args);
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

export function inShop(): WorktreeShop {
  const shop = openShop(gitRepository(path.join(temporaryFolder(), 'my shop')));
  shop.commit('begin', files);
  return shop;
}

/** A shop with the worktree of STORY-001, as `worktree create` makes it, and the worktree. */
interface ShopWithWorktree {
  readonly shop: WorktreeShop;
  readonly made: GitRepository;
}

/** Makes a shop with a worktree before the tests of a file. @returns what copies it for a test, as most tests begin with the same. */
export function shopWithWorktree(): () => ShopWithWorktree {
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
  return () => {
    const folder = temporaryFolder();
    cpSync(ground, folder, { recursive: true, preserveTimestamps: true });
    const shop = openShop(openGitRepository(path.join(folder, 'my shop')));
    // Each of the two holds where the other is.
    for (const file of [path.join(shop.folder, '.git/worktrees/STORY-001/gitdir'), path.join(shop.place, '.git')])
      writeFileSync(file, readFileSync(file, 'utf8').replace(ground, folder));
    return { shop, made: openGitRepository(shop.place) };
  };
}

/** The branches and worktrees that git knows of, as its files say it, and what is there of the item's own. */
export function knownIn({ folder, beside, place }: WorktreeShop): unknown {
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

import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

/** In a folder of one's own, in another repository, in worktrees. */
const others = [
  'private/dist/own.js',
  'private/own.pyc',
  'other/.git',
  'other/src/a.pyc',
  '.worktrees/one/a.pyc',
  '.claude/worktrees/one/a.pyc',
];

describe('clean', () => {
  const place = (): { readonly cwd: string; readonly has: (file: string) => boolean } => {
    const repository = gitRepository();
    const { folder: cwd } = repository;
    repository.commit('Begin', {
      '.gitignore': '/dist/\ntarget\nlinked\n/private/\n',
      '.pactwright/config.yaml': '',
      'coverage/own.ts': 'kept\n',
      'java/pom.xml': '',
      'src/a.py': '',
    });
    const outside = temporaryFolder({ 'kept.txt': 'kept\n' });
    repository.write({
      'dist/main.js': 'made\n',
      'java/target/a.class': 'made\n',
      'other/target/a.txt': 'no build file beside it\n',
      'src/__pycache__/a.pyc': 'made\n',
      'src/b.pyc': 'made\n',
      'src/build/own.ts': 'kept\n',
      'node_modules/.cache/x': 'made\n',
      'node_modules/dep/dist/index.js': 'kept\n',
      'coverage/new.ts': 'kept\n',
      'packages/one/dist/own.js': 'not ignored\n',
      ...Object.fromEntries(others.map((file) => [file, 'kept\n'])),
    });
    mkdirSync(path.join(cwd, 'links'));
    symlinkSync(outside, path.join(cwd, 'links/__pycache__'));
    return { cwd, has: (file) => existsSync(path.join(cwd, file)) };
  };
  const leftovers = ['dist', 'java/target', 'node_modules/.cache', 'src/__pycache__', 'src/b.pyc'];

  test('lists first, and removes nothing', async () => {
    const { cwd, has } = place();
    const { code, out } = await run({ cwd }, 'clean');
    expect({ code, lines: out.trim().split('\n') }).toEqual({
      code: 0,
      lines: [...leftovers, '5 leftovers; `pactwright clean --remove` removes them'],
    });
    expect(leftovers.every(has)).toBe(true);
  });

  test('removes them, and neither what git tracks nor what is one’s own nor what a link leads to', async () => {
    const { cwd, has } = place();
    expect(await run({ cwd }, 'clean', '--remove')).toMatchObject({ code: 0 });
    expect(leftovers.filter(has)).toEqual([]);
    const kept = [
      ...others,
      'coverage/own.ts',
      'coverage/new.ts',
      'packages/one/dist/own.js',
      'node_modules/dep/dist/index.js',
    ];
    expect(
      [...kept, 'other/target/a.txt', 'src/build/own.ts', 'links/__pycache__/kept.txt'].filter((one) => !has(one)),
    ).toEqual([]);
  });

  test('works in a repository that holds several projects, and makes none', async () => {
    const { folder: cwd, write, commit } = gitRepository();
    commit('Begin', { '.gitignore': 'dist\n', 'a/docs/specs/x.md': '', 'b/docs/specs/x.md': '' });
    write({ 'a/dist/made.js': '' });
    expect((await run({ cwd }, 'clean')).out).toBe('a/dist\n1 leftover; `pactwright clean --remove` removes them\n');
    expect(await run({ cwd }, 'report')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(cwd, '.pactwright'))).toBe(false);
  });

  test('of one stack, and in no folder without git', async () => {
    const { cwd } = place();
    expect((await run({ cwd }, 'clean', '--stack', 'python')).out).toContain('2 leftovers;');
    const { code, err } = await run(
      { cwd: temporaryFolder({ 'docs/specs/x.md': '', 'dist/a': '' }) },
      'clean',
      '--remove',
    );
    expect(code).toBe(1);
    expect(err).toContain('is not in a git repository');
  });
});

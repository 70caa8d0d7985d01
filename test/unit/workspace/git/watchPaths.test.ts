import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitWatches, joinRefreshes, refreshFor } from '../../../../server/src/workspace/git/watchPaths.js';

const common = path.resolve('/p/.git');
const main = { folder: '/p', prefix: '', top: '/p', gitFolder: common, commonFolder: common };
const linked = { ...main, folder: '/w', top: '/w', gitFolder: path.join(common, 'worktrees', 'w') };

describe('what to watch of a repository', () => {
  it('is one folder in the main worktree and two in a linked one', () => {
    expect(gitWatches(main).map(({ folder }) => folder)).toEqual([common]);
    expect(gitWatches(linked)).toMatchObject([
      { folder: linked.gitFolder, globs: ['HEAD', 'index'] },
      { folder: common },
    ]);
    expect(gitWatches(main)[0]?.globs).toEqual(
      expect.arrayContaining(['HEAD', 'index', 'refs/**', 'packed-refs', 'worktrees/**']),
    );
  });

  it.each([
    ['HEAD', {}],
    ['refs/heads/feature/STORY-001', {}],
    ['packed-refs', {}],
    ['shallow', {}],
    ['index', { status: true }],
    ['info/exclude', { refs: false, ignored: true }],
    ['worktrees/other', { worktrees: true }],
    ['worktrees/other/HEAD', { worktrees: true }],
    ['worktrees/other/locked', { worktrees: true }],
    ['worktrees/other/index', undefined],
    ['worktrees/other/logs/HEAD', undefined],
    ['pactwright/evidence/log.jsonl', { refs: false, record: true }],
    ['pactwright/evidence/lock', undefined],
    ['pactwright/cache/history-1.jsonl', undefined],
    ['ORIG_HEAD', undefined],
    ['FETCH_HEAD', undefined],
    ['index.lock', undefined],
    ['refs/heads/main.lock', undefined],
    ['objects/ab/cd', undefined],
    ['logs/HEAD', undefined],
    ['info/attributes', undefined],
    ['../src/index', undefined],
  ])('asks after a change of %s for %j', (file, expected) => {
    expect(refreshFor(path.join(common, file), main)).toEqual(expected);
  });

  it.each([
    ['worktrees/w/HEAD', {}],
    ['worktrees/w/index', { status: true }],
    ['refs/heads/main', {}],
    ['HEAD', undefined],
    ['index', undefined],
  ])('asks in a linked worktree after a change of %s for %j', (file, expected) => {
    expect(refreshFor(path.join(common, file), linked)).toEqual(expected);
  });

  it('is asked for at one go', () => {
    expect(joinRefreshes([{ refs: false, ignored: true }, { status: true }])).toEqual({
      refs: true,
      status: true,
      worktrees: false,
      ignored: true,
      record: false,
    });
    expect(joinRefreshes([{ refs: false, record: true }])).toMatchObject({ refs: false, record: true });
    expect(joinRefreshes([{ refs: false, ignored: true }])).toMatchObject({ refs: false });
  });
});

import { describe, expect, it } from 'vitest';
import { topWorktreeRows, type WorktreeAnswer, withSizes } from '../../../client/src/worktrees/worktreeRows.js';
import { toWorktreeTreeItem } from '../../../client/src/worktrees/worktreeTreeItem.js';
import { removalWords, worktreeDetails, worktreeSummary } from '../../../client/src/worktrees/worktreeWords.js';
import type { WorktreeList, WorktreeRow } from '../../../server/src/protocol.js';

const now = Date.UTC(2026, 0, 5);
const row = (own: Partial<WorktreeRow> = {}): WorktreeRow => ({
  path: '/shop.worktrees/STORY-001',
  root: '/shop.worktrees/STORY-001',
  main: false,
  current: false,
  branch: 'feature/STORY-001',
  items: ['STORY-001'],
  locked: false,
  prunable: false,
  changed: [],
  untracked: [],
  ignored: [],
  ...own,
});
const main = row({ path: '/shop', root: '/shop', main: true, current: true, branch: 'main', items: [] });
const answer = (root: string, list?: Partial<WorktreeList>, failure?: string): WorktreeAnswer => ({
  root,
  name: root,
  ...(list ? { list: { worktrees: [main, row()], strays: [], defaultBranch: 'main', ...list } } : {}),
  ...(failure === undefined ? {} : { failure }),
});

describe('the rows of the worktrees view', () => {
  it.each([
    ['nothing for a main checkout alone', [answer('a', { worktrees: [main] })], []],
    ['nothing where there is no repository', [answer('a')], []],
    ['all of one repository', [answer('a', {})], ['/shop', '/shop.worktrees/STORY-001']],
    ['projects of one repository once', [answer('a', {}), answer('b', {})], ['/shop', '/shop.worktrees/STORY-001']],
    [
      'a folder that is none',
      [answer('a', { worktrees: [main], strays: [{ path: '/shop.worktrees/x', holdsFiles: true }] })],
      ['/shop', '/shop.worktrees/x'],
    ],
    [
      'each repository by itself where there are several',
      [answer('a', {}), answer('b', { worktrees: [row({ path: '/bank', main: true }), row({ path: '/bank 2' })] })],
      ['/shop repository', '/bank repository'],
    ],
    ['why it is not known', [answer('a', undefined, 'git is not installed')], ['a failure']],
  ])('are %s', (_, answers, ids) => {
    expect(topWorktreeRows(answers).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    [row(), 'worktree there other removable', 'git-branch'],
    [row({ untracked: ['a'] }), 'worktree there other removable', 'edit'],
    [row({ locked: true }), 'worktree there other removable', 'lock'],
    [row({ prunable: true }), 'worktree  other removable', 'warning'],
    [row({ current: true }), 'worktree there  ', 'git-branch'],
    [main, 'worktree there  ', 'repo'],
    [row({ main: true, bare: true }), 'worktree  other ', 'repo'],
  ])('offer what can be done: %j', (worktree, context, icon) => {
    const item = toWorktreeTreeItem({ kind: 'worktree', id: worktree.path, root: 'a', worktree }, now);
    expect(item).toMatchObject({ contextValue: context, iconPath: { id: icon } });
  });

  it.each([
    [row(), ''],
    [row({ branch: 'try', items: [] }), ''],
    [row({ branch: 'try' }), 'try'],
    [
      row({
        changed: ['a'],
        untracked: ['b', 'c'],
        unmerged: 2,
        unpushed: 1,
        bytes: 12_345_678,
        moreBytes: true,
        madeAt: '2026-01-01T00:00:00Z',
      }),
      '3 not committed · 2 not merged, 1 not pushed · more than 12.3 MB · created 4 days ago',
    ],
    [row({ unmerged: 0, bytes: 10, madeAt: '2026-01-04T20:00:00Z' }), 'nothing to merge · 0.0 kB · created 4 h ago'],
    [row({ prunable: true, locked: true }), 'its folder was deleted · locked'],
    [main, 'main checkout · this one'],
  ])('say how each stands: %j', (worktree, words) => {
    expect(worktreeSummary(worktree, 'main', now)).toBe(words);
  });

  it('name what is loose, and no endless list of it', () => {
    const changed = Array.from({ length: 10 }, (_, index) => String(index));
    expect(worktreeDetails(row({ changed, ignored: ['node_modules/'] }), 'main', now)).toMatch(
      /Changed: 0, 1, 2, 3, 4, 5, 6, 7 and 2 more\nIgnored by git: node_modules\/$/,
    );
  });

  it('keep the sizes that are known', () => {
    const list: WorktreeList = { worktrees: [row({ bytes: 5 }), main], strays: [] };
    const quick: WorktreeList = { worktrees: [row(), main], strays: [] };
    expect(withSizes(quick, list).worktrees).toEqual(list.worktrees);
    expect(withSizes(list, quick)).toEqual(list);
  });
});

it('what goes with a worktree is said before it is removed', () => {
  const plan = { path: '/x', items: [], removed: false, branchDeleted: false, ignored: ['.env'], processesKnown: true };
  expect(removalWords({ ...plan, branch: 'b', unmerged: 2 })).toMatch(
    /\/x will be removed\.\nThe branch b is kept[^]*Not merged yet: 2\.\n[^]*deleted with it: \.env$/,
  );
  expect(removalWords({ ...plan, processesKnown: false })).toMatch(/cannot tell whether a program is using it/);
});

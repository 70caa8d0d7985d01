import { all, commandTable, inRepository, hasItems, inViewTitle, onRow, trusted } from '../editor/commandTable.js';

/** Before they are first read, there may be some. */
const hasWorktrees = all(inRepository, 'pactwright.worktrees.rows != 0');

export const worktreeCommandTable = commandTable({
  'pactwright.worktrees.create': {
    icon: 'add',
    palette: all(inRepository, hasItems),
    menus: [inViewTitle('pactwright.worktrees', 'navigation@1', trusted, 'pactwright.worktrees.rows >= 0')],
  },
  'pactwright.worktrees.open': {
    icon: 'empty-window',
    palette: hasWorktrees,
    menus: [
      onRow('pactwright.worktrees', /^worktree there other/, 'inline@1'),
      onRow('pactwright.worktrees', /^worktree there other/, '1_open@1'),
    ],
  },
  'pactwright.worktrees.openTerminal': {
    icon: 'terminal',
    palette: hasWorktrees,
    menus: [onRow('pactwright.worktrees', /^worktree there/, '1_open@2')],
  },
  'pactwright.worktrees.copyPath': {
    icon: 'copy',
    palette: hasWorktrees,
    menus: [onRow('pactwright.worktrees', /^worktree/, '2_copy@1')],
  },
  'pactwright.worktrees.remove': {
    icon: 'trash',
    palette: hasWorktrees,
    menus: [
      onRow('pactwright.worktrees', /^worktree .*removable/, 'inline@2'),
      onRow('pactwright.worktrees', /^worktree .*removable/, '3_remove@1'),
    ],
  },
  'pactwright.worktrees.prune': {
    icon: 'clear-all',
    palette: inRepository,
    menus: [inViewTitle('pactwright.worktrees', 'navigation@2', trusted, 'pactwright.worktrees.rows >= 0')],
  },
  'pactwright.worktrees.refresh': {
    icon: 'refresh',
    palette: false,
    menus: [inViewTitle('pactwright.worktrees', 'navigation@3', trusted, 'pactwright.worktrees.rows >= 0')],
  },
});

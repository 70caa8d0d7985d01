import * as vscode from 'vscode';
import type { WorkSource } from '../editor/workSource.js';
import { worktreesIn } from './worktreeRows.js';
import type { WorktreeTree } from './worktreeTree.js';
import { worktreeDetails, worktreeSummary } from './worktreeWords.js';

/** The linked worktrees of an item; a click opens one in a new window. */
export function createWorktreeWork(tree: Pick<WorktreeTree, 'latest' | 'look' | 'onChange'>): WorkSource {
  return {
    rows: (root, { id: item }) =>
      worktreesIn(tree.latest()).flatMap((row) => {
        const { worktree, defaultBranch } = row;
        if (row.root !== root || worktree.main || !worktree.items.includes(item)) return [];
        return [
          {
            id: row.id,
            label: worktree.branch ?? worktree.path,
            description: worktreeSummary(worktree, defaultBranch, Date.now()),
            tooltip: worktreeDetails(worktree, defaultBranch, Date.now()),
            icon: new vscode.ThemeIcon('git-branch'),
            command: { command: 'pactwright.worktrees.open', title: vscode.l10n.t('Open'), arguments: [row] },
          },
        ];
      }),
    look: (items) => {
      if (items.length > 0) tree.look();
    },
    onChange: tree.onChange,
  };
}

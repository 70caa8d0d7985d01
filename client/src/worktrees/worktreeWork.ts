import * as vscode from 'vscode';
import type { WorkSource } from '../editor/workSource.js';
import type { WorktreeViewRow } from './worktreeRows.js';
import type { WorktreeTree } from './worktreeTree.js';
import { toWorktreeTreeItem } from './worktreeTreeItem.js';

/** The linked worktrees of an item; a click opens one in a window of its own. */
export function createWorktreeWork(tree: Pick<WorktreeTree, 'latest' | 'look' | 'onChange'>): WorkSource {
  return {
    rows: (root, item) =>
      worktreesOf(tree.latest()).flatMap((row) => {
        if (row.root !== root || row.worktree.main || !row.worktree.items.includes(item)) return [];
        const { description, tooltip } = toWorktreeTreeItem(row, Date.now());
        return [
          {
            id: row.id,
            label: row.worktree.branch ?? row.worktree.path,
            ...(typeof description === 'string' ? { description } : {}),
            ...(typeof tooltip === 'string' ? { tooltip } : {}),
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

function worktreesOf(rows: readonly WorktreeViewRow[]): readonly (WorktreeViewRow & { readonly kind: 'worktree' })[] {
  return rows.flatMap((row) =>
    row.kind === 'repository' ? worktreesOf(row.rows) : row.kind === 'worktree' ? [row] : [],
  );
}

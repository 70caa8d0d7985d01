import * as vscode from 'vscode';
import type { WorktreeRow } from '../../../server/src/protocol.js';
import type { WorktreeViewRow } from './worktreeRows.js';
import { folderName, worktreeDetails, worktreeName, worktreeSummary } from './worktreeWords.js';

/** A row as the view shows it. Icon and words show the state of a worktree, never colour alone. */
export function toWorktreeTreeItem(row: WorktreeViewRow, now: number): vscode.TreeItem {
  const item = treeItemOf(row, now);
  item.id = row.id;
  item.contextValue = contextOf(row);
  return item;
}

/** What the menus depend on: the kind of a row, and what can be done with it. */
function contextOf(row: WorktreeViewRow): string {
  if (row.kind !== 'worktree') return row.kind;
  const { main, current, prunable, bare } = row.worktree;
  return [row.kind, prunable || bare ? '' : 'there', current ? '' : 'other', main || current ? '' : 'removable'].join(
    ' ',
  );
}

function treeItemOf(row: WorktreeViewRow, now: number): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (row.kind) {
    case 'repository': {
      const item = new vscode.TreeItem(row.name, Expanded);
      item.iconPath = new vscode.ThemeIcon('repo');
      return item;
    }
    case 'worktree': {
      const { worktree, defaultBranch } = row;
      const item = new vscode.TreeItem(worktreeName(worktree), None);
      item.description = worktreeSummary(worktree, defaultBranch, now);
      item.tooltip = worktreeDetails(worktree, defaultBranch, now);
      item.iconPath = iconOf(worktree);
      return item;
    }
    case 'stray': {
      const item = new vscode.TreeItem(folderName(row.stray.path), None);
      item.description = row.stray.holdsFiles
        ? vscode.l10n.t('not a worktree known to git, contains files')
        : vscode.l10n.t('an empty folder of a deleted worktree');
      item.tooltip = row.stray.path;
      item.iconPath = new vscode.ThemeIcon('question');
      return item;
    }
    case 'failure': {
      const item = new vscode.TreeItem(row.text, None);
      item.tooltip = row.text;
      item.iconPath = warning();
      return item;
    }
  }
}

function iconOf({ main, prunable, problem, locked, changed = [], untracked = [] }: WorktreeRow): vscode.ThemeIcon {
  if (prunable || problem !== undefined) return warning();
  if (locked) return new vscode.ThemeIcon('lock');
  if (main) return new vscode.ThemeIcon('repo');
  return new vscode.ThemeIcon(changed.length + untracked.length > 0 ? 'edit' : 'git-branch');
}

function warning(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
}

import * as vscode from 'vscode';
import {
  boardsChangedNotification,
  boardsRequest,
  type BoardEntryView,
  type BoardSectionView,
  type BoardTaskView,
  type BoardView,
} from '../../server/src/protocol.js';
import { openPlace } from './openPlace.js';
import type { ServerLink } from './serverLink.js';
import { sectionLabel } from './sectionLabel.js';
import { siblingIds } from './siblingIds.js';

/** `id` holds no line number: an edit above must not close what a person has opened. */
type Node = { readonly id: string; readonly board: BoardView } & (
  | { readonly kind: 'board' }
  | { readonly kind: 'section'; readonly section: BoardSectionView }
  | { readonly kind: 'entry'; readonly entry: BoardEntryView }
  | { readonly kind: 'task'; readonly task: BoardTaskView }
);

const sectionIcons = { backlog: 'list-unordered', inProgress: 'sync', done: 'pass', custom: 'list-flat' } as const;

/** The sprint board as a tree: sections, entries, tasks. Clicking a row opens its line in the board file. */
export function createBoardTree(context: vscode.ExtensionContext, link: ServerLink): void {
  const changed = new vscode.EventEmitter<undefined>();
  let boards: readonly BoardView[] | undefined;

  const refresh = async (): Promise<void> => {
    boards = (await link.request(boardsRequest, undefined)) ?? boards ?? [];
    await vscode.commands.executeCommand('setContext', 'pactwright.boards', boards.length);
    changed.fire(undefined);
  };

  const view = vscode.window.createTreeView('pactwright.board', {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node?: Node) => {
        if (!boards) await refresh();
        return childrenOf(boards ?? [], node);
      },
      getTreeItem: toTreeItem,
    },
  });

  context.subscriptions.push(
    changed,
    view,
    link.onReady(() => void refresh()),
    link.onNotification(boardsChangedNotification, () => void refresh()),
  );
}

function childrenOf(boards: readonly BoardView[], node: Node | undefined): Node[] {
  if (!node) {
    const roots = boards.map((board): Node => ({ kind: 'board', id: board.uri, board }));
    const [only, ...others] = roots;
    return only && others.length === 0 ? childrenOf(boards, only) : roots;
  }
  const { board, id } = node;
  switch (node.kind) {
    case 'board':
      return siblingIds(id, board.sections, ({ title }) => title).map(([at, section]) => ({
        kind: 'section',
        id: at,
        board,
        section,
      }));
    case 'section':
      return siblingIds(id, node.section.entries, (entry) => entry.id ?? entry.title).map(([at, entry]) => ({
        kind: 'entry',
        id: at,
        board,
        entry,
      }));
    case 'entry':
      return siblingIds(id, node.entry.tasks, ({ text }) => text).map(([at, task]) => ({
        kind: 'task',
        id: at,
        board,
        task,
      }));
    case 'task':
      return [];
  }
}

function toTreeItem(node: Node): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case 'board': {
      const item = new vscode.TreeItem(node.board.name, Expanded);
      item.iconPath = new vscode.ThemeIcon('project');
      item.resourceUri = vscode.Uri.parse(node.board.root);
      return withId(item, node);
    }
    case 'section': {
      const { section, board } = node;
      const item = new vscode.TreeItem(
        sectionLabel(section) || vscode.l10n.t('Outside of any section'),
        section.kind === 'done' ? Collapsed : Expanded,
      );
      item.description = String(section.entries.length);
      item.iconPath = new vscode.ThemeIcon(sectionIcons[section.kind]);
      item.command = openPlace({ uri: board.uri, range: section.range });
      return withId(item, node);
    }
    case 'entry': {
      const { entry, board } = node;
      const done = entry.tasks.filter(({ checked }) => checked).length;
      const item = new vscode.TreeItem(entry.id ?? entry.title, entry.tasks.length > 0 ? Collapsed : None);
      const progress = entry.tasks.length > 0 ? `${done}/${entry.tasks.length}` : '';
      item.description = [progress, entry.id === undefined ? '' : entry.title].filter(Boolean).join(' · ');
      item.tooltip = entry.id === undefined ? entry.title : `${entry.id}: ${entry.title}`;
      item.iconPath = new vscode.ThemeIcon(done > 0 && done === entry.tasks.length ? 'issue-closed' : 'issues');
      item.command = openPlace({ uri: board.uri, range: entry.range });
      return withId(item, node);
    }
    case 'task': {
      const { task, board } = node;
      const item = new vscode.TreeItem(task.text, None);
      item.iconPath = new vscode.ThemeIcon(task.checked ? 'check' : 'circle-large-outline');
      item.accessibilityInformation = {
        label: task.checked ? vscode.l10n.t('{0}, done', task.text) : vscode.l10n.t('{0}, open', task.text),
      };
      item.command = openPlace({ uri: board.uri, range: task.range });
      return withId(item, node);
    }
  }
}

function withId(item: vscode.TreeItem, { id, kind }: Node): vscode.TreeItem {
  item.id = id;
  item.contextValue = kind;
  return item;
}

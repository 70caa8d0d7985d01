import * as vscode from 'vscode';
import {
  boardsChangedNotification,
  boardsRequest,
  type BoardEntryView,
  type BoardSectionView,
  type BoardTaskView,
  type BoardView,
  type Range,
} from '../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

type Node =
  | { readonly kind: 'board'; readonly board: BoardView }
  | { readonly kind: 'section'; readonly board: BoardView; readonly section: BoardSectionView }
  | {
      readonly kind: 'entry';
      readonly board: BoardView;
      readonly section: BoardSectionView;
      readonly entry: BoardEntryView;
    }
  | { readonly kind: 'task'; readonly board: BoardView; readonly task: BoardTaskView };

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
    const [only, ...others] = boards;
    if (only && others.length === 0) return sectionsOf(only);
    return boards.map((board) => ({ kind: 'board', board }));
  }
  switch (node.kind) {
    case 'board':
      return sectionsOf(node.board);
    case 'section':
      return node.section.entries.map((entry) => ({ kind: 'entry', board: node.board, section: node.section, entry }));
    case 'entry':
      return node.entry.tasks.map((task) => ({ kind: 'task', board: node.board, task }));
    case 'task':
      return [];
  }
}

function sectionsOf(board: BoardView): Node[] {
  return board.sections.map((section) => ({ kind: 'section', board, section }));
}

function toTreeItem(node: Node): vscode.TreeItem {
  const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
  switch (node.kind) {
    case 'board': {
      const item = new vscode.TreeItem(node.board.name, Expanded);
      item.iconPath = new vscode.ThemeIcon('project');
      item.resourceUri = vscode.Uri.parse(node.board.root);
      return withId(item, node.board.uri, 'board');
    }
    case 'section': {
      const { section, board } = node;
      const item = new vscode.TreeItem(section.title, section.kind === 'done' ? Collapsed : Expanded);
      item.description = String(section.entries.length);
      item.iconPath = new vscode.ThemeIcon(sectionIcons[section.kind]);
      item.command = openAt(board, section.range);
      return withId(item, board.uri, 'section', section.title, section.range.start.line);
    }
    case 'entry': {
      const { entry, board } = node;
      const done = entry.tasks.filter(({ checked }) => checked).length;
      const item = new vscode.TreeItem(entry.id ?? entry.title, entry.tasks.length > 0 ? Collapsed : None);
      const progress = entry.tasks.length > 0 ? `${done}/${entry.tasks.length}` : '';
      item.description = [entry.id === undefined ? '' : entry.title, progress].filter(Boolean).join(' · ');
      item.tooltip = entry.id === undefined ? entry.title : `${entry.id}: ${entry.title}`;
      item.iconPath = new vscode.ThemeIcon(done > 0 && done === entry.tasks.length ? 'issue-closed' : 'issues');
      item.command = openAt(board, entry.range);
      return withId(item, board.uri, 'entry', entry.id ?? entry.title, entry.range.start.line);
    }
    case 'task': {
      const { task, board } = node;
      const item = new vscode.TreeItem(task.text, None);
      item.iconPath = new vscode.ThemeIcon(task.checked ? 'check' : 'circle-large-outline');
      item.accessibilityInformation = {
        label: task.checked ? vscode.l10n.t('{0}, done', task.text) : vscode.l10n.t('{0}, open', task.text),
      };
      item.command = openAt(board, task.range);
      return withId(item, board.uri, 'task', task.range.start.line);
    }
  }
}

function withId(item: vscode.TreeItem, ...parts: readonly (string | number)[]): vscode.TreeItem {
  item.id = parts.join('\u0000');
  const [, kind] = parts;
  item.contextValue = String(kind);
  return item;
}

function openAt(board: BoardView, range: Range): vscode.Command {
  const { start } = range;
  const selection = new vscode.Range(start.line, start.character, start.line, start.character);
  return {
    command: 'vscode.open',
    title: vscode.l10n.t('Open'),
    arguments: [vscode.Uri.parse(board.uri), { selection }],
  };
}

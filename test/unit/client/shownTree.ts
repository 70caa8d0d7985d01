import type { TreeDataProvider, TreeItem } from 'vscode';
import * as vscode from './vscode.js';

/** A tree as the editor has it: what it was told to draw since, and the rows. */
export interface ShownTree<Row extends object> {
  /** Asks for all rows, as if every one were open; answers with their labels. */
  readonly open: () => Promise<readonly string[]>;
  /** The labels of the rows it was told to draw since the last time; `all` for the whole tree. */
  readonly drawn: () => readonly string[];
  /** The row of a label. */
  readonly row: (label: string) => Row;
}

/** Stands in for the editor's trees until the next call: what is made of one is told through what is returned. */
export function showTree<Row extends object>(): ShownTree<Row> {
  let provider: TreeDataProvider<Row> | undefined;
  let drawn: string[] = [];
  const rows = new Map<string, Row>();
  const noEvent = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  const itemOf = (row: Row): TreeItem => {
    if (!provider) throw new Error('there is no tree');
    const item = provider.getTreeItem(row);
    if (item instanceof Promise) throw new Error('an item that is waited for');
    return item as TreeItem; // what is left of the type
  };
  const labelOf = (row: Row): string => {
    const { label = '' } = itemOf(row);
    return typeof label === 'string' ? label : label.label;
  };
  Object.assign(vscode.window, {
    createTreeView: (_id: string, options: { treeDataProvider: TreeDataProvider<Row> }) => {
      provider = options.treeDataProvider;
      provider.onDidChangeTreeData?.((wanted) => {
        drawn.push(...(Array.isArray(wanted) ? wanted.map(labelOf) : wanted ? [labelOf(wanted)] : ['all']));
      });
      return {
        visible: true,
        selection: [],
        onDidChangeVisibility: noEvent,
        onDidChangeCheckboxState: noEvent,
        onDidExpandElement: noEvent,
        onDidCollapseElement: noEvent,
      };
    },
    onDidChangeActiveTextEditor: noEvent,
    registerFileDecorationProvider: noEvent,
  });
  Object.assign(vscode.commands, { registerCommand: noEvent });
  Object.assign(vscode.workspace, { isTrusted: true });
  const ask = async (above?: Row): Promise<readonly string[]> => {
    const labels: string[] = [];
    for (const row of (await provider?.getChildren(above)) ?? []) {
      const label = labelOf(row);
      rows.set(label, row);
      labels.push(label, ...(await ask(row)));
    }
    return labels;
  };
  return {
    open: () => ask(),
    drawn: () => {
      const told = drawn;
      drawn = [];
      return told;
    },
    row: (label) => {
      const row = rows.get(label);
      if (!row) throw new Error(`no row ${label}`);
      return row;
    },
  };
}

import * as vscode from 'vscode';

/**
 * The row of a project, where a view shows several.
 *
 * @param root URI of the project root.
 */
export function projectItem(name: string, root: string): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = new vscode.ThemeIcon('project');
  item.resourceUri = vscode.Uri.parse(root);
  return item;
}

import * as vscode from 'vscode';

/**
 * A file of a project.
 *
 * @param root URI of the project root.
 * @param path from there, with `/`.
 */
export function projectFile(root: string, path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.Uri.parse(root), ...path.split('/'));
}

/** Whether a file belongs to a project: the server may write the URI of its root in another way than the editor that of a file. */
export function isOfProject(root: string, uri: vscode.Uri): boolean {
  const folder = vscode.Uri.parse(root);
  return uri.scheme === folder.scheme && `${uri.path}/`.startsWith(`${folder.path.replace(/\/+$/u, '')}/`);
}

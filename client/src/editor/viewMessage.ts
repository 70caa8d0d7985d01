import type * as vscode from 'vscode';

/**
 * Says something above the rows of a view. The editor lays the view out and puts off the drawing of rows for each message it is
 * told, also for one that is there already.
 *
 * @param message empty where there is nothing to say.
 */
export function setViewMessage(view: Pick<vscode.TreeView<unknown>, 'message'>, message: string): void {
  if (view.message !== message) view.message = message;
}

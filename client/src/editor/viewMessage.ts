import type * as vscode from 'vscode';

/**
 * Says something above the rows of a view. The editor lays the view out and puts off the drawing of rows for each message it is
 * reported, also for an existing one.
 *
 * @param message empty if there is nothing to say.
 */
export function setViewMessage(view: Pick<vscode.TreeView<unknown>, 'message'>, message: string): void {
  if (view.message !== message) view.message = message;
}

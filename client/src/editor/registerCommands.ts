import * as vscode from 'vscode';
import type { CommandTable } from './commandTable.js';

/**
 * Registers what each command of a table does; the arguments are those of the menu, key or caller. The table is named by its type
 * alone: what it holds is in package.json.
 */
export function registerCommands<T extends CommandTable>(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  functions: { readonly [Id in keyof T]: (...given: readonly unknown[]) => unknown },
): void {
  for (const [id, run] of Object.entries(functions))
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
}

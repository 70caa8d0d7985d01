import * as vscode from 'vscode';
import type { CommandTable } from './commandTable.js';

/** What each command of a table does: one function for each, and none besides. Arguments are those of the menu, key or caller. */
export type CommandFunctions<T extends CommandTable> = {
  readonly [Id in keyof T]: (...given: readonly unknown[]) => unknown;
};

/** @param functions by command; what they are called and where they are offered is in package.json, made of the table. */
export function registerCommands(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  functions: CommandFunctions<CommandTable>,
): void {
  for (const [id, run] of Object.entries(functions))
    context.subscriptions.push(vscode.commands.registerCommand(id, run));
}

import * as vscode from 'vscode';
import type { newBoardCommandTable } from './boardCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { newBoardCommand } from '../editor/commandIds.js';
import type { Operations } from '../editor/operations.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** Makes the sprint board of a folder that has none. */
export function registerNewBoard(context: vscode.ExtensionContext, operations: Operations): void {
  registerCommands(context, {
    [newBoardCommand]: async () => {
      if (!isTrustedOrSay(vscode.l10n.t('No board was created. Pactwright does not write files in Restricted Mode.')))
        return false;
      const folder = await chooseFolder();
      if (!folder) return false;
      return (await operations.run(folder.uri.toString(), 'new-board', {})).kind === 'done';
    },
  } satisfies CommandFunctions<typeof newBoardCommandTable>);
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (others.length === 0) return only;
  return vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Create a sprint board in which folder?'),
  });
}

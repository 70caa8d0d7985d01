import * as vscode from 'vscode';
import type { newBoardCommandTable } from './boardCommandTable.js';
import { registerCommands } from '../editor/registerCommands.js';
import { newBoardCommand } from '../editor/commandIds.js';
import type { Operations } from '../editor/operations.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** Makes the sprint board of a folder that has none. */
export function registerNewBoard(context: vscode.ExtensionContext, operations: Operations): void {
  registerCommands<typeof newBoardCommandTable>(context, {
    [newBoardCommand]: async () => {
      if (!isTrustedOrSay(vscode.l10n.t('No board is made: in Restricted Mode Pactwright writes nothing.')))
        return false;
      const folder = await chooseFolder();
      if (!folder) return false;
      return (await operations.run(folder.uri.toString(), 'new-board', {})).kind === 'done';
    },
  });
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (others.length === 0) return only;
  return vscode.window.showWorkspaceFolderPick({ placeHolder: vscode.l10n.t('Make a sprint board in which folder?') });
}

import * as vscode from 'vscode';
import { newBoardCommandTable } from './boardCommandTable.js';
import { registerCommands } from '../editor/registerCommands.js';
import { carryOutByProcess } from '../operations/byProcess.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

export const newBoardCommand = 'pactwright.newBoard';

/**
 * Makes the sprint board of a folder that has none. The command line does it, as the server knows only folders that are projects
 * already.
 *
 * @param program the command line's own: absolute.
 */
export function registerNewBoard(context: vscode.ExtensionContext, program: string): void {
  registerCommands(context, newBoardCommandTable, {
    'pactwright.newBoard': async () => {
      if (!isTrustedOrSay(vscode.l10n.t('No board is made: in Restricted Mode Pactwright writes nothing.')))
        return false;
      const folder = await chooseFolder();
      if (!folder) return false;
      return carryOutByProcess({ program, root: folder.uri.toString(), args: ['new-board'] });
    },
  });
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (others.length === 0) return only;
  return vscode.window.showWorkspaceFolderPick({ placeHolder: vscode.l10n.t('Make a sprint board in which folder?') });
}

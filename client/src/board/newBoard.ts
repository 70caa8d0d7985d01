import * as v from 'valibot';
import * as vscode from 'vscode';
import type { newBoardCommandTable } from './boardCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { newBoardCommand } from '../editor/commandIds.js';
import { readAs } from '../editor/schemas.js';
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
      const made = await operations.run(folder.uri.toString(), 'new-board', {});
      if (made.kind === 'done') void sayMade(folder.uri, made.data);
      return made.kind === 'done';
    },
  } satisfies CommandFunctions<typeof newBoardCommandTable>);
}

const madeSchema = v.object({ path: v.string() });

/** What was made, where, and what comes next. */
async function sayMade(folder: vscode.Uri, data: unknown): Promise<void> {
  const path = readAs(madeSchema, data)?.path;
  if (path === undefined) return;
  const open = vscode.l10n.t('Open Board');
  const add = vscode.l10n.t('New Item…');
  const message = vscode.l10n.t('Created {0} with the sections Backlog, In Progress and Done.', path);
  const choice = await vscode.window.showInformationMessage(message, open, add);
  if (choice === open) await vscode.commands.executeCommand('pactwright.openBoard', vscode.Uri.joinPath(folder, path));
  if (choice === add) await vscode.commands.executeCommand('pactwright.newItem');
}

async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (others.length === 0) return only;
  return vscode.window.showWorkspaceFolderPick({
    placeHolder: vscode.l10n.t('Create a sprint board in which folder?'),
  });
}

import * as vscode from 'vscode';
import type { Place } from '../../../server/src/protocol.js';
import { editorRange } from './editorRange.js';

/** The command that opens a place, by default in the active editor group; the cursor goes to its start. */
export function openPlace({ uri, range: { start } }: Place, viewColumn?: vscode.ViewColumn): vscode.Command {
  const selection = editorRange({ start, end: start });
  const options: vscode.TextDocumentShowOptions = viewColumn === undefined ? { selection } : { selection, viewColumn };
  return {
    command: 'vscode.open',
    title: vscode.l10n.t('Open'),
    arguments: [vscode.Uri.parse(uri), options],
  };
}

/** Opens a place, as a click on it does. */
export async function goToPlace(place: Place, viewColumn?: vscode.ViewColumn): Promise<void> {
  const { command, arguments: args = [] } = openPlace(place, viewColumn);
  await vscode.commands.executeCommand(command, ...(args as readonly unknown[])); // whatever the command takes
}

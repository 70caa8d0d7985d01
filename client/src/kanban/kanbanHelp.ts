import * as vscode from 'vscode';
import type { KanbanPageMessage } from './kanbanMessages.js';
import { manageTrust } from '../editor/restrictedMode.js';

/** What the buttons of the page do that are about no card. */
export async function kanbanHelp(
  what: Extract<KanbanPageMessage, { type: 'help' }>['what'],
  board: vscode.Uri,
): Promise<void> {
  switch (what) {
    case 'trust':
      await manageTrust();
      return;
    case 'restart':
      await vscode.commands.executeCommand('pactwright.restartServer');
      return;
    case 'log':
      await vscode.commands.executeCommand('pactwright.showLog');
      return;
    case 'text':
      await vscode.commands.executeCommand('vscode.openWith', board, 'default');
  }
}

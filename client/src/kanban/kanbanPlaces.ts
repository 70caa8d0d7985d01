import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { editorRange } from '../editor/editorRange.js';
import type { KanbanPlace } from './kanbanBoard.js';
import type { KanbanPageMessage } from './kanbanMessages.js';
import { projectFile } from '../editor/projectFiles.js';

/** Opens an entry, a task of it or its spec as text, beside the board, so that it stays in sight. */
export async function openKanbanPlace(
  view: BoardView,
  { entry }: KanbanPlace,
  { what, task }: Extract<KanbanPageMessage, { type: 'open' }>,
): Promise<void> {
  const options = { viewColumn: vscode.ViewColumn.Beside, preview: true };
  const spec = entry.facts?.spec;
  if (what === 'spec' && spec !== undefined) {
    await vscode.window.showTextDocument(projectFile(view.root, spec), options);
    return;
  }
  const range = (task === undefined ? undefined : entry.tasks[task])?.range ?? entry.range;
  const { start } = editorRange(range);
  await vscode.window.showTextDocument(vscode.Uri.parse(view.uri), {
    ...options,
    selection: new vscode.Range(start, start),
  });
}

import * as vscode from 'vscode';
import type { EntryRow } from './boardRows.js';
import { createKanbanEditor, type KanbanDoors, kanbanViewType } from './kanbanEditor.js';
import { entryOfCard } from './kanbanEntry.js';
import { chooseFinding } from './kanbanFindings.js';

/** The board's editor, the commands that open it, and those of its cards that the board tree has not. */
export function registerKanban(context: vscode.ExtensionContext, doors: KanbanDoors): void {
  const { boards } = doors;
  const editor = createKanbanEditor(context, doors);
  const onCard = (command: string, run: (row: EntryRow) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`pactwright.kanban.${command}`, async (menu: unknown) => {
      const row = entryOfCard(boards.latest() ?? [], menu);
      if (row) await run(row);
    });
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(kanbanViewType, editor, { supportsMultipleEditorsPerDocument: true }),
    vscode.commands.registerCommand('pactwright.openBoard', async (uri?: unknown) => {
      const board = uri instanceof vscode.Uri ? uri : await chooseBoard(doors);
      if (board) await vscode.commands.executeCommand('vscode.openWith', board, kanbanViewType);
    }),
    vscode.commands.registerCommand('pactwright.openBoardAsText', async (uri?: unknown) => {
      if (uri instanceof vscode.Uri) await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    }),
    onCard('editTitle', ({ board, id }) => {
      editor.reveal(vscode.Uri.parse(board.uri).toString(), id, true);
    }),
    onCard('showFindings', chooseFinding),
  );
}

/** The board to open: the only one, or the one a person chooses; where there is none, a new one is offered. */
async function chooseBoard({ boards, operations, link }: KanbanDoors): Promise<vscode.Uri | undefined> {
  const all = await boards.get();
  const [only, ...others] = all;
  if (only && others.length === 0) return vscode.Uri.parse(only.uri);
  if (only) {
    const rows = all.map(({ name, uri }) => ({
      label: name,
      description: vscode.workspace.asRelativePath(vscode.Uri.parse(uri)),
      uri,
    }));
    const chosen = await vscode.window.showQuickPick(rows, { title: vscode.l10n.t('Open Board') });
    return chosen && vscode.Uri.parse(chosen.uri);
  }
  return offerBoard({ boards, operations, link });
}

async function offerBoard({ operations, boards }: KanbanDoors): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const none = vscode.l10n.t('There is no sprint board here.');
  if (!folder || !vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const make = vscode.l10n.t('Make a Board');
  if ((await vscode.window.showInformationMessage(none, make)) !== make) return undefined;
  const done = await operations.run(folder.uri.toString(), 'new-board', {});
  await boards.refresh();
  const path = done?.data['path'];
  return typeof path === 'string' ? vscode.Uri.joinPath(folder.uri, ...path.split('/')) : undefined;
}

import * as vscode from 'vscode';
import { type EntryOfBoard, entryOfCard } from '../editor/boardEntries.js';
import { chooseBoard } from '../editor/boards.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { kanbanCommandTable } from './kanbanCommandTable.js';
import { createKanbanEditor, type KanbanDoors, kanbanViewType } from './kanbanEditor.js';
import * as v from 'valibot';
import { readAs } from '../editor/schemas.js';
import { projectFile } from '../editor/projectFiles.js';

/** The board's editor, the commands that open it, and those of its cards that the board tree has not. */
export function registerKanban(context: vscode.ExtensionContext, doors: KanbanDoors): void {
  const { boards } = doors;
  const editor = createKanbanEditor(context, doors);
  const onCard =
    (run: (row: EntryOfBoard) => unknown) =>
    async (menu: unknown): Promise<void> => {
      const row = entryOfCard(boards.latest() ?? [], menu);
      if (row) await run(row);
    };
  context.subscriptions.push(
    vscode.window.registerCustomEditorProvider(kanbanViewType, editor, { supportsMultipleEditorsPerDocument: true }),
  );
  registerCommands(context, {
    'pactwright.openBoard': async (uri) => {
      const board = uri instanceof vscode.Uri ? uri : await boardToOpen(doors);
      if (board) await vscode.commands.executeCommand('vscode.openWith', board, kanbanViewType);
    },
    'pactwright.openBoardAsText': async (uri) => {
      if (uri instanceof vscode.Uri) await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    },
    'pactwright.kanban.editTitle': onCard(({ board, id }) => {
      editor.reveal(vscode.Uri.parse(board.uri).toString(), id, true);
    }),
  } satisfies CommandFunctions<typeof kanbanCommandTable>);
}

/** The board there is; if there is none, a new one is offered. */
async function boardToOpen(doors: KanbanDoors): Promise<vscode.Uri | undefined> {
  const all = await doors.boards.get();
  if (all.length === 0) return offerBoard(doors);
  const board = await chooseBoard(all, vscode.l10n.t('Open Board'));
  return board && vscode.Uri.parse(board.uri);
}

async function offerBoard({ operations, boards }: KanbanDoors): Promise<vscode.Uri | undefined> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const none = vscode.l10n.t('No sprint board found.');
  if (!folder || !vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage(none);
    return undefined;
  }
  const make = vscode.l10n.t('Create Board');
  if ((await vscode.window.showInformationMessage(none, make)) !== make) return undefined;
  const root = folder.uri.toString();
  const made = await operations.run(root, 'new-board', {});
  await boards.refresh();
  const path = made.kind === 'done' ? readAs(v.object({ path: v.string() }), made.data)?.path : undefined;
  return path === undefined ? undefined : projectFile(root, path);
}

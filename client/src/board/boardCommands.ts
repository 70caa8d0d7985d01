import * as vscode from 'vscode';
import { openTraceCommand } from '../../../server/src/protocol.js';
import type { boardCommandTable } from './boardCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { BoardEdits } from './boardEdits.js';
import { chooseFinding } from './boardFindings.js';
import { chooseFilters, chooseSection, chooseSort } from './boardPicks.js';
import { draggedEntries } from './boardMoves.js';
import type { BoardRow, EntryRow } from './boardRows.js';
import type { Boards } from '../editor/boards.js';
import type { BoardTree } from './boardTree.js';
import { entriesOfCards } from '../editor/boardEntries.js';
import { askDoneCommand } from '../editor/commandIds.js';
import { itemOfRow } from '../editor/itemOfRow.js';
import { askText, taskTextProblem, titleProblem } from '../editor/askText.js';
import * as v from 'valibot';
import { goToPlace } from '../editor/openPlace.js';
import { projectFile } from '../editor/projectFiles.js';

export interface BoardDoors {
  readonly boards: Pick<Boards, 'latest'>;
  readonly tree: BoardTree;
  readonly edits: BoardEdits;
}

/** The commands behind the rows of the board tree, behind its title, and behind the cards of the board's page. */
export function registerBoardCommands(context: vscode.ExtensionContext, doors: BoardDoors): void {
  const menu = new MenuRows(doors);
  registerCommands(context, {
    ...choiceCommands(doors.tree),
    ...placeCommands(doors, menu),
    ...entryCommands(doors.edits, menu),
    ...taskCommands(doors.edits, menu),
  } satisfies CommandFunctions<typeof boardCommandTable>);
}

/** What a command was called for: a row of the tree, or a card of the board's page. A key binding names neither. */
class MenuRows {
  readonly #doors: BoardDoors;

  constructor(doors: BoardDoors) {
    this.#doors = doors;
  }

  /** The entries: all that are selected, where the row is one of them. */
  entries(given: unknown, all: unknown): readonly EntryRow[] {
    if (Array.isArray(all) && all.length > 0) return draggedEntries(all.filter(isRow));
    // A card that is gone is not what is selected in the tree.
    return draggedEntries(given === undefined ? this.#doors.tree.selection() : this.#rows(given));
  }

  /** The items of one project, and what operations call their entries. */
  items(
    row: unknown,
    all: unknown,
  ): { readonly rows: readonly EntryRow[]; readonly root: string; readonly items: readonly string[] } | undefined {
    const entries = this.entries(row, all);
    const root = (this.#rows(row)[0] ?? entries[0])?.board.root;
    const rows = entries.filter(({ board, entry }) => board.root === root && entry.id !== undefined);
    if (root === undefined || rows.length === 0) return undefined;
    return { rows, root, items: rows.map(({ entry }) => entry.name) };
  }

  /** A command about one entry. */
  onEntry(run: (row: EntryRow, item: string) => unknown): (given: unknown, all: unknown) => Promise<void> {
    return async (given, all) => {
      const [row] = this.#rows(given);
      const [entry] = row?.kind === 'entry' ? [row] : this.entries(given, all);
      if (entry?.entry.id !== undefined) await run(entry, entry.entry.id);
    };
  }

  /** The tree tells one row, and the board's page the card with those selected. */
  #rows(given: unknown): readonly BoardRow[] {
    if (isRow(given)) return [given];
    const cards = entriesOfCards(this.#doors.boards.latest() ?? [], given);
    return cards.map((card) => ({ kind: 'entry', parent: undefined, ...card }));
  }
}

type Some = Partial<CommandFunctions<typeof boardCommandTable>>;

/** What of the board the tree shows, and in which order. */
function choiceCommands(tree: BoardTree) {
  return {
    'pactwright.board.filter': async () => {
      const filters = await chooseFilters(tree.choice().filters);
      if (filters) await tree.choose({ ...tree.choice(), filters });
    },
    'pactwright.board.sort': async () => {
      const sort = await chooseSort(tree.choice().sort);
      if (sort) await tree.choose({ ...tree.choice(), sort });
    },
    'pactwright.board.showMine': () => tree.choose({ ...tree.choice(), mine: true }),
    'pactwright.board.showEverybody': () => tree.choose({ ...tree.choice(), mine: false }),
    'pactwright.board.showAll': () => tree.choose({ ...tree.choice(), mine: false, filters: [] }),
  } satisfies Some;
}

/** From an entry to where more is to be seen of it. */
function placeCommands({ boards, tree }: BoardDoors, menu: MenuRows) {
  return {
    'pactwright.board.show': async (row) => {
      const wanted = itemOfRow(boards.latest(), row);
      if (!wanted) return;
      const { root, item } = wanted;
      if (await tree.show(root, item)) return;
      await tree.choose({ ...tree.choice(), mine: false, filters: [] });
      if (!(await tree.show(root, item)))
        void vscode.window.showInformationMessage(vscode.l10n.t('{0} has no entry on the board.', item));
    },
    'pactwright.board.openSpec': menu.onEntry(async ({ board, entry }) => {
      if (entry.facts?.spec === undefined) return;
      await vscode.window.showTextDocument(projectFile(board.root, entry.facts.spec));
    }),
    'pactwright.board.openEntry': menu.onEntry(({ board, entry }) => goToPlace({ uri: board.uri, range: entry.range })),
    'pactwright.board.openTrace': menu.onEntry(({ board }, item) =>
      vscode.commands.executeCommand(openTraceCommand, item, board.root),
    ),
    'pactwright.board.showFindings': menu.onEntry(chooseFinding),
    'pactwright.board.askDone': menu.onEntry(({ board }, item) =>
      vscode.commands.executeCommand(askDoneCommand, board.root, item),
    ),
    'pactwright.board.copyId': async (row, all) => {
      const ids = menu.entries(row, all).flatMap(({ entry }) => entry.id ?? []);
      if (ids.length > 0) await vscode.env.clipboard.writeText(ids.join('\n'));
    },
  } satisfies Some;
}

function entryCommands(edits: BoardEdits, menu: MenuRows) {
  return {
    'pactwright.board.move': async (row, all) => {
      const chosen = menu.items(row, all);
      const [first] = chosen?.rows ?? [];
      const to = chosen && first && (await chooseSection(first.board, chosen.rows));
      if (chosen && to !== undefined) await edits.move({ root: chosen.root, items: chosen.items, to });
    },
    'pactwright.board.archive': async (row, all) => {
      const chosen = menu.items(row, all);
      if (chosen) await edits.archive(chosen.root, chosen.items);
    },
    'pactwright.board.archiveDone': async (row) => {
      if (isRow(row)) await edits.archiveDone(row.board.root);
    },
    'pactwright.board.remove': async (row, all) => {
      const chosen = menu.items(row, all);
      if (chosen && (await isCertain(chosen.rows.flatMap(({ entry }) => entry.id ?? []))))
        await edits.remove(chosen.root, chosen.items);
    },
    'pactwright.board.editTitle': menu.onEntry(async (row, item) => {
      const title = await askText({
        prompt: vscode.l10n.t('The title of {0}', item),
        value: row.entry.title,
        validateInput: titleProblem,
      });
      if (title !== undefined && title !== row.entry.title) await edits.editTitle(row, title);
    }),
  } satisfies Some;
}

function taskCommands(edits: BoardEdits, menu: MenuRows) {
  return {
    'pactwright.board.addTask': menu.onEntry(async (row, item) => {
      const task = await askTask(vscode.l10n.t('A task of {0}', item), '');
      if (task !== undefined) await edits.addTask(row, task);
    }),
    'pactwright.board.editTask': async (row) => {
      if (!isRow(row) || row.kind !== 'task') return;
      const text = await askTask(vscode.l10n.t('The task of {0}', row.entry.id ?? row.entry.title), row.task.text);
      if (text !== undefined && text !== row.task.text) await edits.editTask(row, text);
    },
    'pactwright.board.removeTask': async (row) => {
      if (isRow(row) && row.kind === 'task') await edits.removeTask(row);
    },
  } satisfies Some;
}

async function isCertain(items: readonly string[]): Promise<boolean> {
  const remove = vscode.l10n.t('Remove from Board');
  const detail = vscode.l10n.t(
    'Its tasks and notes are removed too; the spec and test case are kept. Undo in the board restores it.',
  );
  const question = vscode.l10n.t('Remove {0} from the board?', items.join(', '));
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove;
}

async function askTask(prompt: string, value: string): Promise<string | undefined> {
  return askText({ prompt, value, validateInput: taskTextProblem });
}

function isRow(value: unknown): value is BoardRow {
  return v.is(v.looseObject({ kind: v.string(), board: v.looseObject({}) }), value);
}

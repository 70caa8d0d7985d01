import * as vscode from 'vscode';
import { type BoardView, lineHoverRequest } from '../../../server/src/protocol.js';
import { registerBoardDecorations } from './boardDecorations.js';
import { createBoardDrag } from './boardDrag.js';
import type { BoardEdits } from './boardEdits.js';
import { type BoardChoice, isNarrowed, readBoardChoice } from './boardOrder.js';
import { type BoardRow, boardRowsBelow, findEntryRow, topBoardRows } from './boardRows.js';
import type { Boards } from '../editor/boards.js';
import { toBoardTreeItem } from './boardTreeItem.js';
import { choiceWords, driftWords } from './boardWords.js';
import { createTreeRows } from '../editor/treeRows.js';
import { setViewMessage } from '../editor/viewMessage.js';
import { createOpenRows } from './openRows.js';
import type { ServerLink } from '../editor/serverLink.js';

const boardViewId = 'pactwright.board';
const choiceKey = 'board.choice';

/** The board tree, as commands and tests use it. */
export interface BoardTree {
  readonly choice: () => BoardChoice;
  readonly choose: (choice: BoardChoice) => Promise<void>;
  /** The rows below one; those of the first level without one. */
  readonly rows: (row?: BoardRow) => Promise<readonly BoardRow[]>;
  readonly item: (row: BoardRow) => vscode.TreeItem;
  readonly selection: () => readonly BoardRow[];
  /** Selects an item's entry; false if it is not shown. */
  readonly show: (root: string, item: string) => Promise<boolean>;
  /** As a click on the check box does. */
  readonly check: (row: BoardRow, ticked: boolean) => Promise<void>;
  readonly drag: vscode.TreeDragAndDropController<BoardRow>;
  readonly badge: () => vscode.ViewBadge | undefined;
}

export interface BoardTreeDoors {
  readonly boards: Boards;
  readonly edits: BoardEdits;
  readonly link: Pick<ServerLink, 'request'>;
}

/** The sprint board as a tree: sections, entries, tasks. A click on a row opens its line in the board file. */
export function createBoardTree(context: vscode.ExtensionContext, { boards, edits, link }: BoardTreeDoors): BoardTree {
  const decorations = registerBoardDecorations(context);
  const open = createOpenRows(context.workspaceState, 'board.openRows');
  const chosen = new ChosenRows(boards, readBoardChoice(context.workspaceState.get(choiceKey)));

  const check = async (row: BoardRow, ticked: boolean): Promise<void> => {
    if (row.kind !== 'task') return;
    const done = await edits.tick(row, ticked);
    await boards.refresh();
    // The editor has changed the box already.
    if (!done) shown.redraw(row);
  };

  const item = (row: BoardRow): vscode.TreeItem =>
    toBoardTreeItem(row, { canWrite: vscode.workspace.isTrusted, isOpen: open.isOpen });

  const shown = createTreeRows<BoardRow>({
    id: ({ id }) => id,
    below: (row) => (row || boards.latest() ? chosen.now(row) : chosen.rows()),
    item,
    parent: ({ parent }) => parent,
    // All that the card of an item tells is made of.
    card: (row) => (row.kind === 'entry' ? row.entry.facts : undefined),
  });

  const drag = createBoardDrag({ edits, choice: () => chosen.choice, find: (id) => chosen.find(id) });

  const view = vscode.window.createTreeView<BoardRow>(boardViewId, {
    showCollapseAll: true,
    canSelectMany: true,
    manageCheckboxStateManually: true,
    dragAndDropController: drag,
    treeDataProvider: { ...shown, resolveTreeItem: (pointedAt, row) => withTooltip(link, pointedAt, row) },
  });

  const tell = (): void => {
    const all = boards.latest() ?? [];
    tellOfBoards(view, all, chosen.choice);
    decorations.show(all);
    shown.update();
  };

  tell();
  context.subscriptions.push(
    shown,
    view,
    boards.onChange(tell),
    vscode.workspace.onDidGrantWorkspaceTrust(tell),
    view.onDidChangeCheckboxState(async ({ items }) => {
      for (const [row, state] of items) await check(row, state === vscode.TreeItemCheckboxState.Checked);
    }),
    view.onDidExpandElement(({ element: { id } }) => {
      open.set(id, true);
    }),
    view.onDidCollapseElement(({ element: { id } }) => {
      open.set(id, false);
    }),
  );

  return {
    choice: () => chosen.choice,
    choose: async (next) => {
      chosen.choice = next;
      tell();
      await context.workspaceState.update(choiceKey, next);
    },
    rows: (row) => chosen.rows(row),
    item,
    selection: () => view.selection,
    show: async (root, id) => {
      const row = findEntryRow(await boards.get(), chosen.choice, { root, item: id });
      if (!row) return false;
      await view.reveal(shown.known(row), { select: true, focus: true, expand: true });
      return true;
    },
    check,
    drag,
    badge: () => view.badge,
  };
}

/** The rows that a person's choice of filters and order leaves. */
class ChosenRows {
  choice: BoardChoice;
  readonly #boards: Boards;

  constructor(boards: Boards, choice: BoardChoice) {
    this.#boards = boards;
    this.choice = choice;
  }

  async rows(row?: BoardRow): Promise<readonly BoardRow[]> {
    if (!row) await this.#boards.get();
    return this.now(row);
  }

  /** The boards as the server last sent them. */
  now(row?: BoardRow): readonly BoardRow[] {
    return row ? boardRowsBelow(row, this.choice) : topBoardRows(this.#boards.latest() ?? [], this.choice);
  }

  find(id: string): BoardRow | undefined {
    // The id of a row begins with that of the row above it.
    let below = this.now();
    for (;;) {
      const next = below.find((row) => id === row.id || id.startsWith(`${row.id}\u0000`));
      if (!next || next.id === id) return next;
      below = this.now(next);
    }
  }
}

/** What the view says beside its rows, and what its menus depend on. */
function tellOfBoards(view: vscode.TreeView<BoardRow>, all: readonly BoardView[], choice: BoardChoice): void {
  const drifts = all.reduce((sum, board) => sum + board.drifts, 0);
  view.badge = drifts === 0 ? undefined : { value: drifts, tooltip: driftWords(drifts) };
  view.description = choiceWords(choice);
  setViewMessage(
    view,
    all.length > 0 && !vscode.workspace.isTrusted ? vscode.l10n.t('Restricted Mode: the board is read-only.') : '',
  );
  void setContext(
    'developer',
    all.some(({ developer }) => developer !== undefined),
  );
  void setContext('mine', choice.mine);
  void setContext('narrowed', isNarrowed(choice));
}

function setContext(name: string, value: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', `${boardViewId}.${name}`, value);
}

/** With the story card of an entry, asked for when somebody looks; what comes from documents is escaped by the server. */
async function withTooltip(
  link: Pick<ServerLink, 'request'>,
  item: vscode.TreeItem,
  row: BoardRow,
): Promise<vscode.TreeItem> {
  if (row.kind !== 'entry' || row.entry.id === undefined) return item;
  const card = await link.request(lineHoverRequest, { uri: row.board.uri, text: row.entry.id, character: 0 });
  if (card) item.tooltip = new vscode.MarkdownString(card.markdown);
  return item;
}

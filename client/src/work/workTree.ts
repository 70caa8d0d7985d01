import * as vscode from 'vscode';
import type { TraceItemView } from '../../../server/src/protocol.js';
import { openPlace } from '../editor/openPlace.js';
import type { TraceItems } from '../editor/traceItems.js';
import { createTreeRows } from '../editor/treeRows.js';
import type { WorkList, WorkListRow, WorkRow, WorkSource } from '../editor/workSource.js';

const viewId = 'pactwright.work';

/** An item that is open in the editor or in progress. */
interface ItemRow {
  readonly kind: 'item';
  readonly root: string;
  readonly item: TraceItemView;
  /** Whether the active editor shows one of its documents. */
  readonly isOpen: boolean;
}

type Row =
  | ItemRow
  | WorkListRow
  | { readonly kind: 'list' }
  | { readonly kind: 'fact'; readonly of: ItemRow; readonly fact: WorkRow };

/** If there are more items than this, all but the open one are collapsed. */
const mostOpenItems = 3;

/** Changes that come in quick succession are drawn once. */
const pauseMs = 200;

/**
 * The Work view: the item of the active editor, then those in progress, each with its gate, its agents and its worktrees.
 */
export function createWorkTree(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  items: Pick<TraceItems, 'get' | 'onStale'>,
  sources: readonly WorkSource[],
  list: WorkList,
): void {
  let top: readonly ItemRow[] | undefined;
  let loads = 0;
  let timer: NodeJS.Timeout | undefined;

  const load = async (): Promise<void> => {
    const mine = ++loads;
    const found = await itemsAtHand(items);
    // Only the latest request counts. A server that is still starting has no answer and is asked again.
    if (mine !== loads) return;
    top = found ?? top;
    if (!top) return;
    await tellRows();
    const shown = top.filter((row) => isExpanded(row, top ?? []));
    for (const { look } of sources) look?.(shown);
  };
  const listed = (): Row[] => (list.item() ? [{ kind: 'list' }] : []);
  const tellRows = (): Thenable<unknown> =>
    vscode.commands.executeCommand('setContext', 'pactwright.work.rows', (top?.length ?? 0) + listed().length);
  const factsOf = (row: ItemRow): Row[] =>
    sources.flatMap((source) => source.rows(row.root, row.item)).map((fact) => ({ kind: 'fact', of: row, fact }));

  const rows = createTreeRows<Row>({
    id: rowId,
    below: async (row) => {
      if (row) return row.kind === 'item' ? factsOf(row) : row.kind === 'list' ? list.rows() : [];
      if (!top) await load();
      return [...listed(), ...(top ?? [])];
    },
    item: (row) => treeItemOf(row, list, (item) => isExpanded(item, top ?? [])),
  });
  const view = vscode.window.createTreeView<Row>(viewId, {
    treeDataProvider: rows,
    canSelectMany: true,
    dragAndDropController: dragIn(list),
  });

  const follow = async (): Promise<void> => {
    if (isStale) {
      isStale = false;
      await load();
    }
    rows.update();
  };
  let isStale = false;
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (view.visible) void follow();
    }, pauseMs);
  };
  const reload = (): void => {
    isStale = true;
    later();
  };
  context.subscriptions.push(
    rows,
    view,
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
    items.onStale(reload),
    view.onDidChangeVisibility(reload),
    vscode.window.onDidChangeActiveTextEditor(reload),
    ...sources.map(({ onChange }) => onChange(later)),
    list.onChange(() => void tellRows().then(later)),
  );
}

async function itemsAtHand(items: Pick<TraceItems, 'get'>): Promise<readonly ItemRow[] | undefined> {
  const active = vscode.window.activeTextEditor?.document.uri.toString();
  const projects = await items.get();
  const rows = projects?.flatMap(({ root, items: all }) =>
    all.flatMap((item): readonly ItemRow[] => {
      const isOpen = item.documents.some((uri) => vscode.Uri.parse(uri).toString() === active);
      return isOpen || item.stage === 'inProgress' ? [{ kind: 'item', root, item, isOpen }] : [];
    }),
  );
  return rows?.toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen));
}

function isExpanded({ isOpen }: ItemRow, all: readonly ItemRow[]): boolean {
  return isOpen || all.length <= mostOpenItems;
}

const listedType = 'application/vnd.pactwright.listed';

/** Rows of the list are dragged within it. */
function dragIn(list: WorkList): vscode.TreeDragAndDropController<Row> {
  return {
    dragMimeTypes: [listedType],
    dropMimeTypes: [listedType],
    handleDrag: (dragged, transfer) => {
      const ids = dragged.flatMap((row) => (row.kind === 'listed' ? [rowId(row)] : []));
      if (ids.length > 0) transfer.set(listedType, new vscode.DataTransferItem(ids));
    },
    handleDrop: async (target, transfer) => {
      const ids: unknown = transfer.get(listedType)?.value;
      if (!Array.isArray(ids) || (target && target.kind !== 'listed' && target.kind !== 'list')) return;
      const dragged = list.rows().filter((row) => ids.includes(rowId(row)));
      if (dragged.length > 0) await list.move(dragged, target?.kind === 'listed' ? target : undefined);
    },
  };
}

function treeItemOf(row: Row, list: WorkList, isExpandedNow: (row: ItemRow) => boolean): vscode.TreeItem {
  switch (row.kind) {
    case 'item':
      return itemOf(row, isExpandedNow(row));
    case 'fact':
      return factItem(row.fact);
    case 'list':
      return list.item() ?? new vscode.TreeItem('');
    case 'listed':
      return row.look;
  }
}

function rowId(row: Row): string {
  if (row.kind === 'list') return 'list';
  if (row.kind === 'listed') return ['list', row.root, row.item].join('\u0000');
  const { root, item } = row.kind === 'item' ? row : row.of;
  return [root, item.id, ...(row.kind === 'fact' ? [row.fact.id] : [])].join('\u0000');
}

function itemOf({ root, item, isOpen }: ItemRow, isExpandedNow: boolean): vscode.TreeItem {
  const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const row = new vscode.TreeItem(item.id, isExpandedNow ? Expanded : Collapsed);
  row.id = [root, item.id].join('\u0000');
  row.description = item.title;
  row.tooltip = item.title === '' ? item.id : `${item.id}: ${item.title}`;
  row.iconPath = new vscode.ThemeIcon(isOpen ? 'file' : 'sync');
  row.contextValue = 'item';
  row.command = openPlace(item.place);
  return row;
}

function factItem({ label, description, tooltip, icon, command }: WorkRow): vscode.TreeItem {
  const row = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.None);
  if (description !== undefined) row.description = description;
  row.tooltip = tooltip ?? label;
  row.iconPath = icon;
  row.command = command;
  return row;
}

import * as vscode from 'vscode';
import type { TraceItemView } from '../../../server/src/protocol.js';
import { openPlace } from '../editor/openPlace.js';
import type { TraceItems } from '../editor/traceItems.js';
import { createTreeRows } from '../editor/treeRows.js';
import type { WorkRow, WorkSource } from '../editor/workSource.js';

const viewId = 'pactwright.work';

/** An item that is open in the editor or in progress. */
interface ItemRow {
  readonly kind: 'item';
  readonly root: string;
  readonly item: TraceItemView;
  /** Whether the active editor shows one of its documents. */
  readonly isOpen: boolean;
}

type Row = ItemRow | { readonly kind: 'fact'; readonly of: ItemRow; readonly fact: WorkRow };

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
    await vscode.commands.executeCommand('setContext', 'pactwright.work.rows', top.length);
    const shown = top.filter((row) => isExpanded(row, top ?? [])).map(({ root, item }) => ({ root, item: item.id }));
    for (const { look } of sources) look?.(shown);
  };
  const factsOf = (row: ItemRow): Row[] =>
    sources.flatMap((source) => source.rows(row.root, row.item.id)).map((fact) => ({ kind: 'fact', of: row, fact }));

  const rows = createTreeRows<Row>({
    id: rowId,
    below: async (row) => {
      if (row) return row.kind === 'item' ? factsOf(row) : [];
      if (!top) await load();
      return top ?? [];
    },
    item: (row) => (row.kind === 'item' ? itemOf(row, isExpanded(row, top ?? [])) : factItem(row.fact)),
  });
  const view = vscode.window.createTreeView<Row>(viewId, { treeDataProvider: rows });

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

function rowId(row: Row): string {
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

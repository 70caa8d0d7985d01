import * as vscode from 'vscode';
import { traceItemRequest, type TraceItemDetail, type TraceProjectView } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { createTreeRows } from '../editor/treeRows.js';
import { setViewMessage } from '../editor/viewMessage.js';
import type { traceTreeCommandTable } from './traceCommandTable.js';
import type { TraceItems } from '../editor/traceItems.js';
import { detailRows, findItemRow, itemRows, nodeRows, stageRows, topRows, type TraceRow } from './traceNodes.js';
import { toTraceTreeItem } from './traceTreeItem.js';

const viewId = 'pactwright.trace';
const gapsOnlyKey = 'trace.gapsOnly';

/** The trace view, as commands use it. */
export interface TraceTree {
  /** Shows an item of a project; false if the project has none of that id. */
  readonly show: (root: string, item: string) => Promise<boolean>;
}

/** Items by stage, and what can be followed from each: requirements, criteria, scenarios, tests, files, commits. */
export function createTraceTree(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): TraceTree {
  const shown = new ShownItems(link, items, context.workspaceState.get<boolean>(gapsOnlyKey, false));

  const rows = createTreeRows<TraceRow>({
    id: ({ id }) => id,
    below: (row) => {
      if (row) return shown.below(row);
      return shown.isLoaded ? shown.top() : load().then(() => shown.top());
    },
    item: toTraceTreeItem,
    parent: ({ parent }) => parent,
  });

  const view = vscode.window.createTreeView<TraceRow>(viewId, {
    showCollapseAll: true,
    treeDataProvider: rows,
  });

  const load = async (): Promise<void> => {
    await shown.load();
    const count = shown.projects.reduce((sum, project) => sum + project.items.length, 0);
    // In Restricted Mode git is not run, and a tree without commits must not look like an item without commits.
    setViewMessage(
      view,
      count > 0 && !vscode.workspace.isTrusted
        ? vscode.l10n.t('Restricted Mode: git is not run, so commits and branches are not shown.')
        : '',
    );
    await vscode.commands.executeCommand('setContext', 'pactwright.traceItems', count);
  };

  const refresh = async (): Promise<void> => {
    if (!view.visible) return;
    await load();
    rows.update();
  };

  const setGapsOnly = async (wanted: boolean): Promise<void> => {
    shown.gapsOnly = wanted;
    rows.update();
    await context.workspaceState.update(gapsOnlyKey, wanted);
    await vscode.commands.executeCommand('setContext', 'pactwright.trace.gapsOnly', wanted);
  };

  const follow = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const row = editor && view.visible ? shown.rowOf(editor.document.uri) : undefined;
    // Who opened the document from a row below the item stays on that row.
    if (row && !isWithin(view.selection[0], row)) await view.reveal(rows.known(row), { select: true, focus: false });
  };

  void vscode.commands.executeCommand('setContext', 'pactwright.trace.gapsOnly', shown.gapsOnly);
  context.subscriptions.push(
    rows,
    view,
    link.onReady(() => {
      shown.forget();
    }),
    items.onStale(() => void refresh()),
    view.onDidChangeVisibility(() => void refresh()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void load()),
    vscode.window.onDidChangeActiveTextEditor((editor) => void follow(editor)),
  );
  registerCommands(context, {
    'pactwright.trace.showGapsOnly': () => setGapsOnly(true),
    'pactwright.trace.showAll': () => setGapsOnly(false),
  } satisfies CommandFunctions<typeof traceTreeCommandTable>);

  return {
    show: async (root, item) => {
      await load();
      if (!shown.find(root, item)) await setGapsOnly(false);
      const row = shown.find(root, item);
      if (!row) return false;
      rows.update();
      await view.reveal(rows.known(row), { select: true, focus: true, expand: true });
      return true;
    },
  };
}

/** The items as the server last sent them, and their rows. */
class ShownItems {
  projects: readonly TraceProjectView[] = [];
  isLoaded = false;
  /** Whether only items with a gap are shown. */
  gapsOnly: boolean;
  readonly #link: ServerLink;
  readonly #items: TraceItems;
  readonly #details = new Map<string, { revision: number; detail: Promise<TraceItemDetail | null | undefined> }>();

  constructor(link: ServerLink, items: TraceItems, gapsOnly: boolean) {
    this.#link = link;
    this.#items = items;
    this.gapsOnly = gapsOnly;
  }

  async load(): Promise<void> {
    this.projects = (await this.#items.get()) ?? this.projects;
    this.isLoaded = true;
  }

  /** Another server counts its revisions again: one that is known may stand for something else now. */
  forget(): void {
    this.#details.clear();
  }

  top(): TraceRow[] {
    return topRows(this.projects, this.gapsOnly);
  }

  below(row: TraceRow): TraceRow[] | Promise<TraceRow[]> {
    switch (row.kind) {
      case 'project':
        return stageRows(row.project, row);
      case 'stage':
        return itemRows(row.project, row.stage, row);
      case 'item':
        return this.#detailRows(row);
      case 'group':
        return nodeRows(row.reference, row.nodes, row);
      case 'node':
        return nodeRows(row.reference, row.node.children, row);
    }
  }

  find(root: string, item: string): TraceRow | undefined {
    return findItemRow(this.top(), root, item);
  }

  /** The row of the item that a document is of, where the setting says that the view follows the editor. */
  rowOf(uri: vscode.Uri): TraceRow | undefined {
    const settings = vscode.workspace.getConfiguration(undefined, uri);
    if (!settings.get<boolean>('pactwright.trace.followEditor', true)) return undefined;
    const wanted = uri.toString();
    for (const { root, items } of this.projects) {
      const item = items.find(({ documents }) => documents.some((it) => vscode.Uri.parse(it).toString() === wanted));
      const row = item && this.find(root, item.id);
      if (row) return row;
    }
    return undefined;
  }

  /** What can be followed from an item on, asked for once per state of the item. */
  async #detailRows(row: TraceRow & { kind: 'item' }): Promise<TraceRow[]> {
    const { revision, id: item } = row.item;
    const reference = { root: row.project.root, item };
    const known = this.#details.get(row.id);
    const detail = known?.revision === revision ? known.detail : this.#link.request(traceItemRequest, reference);
    this.#details.set(row.id, { revision, detail });
    const answer = await detail;
    if (!answer) this.#details.delete(row.id);
    return answer ? detailRows(reference, answer, row) : [];
  }
}

function isWithin(row: TraceRow | undefined, above: TraceRow): boolean {
  for (let at = row; at; at = at.parent) if (at.id === above.id) return true;
  return false;
}

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
  /** Shows an item of a project; false where the project has none of that id. */
  readonly show: (root: string, item: string) => Promise<boolean>;
}

/** Items by stage, and what can be followed from each: requirements, criteria, scenarios, tests, files, commits. */
export function createTraceTree(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): TraceTree {
  const details = new Map<string, { revision: number; detail: Promise<TraceItemDetail | null | undefined> }>();
  let projects: readonly TraceProjectView[] | undefined;
  let gapsOnly = context.workspaceState.get<boolean>(gapsOnlyKey, false);

  const load = async (): Promise<void> => {
    projects = (await items.get()) ?? projects ?? [];
    const count = projects.reduce((sum, project) => sum + project.items.length, 0);
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
    gapsOnly = wanted;
    rows.update();
    await context.workspaceState.update(gapsOnlyKey, wanted);
    await vscode.commands.executeCommand('setContext', 'pactwright.trace.gapsOnly', wanted);
  };

  /** What can be followed from an item on, asked for once per state of the item. */
  const detailOf = async (row: TraceRow & { kind: 'item' }): Promise<TraceRow[]> => {
    const { revision, id: item } = row.item;
    const reference = { root: row.project.root, item };
    const known = details.get(row.id);
    const detail = known?.revision === revision ? known.detail : link.request(traceItemRequest, reference);
    details.set(row.id, { revision, detail });
    const answer = await detail;
    if (!answer) details.delete(row.id);
    return answer ? detailRows(reference, answer, row) : [];
  };

  const top = (): TraceRow[] => topRows(projects ?? [], gapsOnly);

  const below = (row: TraceRow | undefined): TraceRow[] | Promise<TraceRow[]> => {
    if (!row) return projects ? top() : load().then(top);
    switch (row.kind) {
      case 'project':
        return stageRows(row.project, row);
      case 'stage':
        return itemRows(row.project, row.stage, row);
      case 'item':
        return detailOf(row);
      case 'group':
        return nodeRows(row.reference, row.nodes, row);
      case 'node':
        return nodeRows(row.reference, row.node.children, row);
    }
  };

  const rows = createTreeRows<TraceRow>({
    id: ({ id }) => id,
    below,
    item: toTraceTreeItem,
    parent: ({ parent }) => parent,
  });

  const view = vscode.window.createTreeView<TraceRow>(viewId, {
    showCollapseAll: true,
    treeDataProvider: rows,
  });

  const follow = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    if (!editor || !view.visible) return;
    const { uri } = editor.document;
    if (!vscode.workspace.getConfiguration(undefined, uri).get<boolean>('pactwright.trace.followEditor', true)) return;
    const wanted = uri.toString();
    for (const { root, items: all } of projects ?? []) {
      const item = all.find(({ documents }) => documents.some((it) => vscode.Uri.parse(it).toString() === wanted));
      const row = item && findItemRow(top(), root, item.id);
      if (!row) continue;
      // Who opened the document from a row below the item stays on that row.
      if (!isWithin(view.selection[0], row)) await view.reveal(rows.known(row), { select: true, focus: false });
      return;
    }
  };

  void vscode.commands.executeCommand('setContext', 'pactwright.trace.gapsOnly', gapsOnly);
  context.subscriptions.push(
    rows,
    view,
    // Another server counts its revisions again: one that is known may stand for something else now.
    link.onReady(() => {
      details.clear();
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
      const find = (): TraceRow | undefined => findItemRow(top(), root, item);
      if (!find()) await setGapsOnly(false);
      const row = find();
      if (!row) return false;
      rows.update();
      await view.reveal(rows.known(row), { select: true, focus: true, expand: true });
      return true;
    },
  };
}

function isWithin(row: TraceRow | undefined, above: TraceRow): boolean {
  for (let at = row; at; at = at.parent) if (at.id === above.id) return true;
  return false;
}

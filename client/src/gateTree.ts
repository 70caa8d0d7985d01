import * as vscode from 'vscode';
import type { TraceProjectView } from '../../server/src/protocol.js';
import type { GateSubject } from './gateAnswer.js';
import { findItemRow, type GateRow, rowsBelow, shownItems, topRows } from './gateNodes.js';
import type { GateStore } from './gateStore.js';
import { toGateTreeItem } from './gateTreeItem.js';
import type { TraceItems } from './traceItems.js';

export const gatesViewId = 'pactwright.gates';

/** The view of gates, as commands and lenses use it. */
export interface GateTree {
  /** Shows an item; false where there is none of that id. */
  readonly show: (subject: GateSubject) => Promise<boolean>;
  /** What is shown now, as far as it is in sight. */
  readonly shown: () => readonly GateSubject[];
  readonly onShown: vscode.Event<void>;
  /** The rows as they are, for who cannot see the view. */
  readonly rows: () => Promise<readonly GateRow[]>;
}

/** A process that tells what it does tells it many times a second; a view need not follow each time. */
const pauseMs = 100;

/** The items in progress with what their next gate says of them: conditions, what is in the way, and what to do. */
export function createGateTree(context: vscode.ExtensionContext, items: TraceItems, gates: GateStore): GateTree {
  const changed = new vscode.EventEmitter<undefined>();
  const shown = new vscode.EventEmitter<void>();
  let projects: readonly TraceProjectView[] | undefined;
  let timer: NodeJS.Timeout | undefined;

  const load = async (): Promise<void> => {
    projects = (await items.get()) ?? projects ?? [];
    // Gates run tests, which are programs of the repository: without trust nothing is asked, and the view says why.
    const count = vscode.workspace.isTrusted ? subjects().length : 0;
    await vscode.commands.executeCommand('setContext', 'pactwright.gates.rows', count);
    shown.fire();
  };
  const subjects = (): readonly GateSubject[] =>
    (projects ?? []).flatMap((project) => shownItems(project, gates).map(({ subject }) => subject));
  const top = (): GateRow[] => (vscode.workspace.isTrusted ? topRows(projects ?? [], gates) : []);

  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (view.visible) void load().then(() => changed.fire(undefined));
    }, pauseMs);
  };

  const childrenOf = async (row: GateRow | undefined): Promise<GateRow[]> => {
    if (!row) {
      if (!projects) await load();
      return top();
    }
    if (row.kind === 'item' && !row.answer.verdict && !row.answer.running && row.answer.failure === undefined) {
      const answer = await gates.ask(row.subject, 'recorded');
      return answer ? rowsBelow({ ...row, answer }) : [];
    }
    return rowsBelow(row);
  };

  const view = vscode.window.createTreeView<GateRow>(gatesViewId, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: childrenOf,
      getParent: ({ parent }) => parent,
      getTreeItem: toGateTreeItem,
    },
  });
  context.subscriptions.push(
    changed,
    shown,
    view,
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
    gates.onChange(refresh),
    items.onStale(refresh),
    view.onDidChangeVisibility(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
  );
  return {
    show: async (subject) => {
      gates.choose(subject);
      await load();
      const row = findItemRow(top(), subject.root, subject.item);
      if (!row) return false;
      changed.fire(undefined);
      await view.reveal(row, { select: true, focus: true, expand: true });
      return true;
    },
    shown: () => (view.visible ? subjects() : []),
    onShown: shown.event,
    rows: async () => {
      await load();
      return top();
    },
  };
}

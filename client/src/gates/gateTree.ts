import * as vscode from 'vscode';
import type { TraceProjectView } from '../../../server/src/protocol.js';
import type { GateSubject } from './gateAnswer.js';
import { findItemRow, type GateRow, rowsBelow, shownItems, topRows } from './gateNodes.js';
import type { GateStore } from './gateStore.js';
import { toGateTreeItem } from './gateTreeItem.js';
import type { TraceItems } from '../trace/traceItems.js';

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

/** What the view knows a row by; the row in it is always the newest. A command that is called from a row gets it. */
export interface GateElement {
  row: GateRow;
}

/** A process that tells what it does tells it many times a second; a view need not follow each time. */
const pauseMs = 100;

/** The items in progress with what their next gate says of them: conditions, what is in the way, and what to do. */
export function createGateTree(context: vscode.ExtensionContext, items: TraceItems, gates: GateStore): GateTree {
  const changed = new vscode.EventEmitter<GateElement[] | undefined>();
  const shown = new vscode.EventEmitter<void>();
  const elements = new Map<string, GateElement>();
  /** By the id of an item's row: what it shows. */
  let told: ReadonlyMap<string, string> = new Map();
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

  const elementOf = (row: GateRow): GateElement => {
    const element = elements.get(row.id) ?? { row };
    elements.set(row.id, element);
    element.row = row;
    return element;
  };

  /** Rows are taken anew only where they differ: the editor knows none while it does, and a click then goes nowhere. */
  const update = (): void => {
    const rows = top().flatMap((row) => (row.kind === 'project' ? [row, ...rowsBelow(row)] : row));
    const now = new Map(rows.map((row) => [row.id, row.kind === 'item' ? signature(row) : '']));
    const isSame = JSON.stringify([...now.keys()]) === JSON.stringify([...told.keys()]);
    const others = rows.filter(({ id }) => now.get(id) !== told.get(id)).map(elementOf);
    told = now;
    if (!isSame) changed.fire(undefined);
    else if (others.length > 0) changed.fire(others);
  };

  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (view.visible) void load().then(update);
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

  const view = vscode.window.createTreeView<GateElement>(gatesViewId, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (element) => (await childrenOf(element?.row)).map(elementOf),
      getParent: ({ row: { parent } }) => parent && elementOf(parent),
      getTreeItem: ({ row }) => toGateTreeItem(row),
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
      update();
      await view.reveal(elementOf(row), { select: true, focus: true, expand: true });
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

/** What a person sees of an item: while the record is read, nothing else. */
function signature({ subject, item, answer }: GateRow & { kind: 'item' }): string {
  const { running, ...known } = answer;
  return JSON.stringify([subject, item.title, known, running?.how === 'recorded' ? undefined : running]);
}

import * as vscode from 'vscode';
import type { TraceProjectView } from '../../../server/src/protocol.js';
import type { GateAnswer, GateSubject } from './gateAnswer.js';
import { findItemRow, type GateRow, rowsBelow, shownItems, topRows } from './gateNodes.js';
import type { GateStore } from './gateStore.js';
import { toGateTreeItem } from './gateTreeItem.js';
import { createTreeRows } from '../editor/treeRows.js';
import type { TraceItems } from '../editor/traceItems.js';

export const gatesViewId = 'pactwright.gates';

/** The view of gates, as commands and lenses use it. */
export interface GateTree {
  /** Shows an item; false if there is none of that id. */
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

/** The gates of a window, as the view needs them. */
type KnownGates = Pick<GateStore, 'answer' | 'ask' | 'choose' | 'chosenGate' | 'onChange'>;

/** The items in progress with what their next gate says of them: conditions, what is in the way, and what to do. */
export function createGateTree(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  items: TraceItems,
  gates: KnownGates,
): GateTree {
  const shown = new ShownGates(items, gates);
  let timer: NodeJS.Timeout | undefined;

  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (view.visible) void shown.load().then(rows.update);
    }, pauseMs);
  };

  const rows = createTreeRows<GateElement>({
    id: ({ row }) => row.id,
    below: (element) => {
      const found = shown.below(element?.row);
      return found instanceof Promise ? found.then(toElements) : toElements(found);
    },
    item: ({ row }) => toGateTreeItem(row),
    parent: ({ row: { parent } }) => parent && { row: parent },
  });

  const view = vscode.window.createTreeView<GateElement>(gatesViewId, {
    showCollapseAll: true,
    treeDataProvider: {
      ...rows,
      getChildren: async (element) => {
        if (element?.row.kind === 'item' && isUnknown(element.row.answer))
          await gates.ask(element.row.subject, 'recorded');
        return rows.getChildren(element);
      },
    },
  });
  context.subscriptions.push(
    rows,
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
      await shown.load();
      const row = findItemRow(shown.top(), subject.root, subject.item);
      if (!row) return false;
      rows.update();
      await view.reveal(rows.known({ row }), { select: true, focus: true, expand: true });
      return true;
    },
    shown: () => (view.visible ? shown.subjects() : []),
    onShown: shown.onLoad,
    rows: async () => {
      await shown.load();
      return shown.top();
    },
  };
}

/** The projects as the server last sent them, and their rows. */
class ShownGates {
  readonly #loaded = new vscode.EventEmitter<void>();
  readonly onLoad = this.#loaded.event;
  readonly #items: TraceItems;
  readonly #gates: KnownGates;
  #projects: readonly TraceProjectView[] | undefined;

  constructor(items: TraceItems, gates: KnownGates) {
    this.#items = items;
    this.#gates = gates;
  }

  async load(): Promise<void> {
    this.#projects = (await this.#items.get()) ?? this.#projects ?? [];
    // Gates run tests, which are programs of the repository: without trust no gate runs, and the view says why.
    const count = vscode.workspace.isTrusted ? this.subjects().length : 0;
    await vscode.commands.executeCommand('setContext', 'pactwright.gates.rows', count);
    this.#loaded.fire();
  }

  subjects(): readonly GateSubject[] {
    return (this.#projects ?? []).flatMap((project) => shownItems(project, this.#gates).map(({ subject }) => subject));
  }

  top(): GateRow[] {
    return vscode.workspace.isTrusted ? topRows(this.#projects ?? [], this.#gates) : [];
  }

  below(row: GateRow | undefined): GateRow[] | Promise<GateRow[]> {
    if (!row) return this.#projects ? this.top() : this.load().then(() => this.top());
    return rowsBelow(row.kind === 'item' ? { ...row, answer: this.#gates.answer(row.subject) ?? {} } : row);
  }

  dispose(): void {
    this.#loaded.dispose();
  }
}

function toElements(rows: readonly GateRow[]): GateElement[] {
  return rows.map((row) => ({ row }));
}

function isUnknown({ verdict, running, failure }: GateAnswer): boolean {
  return !verdict && !running && failure === undefined;
}

/** The row that a command was called from: the view passes its own elements; from the palette and from keys there is none. */
export function rowOf(element: unknown): GateRow | undefined {
  return (element as GateElement | undefined)?.row;
}

import * as vscode from 'vscode';
import type { WorktreeList } from '../../../server/src/protocol.js';
import type { Operations } from '../editor/operations.js';
import { createTreeRows } from '../editor/treeRows.js';
import type { TraceItems } from '../editor/traceItems.js';
import { topWorktreeRows, type WorktreeAnswer, type WorktreeViewRow, withSizes } from './worktreeRows.js';
import { toWorktreeTreeItem } from './worktreeTreeItem.js';

const worktreesViewId = 'pactwright.worktrees';

/** The view of worktrees, as commands use it. */
export interface WorktreeTree {
  /** Reads again what is there, sizes included, while the view shows that something goes on. */
  readonly refresh: () => Promise<void>;
  /** What is known; read first where nothing is. */
  readonly rows: () => Promise<readonly WorktreeViewRow[]>;
  /** The rows as far as known. */
  readonly latest: () => readonly WorktreeViewRow[];
  /** Reads the worktrees again after a short pause, without sizes. */
  readonly look: () => void;
  readonly onChange: vscode.Event<void>;
}

/** Each look asks git several times for every worktree. */
const pauseMs = 2_000;

interface WorktreeQuestion {
  readonly root: string;
  readonly name: string;
  /** Without looking at what each holds. */
  readonly quick: boolean;
  readonly known: WorktreeList | undefined;
}

async function askWorktrees(
  { root, name, quick, known }: WorktreeQuestion,
  operations: Pick<Operations, 'ask'>,
  token: vscode.CancellationToken,
): Promise<WorktreeAnswer> {
  const outcome = await operations.ask(root, 'worktree list', { quick }, token);
  // Written by our own command line, in the shape of protocol.ts.
  if (outcome.kind === 'done') return { root, name, list: withSizes(outcome.data as WorktreeList, known) };
  // Where there is no repository there are no worktrees, and nothing is wrong.
  return { root, name, ...(outcome.code === 'not-found' ? {} : { failure: outcome.message }) };
}

/** The worktrees of the repositories that the projects are in, with what each holds that is nowhere else. */
export function createWorktreeTree(
  context: vscode.ExtensionContext,
  items: TraceItems,
  operations: Pick<Operations, 'ask'>,
): WorktreeTree {
  const cancellation = new vscode.CancellationTokenSource();
  const lists = new Map<string, WorktreeList>();
  const changed = new vscode.EventEmitter<void>();
  let rows: readonly WorktreeViewRow[] | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Whether another view shows worktrees, too. */
  let isWanted = false;
  let last: Promise<void> = Promise.resolve();

  const load = async (quick: boolean): Promise<void> => {
    // Git is a program, and what it does the repository's settings have a say in.
    const projects = vscode.workspace.isTrusted ? ((await items.get()) ?? []) : [];
    const answers: WorktreeAnswer[] = [];
    for (const { root, name } of projects) {
      const question = { root, name, quick: quick && lists.has(root), known: lists.get(root) };
      const answer = await askWorktrees(question, operations, cancellation.token);
      if (answer.list) lists.set(root, answer.list);
      answers.push(answer);
    }
    rows = topWorktreeRows(answers);
    changed.fire();
    await vscode.commands.executeCommand('setContext', 'pactwright.worktrees.rows', rows.length);
    shown.update();
  };
  /** One look at a time: what was asked for later is seen by the later one. */
  const inTurn = (quick: boolean): Promise<void> => {
    last = last.then(() => load(quick)).catch(() => undefined);
    return last;
  };
  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!view.visible && !isWanted) return;
      isWanted = false;
      void inTurn(true);
    }, pauseMs);
  };
  const known = async (): Promise<readonly WorktreeViewRow[]> => {
    if (!rows) await inTurn(true);
    return rows ?? [];
  };

  const shown = createTreeRows<WorktreeViewRow>({
    id: ({ id }) => id,
    below: (row) => (row ? (row.kind === 'repository' ? row.rows : []) : (rows ?? known())),
    item: (row) => toWorktreeTreeItem(row, Date.now()),
  });
  const view = vscode.window.createTreeView<WorktreeViewRow>(worktreesViewId, { treeDataProvider: shown });
  context.subscriptions.push(
    changed,
    shown,
    view,
    new vscode.Disposable(() => {
      clearTimeout(timer);
      cancellation.cancel();
      cancellation.dispose();
    }),
    items.onStale(later),
    view.onDidChangeVisibility(later),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void inTurn(true)),
  );
  return {
    refresh: async () => {
      await vscode.window.withProgress({ location: { viewId: worktreesViewId } }, () => inTurn(false));
    },
    rows: known,
    latest: () => rows ?? [],
    look: () => {
      isWanted = true;
      later();
    },
    onChange: changed.event,
  };
}

import * as vscode from 'vscode';
import { type ListedRun, runsRequest } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';
import { createTreeRows } from '../editor/treeRows.js';
import { needsOf, type RunItemRow, type RunRow, runRows } from './runRows.js';
import { toRunTreeItem } from './runTreeItem.js';

const viewId = 'pactwright.runs';

/** The view of runs, as commands use it. */
export interface RunTree {
  readonly latest: () => readonly ListedRun[];
  /** Looks again at once. */
  readonly look: () => Promise<void>;
  /** What is known of runs has changed. */
  readonly onChange: vscode.Event<void>;
  /** Looks as often as the view does while something else is in sight. */
  readonly watch: (isSeen: () => boolean) => vscode.Disposable;
  /** Something needs a person that did not the last time. */
  readonly onNeed: vscode.Event<ReturnType<typeof needsOf>>;
}

/** How often the server looks into the logs of runs, in milliseconds: while the view is in sight, and while it is not. */
const pauseMs = { seen: 1_500, hidden: 10_000 };

/** Shows runs with their waves and packets, and follows them. The server reads only what was added to their logs. */
export function createRunTree(context: vscode.ExtensionContext, link: ServerLink): RunTree {
  let runs: readonly ListedRun[] = [];
  let rows: readonly RunItemRow[] = [];
  let stamp: string | undefined;
  let needs: ReadonlySet<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const watchers = new Set<() => boolean>();
  const changed = new vscode.EventEmitter<void>();
  const needed = new vscode.EventEmitter<ReturnType<typeof needsOf>>();

  const look = async (): Promise<void> => {
    const answer = vscode.workspace.isTrusted ? await link.request(runsRequest, { known: stamp }) : undefined;
    // Nothing has changed, or the server is not there.
    if (!answer || isDisposed) return;
    ({ stamp, runs } = answer);
    rows = runRows(runs);
    tree.update();
    changed.fire();
    await vscode.commands.executeCommand('setContext', 'pactwright.runs.rows', rows.length);
    const all = needsOf(runs);
    // What was there before the window was opened is no news.
    const fresh = new Map([...all].filter(([id]) => needs?.has(id) === false));
    needs = new Set(all.keys());
    if (fresh.size > 0) needed.fire(fresh);
  };
  // The next look comes soon; a server that has just ended is no news.
  const lookQuietly = (): Promise<void> => look().catch(() => undefined);
  const follow = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        void lookQuietly().then(() => {
          if (!isDisposed) follow();
        });
      },
      view.visible || [...watchers].some((isSeen) => isSeen()) ? pauseMs.seen : pauseMs.hidden,
    );
  };
  const tree = createTreeRows<RunRow>({
    id: ({ id }) => id,
    below: (row) => (row ? (row.kind === 'packet' ? [] : row.rows) : rows),
    item: toRunTreeItem,
  });
  const view = vscode.window.createTreeView<RunRow>(viewId, { treeDataProvider: tree, showCollapseAll: true });
  context.subscriptions.push(
    needed,
    changed,
    tree,
    view,
    new vscode.Disposable(() => {
      isDisposed = true;
      clearTimeout(timer);
    }),
    view.onDidChangeVisibility(() => void lookQuietly().then(follow)),
    link.onReady(() => void lookQuietly()),
  );
  follow();
  return {
    latest: () => runs,
    look,
    onChange: changed.event,
    watch: (isSeen) => {
      watchers.add(isSeen);
      void lookQuietly().then(follow);
      return new vscode.Disposable(() => watchers.delete(isSeen));
    },
    onNeed: needed.event,
  };
}

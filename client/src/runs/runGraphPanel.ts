import * as vscode from 'vscode';
import { type ListedRun, runLogRequest } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import { loadPage } from '../editor/webviewHtml.js';
import { changeBetween } from './runGraphChange.js';
import { type RunMessage, type RunPageMessage, readRunPageMessage, type ShownRun } from './runGraphMessages.js';
import { runWords, shownRun } from './runGraph.js';
import type { RunRow } from './runRows.js';
import type { RunTree } from './runTree.js';
import { runName } from './runTreeItem.js';

interface RunPages {
  readonly context: vscode.ExtensionContext;
  readonly link: ServerLink;
  readonly tree: RunTree;
}

/** The graph of a run with its log, in a tab. @returns what shows it: a run, or else the newest. */
export function createRunGraphPanel(pages: RunPages): (run: string | undefined) => void {
  let wanted: string | undefined;
  const take = (): string | undefined => {
    const taken = wanted;
    wanted = undefined;
    return taken;
  };
  const show = createSinglePanel(
    pages.context,
    { onStale: pages.tree.onChange },
    {
      viewType: 'pactwright.run',
      title: vscode.l10n.t('Run'),
      open: (panel) => openPage(pages, panel, take),
    },
  );
  return (run) => {
    wanted = run;
    show();
  };
}

function openPage(
  { context, link, tree }: RunPages,
  panel: vscode.WebviewPanel,
  takeWanted: () => string | undefined,
): OpenedPage {
  const { webview } = panel;
  let isReady = false;
  let chosen: string | undefined;
  /** The last line of the log that the page has. */
  let last = 0;
  const post = (message: RunMessage): Thenable<boolean> => webview.postMessage(message);
  const choose = (run: string | undefined): void => {
    if (run === undefined || run === chosen) return;
    [chosen, last] = [run, 0];
  };

  /** What the page shows; undefined if it has to be told all. */
  let shown: { readonly names: string; readonly run: ShownRun } | undefined;
  const said = (all: readonly ListedRun[], run: ListedRun | undefined): RunMessage => {
    const runs = all.map((one) => ({ id: one.run, name: runName(one) }));
    const now = run && { names: JSON.stringify(runs), run: shownRun(run) };
    const change = now && shown?.names === now.names ? changeBetween(shown.run, now.run) : undefined;
    shown = now;
    return change ? { type: 'change', change } : { type: 'run', runs, ...(now ? { shown: now.run } : {}) };
  };

  const update = async (): Promise<void> => {
    if (!isReady) return;
    choose(takeWanted());
    const runs = tree.latest();
    const run = runs.find((one) => one.run === chosen) ?? runs[0];
    choose(run?.run);
    if (!(await post(said(runs, run)))) shown = undefined;
    if (!run) return;
    const lines = (await link.request(runLogRequest, { run: run.run, after: last })) ?? [];
    if (lines.length === 0 || run.run !== chosen) return;
    last = lines.at(-1)?.number ?? last;
    const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' });
    await post({
      type: 'lines',
      run: run.run,
      lines: lines.map(({ number, at, text }) => ({ number, time: time.format(at), text })),
    });
  };
  let updating: Promise<void> = Promise.resolve();
  // One after the other, so that no line is sent twice.
  const updateInTurn = (): Promise<void> => (updating = updating.then(update, update));

  const receive = async (message: RunPageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        last = 0;
        shown = undefined;
        await post({ type: 'begin', words: runWords() });
        return updateInTurn();
      case 'choose':
        choose(message.run);
        return updateInTurn();
      default: {
        const row = rowFor(tree, message);
        if (row) await vscode.commands.executeCommand(`pactwright.runs.${message.action}`, row);
      }
    }
  };

  const listening = [
    tree.watch(() => panel.visible),
    loadPage(context, webview, {
      name: 'run',
      script: 'graphs',
      title: panel.title,
      read: readRunPageMessage,
      receive,
    }),
  ];
  return { update: updateInTurn, listening };
}

/** The row of the view that an action of the page is about; undefined where it is gone. */
function rowFor(
  tree: Pick<RunTree, 'latest'>,
  message: Extract<RunPageMessage, { readonly type: 'act' | 'actOn' }>,
): RunRow | undefined {
  const run = tree.latest().find((one) => one.run === message.run);
  if (!run || message.type === 'act') return run && { kind: 'run', id: run.run, run, rows: [] };
  const packet = run.packets.find(({ id }) => id === message.packet);
  return packet && { kind: 'packet', id: `${run.run}/${packet.id}`, run, packet };
}

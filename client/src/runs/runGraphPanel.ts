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

/** A page, and what it has been told. */
class RunPage {
  readonly #pages: Omit<RunPages, 'context'>;
  readonly #webview: vscode.Webview;
  readonly #takeWanted: () => string | undefined;
  #isReady = false;
  #chosen: string | undefined;
  /** The last line of the log that the page has. */
  #last = 0;
  /** What the page shows; undefined if it has to be told all. */
  #shown: { readonly names: string; readonly run: ShownRun } | undefined;
  #updating: Promise<void> = Promise.resolve();

  constructor(pages: Omit<RunPages, 'context'>, webview: vscode.Webview, takeWanted: () => string | undefined) {
    this.#pages = pages;
    this.#webview = webview;
    this.#takeWanted = takeWanted;
  }

  /** One after the other, so that no line is sent twice. */
  update(): Promise<void> {
    const update = (): Promise<void> => this.#update();
    return (this.#updating = this.#updating.then(update, update));
  }

  async receive(message: RunPageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#last = 0;
        this.#shown = undefined;
        await this.#post({ type: 'begin', words: runWords() });
        return this.update();
      case 'choose':
        this.#choose(message.run);
        return this.update();
      default: {
        const row = rowFor(this.#pages.tree, message);
        if (row) await vscode.commands.executeCommand(`pactwright.runs.${message.action}`, row);
      }
    }
  }

  #post(message: RunMessage): Thenable<boolean> {
    return this.#webview.postMessage(message);
  }

  #choose(run: string | undefined): void {
    if (run === undefined || run === this.#chosen) return;
    [this.#chosen, this.#last] = [run, 0];
  }

  async #update(): Promise<void> {
    if (!this.#isReady) return;
    this.#choose(this.#takeWanted());
    const runs = this.#pages.tree.latest();
    const run = runs.find((one) => one.run === this.#chosen) ?? runs[0];
    this.#choose(run?.run);
    if (!(await this.#post(this.#said(runs, run)))) this.#shown = undefined;
    if (run) await this.#sendLines(run.run);
  }

  /** What is new since the page was last told. */
  #said(all: readonly ListedRun[], run: ListedRun | undefined): RunMessage {
    const runs = all.map((one) => ({ id: one.run, name: runName(one) }));
    const now = run && { names: JSON.stringify(runs), run: shownRun(run) };
    const change = now && this.#shown?.names === now.names ? changeBetween(this.#shown.run, now.run) : undefined;
    this.#shown = now;
    return change ? { type: 'change', change } : { type: 'run', runs, ...(now ? { shown: now.run } : {}) };
  }

  async #sendLines(run: string): Promise<void> {
    const lines = (await this.#pages.link.request(runLogRequest, { run, after: this.#last })) ?? [];
    if (lines.length === 0 || run !== this.#chosen) return;
    this.#last = lines.at(-1)?.number ?? this.#last;
    const time = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'medium' });
    await this.#post({
      type: 'lines',
      run,
      lines: lines.map(({ number, at, text }) => ({ number, time: time.format(at), text })),
    });
  }
}

function openPage(
  { context, ...pages }: RunPages,
  panel: vscode.WebviewPanel,
  takeWanted: () => string | undefined,
): OpenedPage {
  const page = new RunPage(pages, panel.webview, takeWanted);
  const loaded = loadPage(context, panel.webview, {
    name: 'run',
    script: 'graphs',
    title: panel.title,
    read: readRunPageMessage,
    receive: (message) => page.receive(message),
  });
  return { update: () => page.update(), listening: [pages.tree.watch(() => panel.visible), loaded] };
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

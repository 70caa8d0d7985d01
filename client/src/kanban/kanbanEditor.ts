import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { pingRequest } from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { kanbanChangeOperation } from './kanbanChange.js';
import { type KanbanBoard, toKanbanBoard } from './kanbanBoard.js';
import {
  type ItemAgent,
  type KanbanAbsence,
  type KanbanChange,
  type KanbanMessage,
  type KanbanPageMessage,
  readKanbanPageMessage,
} from './kanbanMessages.js';
import { openKanbanPlace } from './kanbanPlaces.js';
import { createChangeQueue } from './kanbanQueue.js';
import { kanbanWords } from './kanbanWords.js';
import type { Operations } from '../editor/operations.js';
import type { ServerLink } from '../editor/serverLink.js';
import { manageTrust } from '../editor/restrictedMode.js';
import { webviewHtml } from '../editor/webviewHtml.js';

export const kanbanViewType = 'pactwright.board';

export interface KanbanDoors {
  readonly boards: Boards;
  readonly operations: Pick<Operations, 'run'>;
  readonly link: Pick<ServerLink, 'request'>;
  readonly agents: {
    /** Of the project at a root's URI, by item. */
    readonly of: (root: string) => ReadonlyMap<string, ItemAgent>;
    readonly onChange: vscode.Event<unknown>;
  };
}

/**
 * The board as columns of cards: a custom editor on the file itself. The text document is what is edited, so undo, unsaved changes
 * and hot exit are the editor's own. What is shown is the language server's view of that document; what is changed goes through
 * operations, as everywhere.
 */
export function createKanbanEditor(
  context: vscode.ExtensionContext,
  doors: KanbanDoors,
): vscode.CustomTextEditorProvider & {
  /** Shows a card of an open board, and edits its title where that is wanted. */
  readonly reveal: (board: string, card: string, rename: boolean) => void;
} {
  const open = new Map<string, Set<(message: KanbanMessage) => void>>();
  return {
    reveal: (board, card, rename) => {
      for (const post of open.get(board) ?? []) post({ type: 'reveal', card, rename });
    },
    resolveCustomTextEditor: (document, panel) => {
      const uri = document.uri.toString();
      // Asked for a page that is closed, a panel throws; changes made on it may still be under way.
      const { webview } = panel;
      const scripts = vscode.Uri.joinPath(context.extensionUri, 'dist/webview');
      const post = (message: KanbanMessage): void => void webview.postMessage(message);
      const others = open.get(uri) ?? new Set();
      open.set(uri, others.add(post));
      panel.onDidDispose(() => others.delete(post));
      new OpenBoard({ ...doors, document, panel, post });
      webview.options = { enableScripts: true, localResourceRoots: [scripts] };
      webview.html = webviewHtml(webview, {
        name: 'kanban',
        script: vscode.Uri.joinPath(scripts, 'kanban.js'),
        style: vscode.Uri.joinPath(scripts, 'kanban.css'),
        title: vscode.l10n.t('Sprint Board'),
        font: true,
      });
    },
  };
}

interface Attached extends KanbanDoors {
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: KanbanMessage) => void;
}

/** One open page. Asked for a page that is closed, a panel throws: the panel itself is not kept. */
class OpenBoard {
  readonly #doors: KanbanDoors;
  readonly #document: vscode.Uri;
  readonly #post: (message: KanbanMessage) => void;
  readonly #words = kanbanWords();
  readonly #queue = createChangeQueue((change, requests) => this.#settle(change, requests));
  #view: BoardView | undefined;
  #board: KanbanBoard | undefined;
  #isReady = false;
  #sent = '';

  constructor({ document, panel, post, ...doors }: Attached) {
    this.#doors = doors;
    this.#document = document.uri;
    this.#post = post;
    const listening = [
      doors.boards.onChange(() => void this.#show()),
      doors.agents.onChange(() => {
        this.#board = undefined;
        void this.#show();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.#show()),
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const read = readKanbanPageMessage(message);
        if (read) void this.#receive(read);
      }),
    ];
    panel.onDidDispose(() => {
      for (const one of listening) one.dispose();
    });
  }

  async #show(): Promise<void> {
    if (!this.#isReady) return;
    const { boards, agents, link } = this.#doors;
    const all = boards.latest();
    const uri = this.#document.toString();
    const found = all?.find((one) => isSameFile(one.uri, uri));
    if (found !== this.#view || (found && !this.#board))
      this.#board = found && toKanbanBoard(found, agents.of(found.root));
    this.#view = found;
    if (this.#board) this.#send(this.#board.columns.length > 0 ? this.#board.columns : 'noSections');
    else if (!all) this.#send('loading');
    else this.#send((await link.request(pingRequest, undefined)) ? 'noProject' : 'noServer');
  }

  #send(shown: KanbanBoard['columns'] | KanbanAbsence): void {
    const message: KanbanMessage = {
      type: 'board',
      words: this.#words,
      uri: this.#document.toString(),
      canWrite: vscode.workspace.isTrusted,
      board: shown,
    };
    const text = JSON.stringify(message);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#post(message);
  }

  async #settle(change: KanbanChange, requests: readonly number[]): Promise<void> {
    const refusal = await this.#carryOut(change);
    // The page shows the change until it hears that it is settled: by then it must have the board with it.
    await this.#doors.boards.refresh();
    await this.#show();
    const last = requests.at(-1);
    for (const request of requests)
      this.#post({ type: 'settled', request, ...(request === last && refusal !== undefined ? { refusal } : {}) });
  }

  /** @returns why it was refused; undefined if it was done, or the user canceled. */
  async #carryOut(change: KanbanChange): Promise<string | undefined> {
    const operation = this.#board && kanbanChangeOperation(this.#board, change);
    if (!operation || !this.#view) return vscode.l10n.t('the board changed and the card moved: try again');
    const end = await this.#doors.operations.run(this.#view.root, operation.name, operation.input);
    return end.kind === 'refused' && end.message !== '' ? end.message : undefined;
  }

  async #receive(message: KanbanPageMessage): Promise<void> {
    const { boards } = this.#doors;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#sent = '';
        await this.#show();
        if (!boards.latest()) await boards.get();
        return this.#show();
      case 'change':
        this.#queue(message);
        return;
      case 'open': {
        const place = this.#board?.places.get(message.card);
        return place && this.#view && openKanbanPlace(this.#view, place, message);
      }
      case 'newItem': {
        const section = message.column === undefined ? undefined : this.#board?.sections.get(message.column)?.title;
        return this.#view && newItemOf(this.#view.root, section);
      }
      case 'help':
        return kanbanHelp(message.what, this.#document);
    }
  }
}

async function newItemOf(root: string, section: string | undefined): Promise<void> {
  await vscode.commands.executeCommand('pactwright.newItem', { root, ...(section === undefined ? {} : { section }) });
}

/** What the buttons of the page do that are about no card. */
async function kanbanHelp(
  what: Extract<KanbanPageMessage, { type: 'help' }>['what'],
  board: vscode.Uri,
): Promise<void> {
  switch (what) {
    case 'trust':
      await manageTrust();
      return;
    case 'restart':
      await vscode.commands.executeCommand('pactwright.restartServer');
      return;
    case 'log':
      await vscode.commands.executeCommand('pactwright.showLog');
      return;
    case 'text':
      await vscode.commands.executeCommand('vscode.openWith', board, 'default');
  }
}

/** The server may write a file's URI in another way than the editor. */
function isSameFile(one: string, other: string): boolean {
  return one === other || vscode.Uri.parse(one).toString() === other;
}

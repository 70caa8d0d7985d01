import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { pingRequest } from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { kanbanChangeOperation } from './kanbanChange.js';
import { type KanbanBoard, toKanbanBoard } from './kanbanBoard.js';
import { kanbanHelp } from './kanbanHelp.js';
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
      const post = (message: KanbanMessage): void => void webview.postMessage(message);
      const others = open.get(uri) ?? new Set();
      open.set(uri, others.add(post));
      panel.onDidDispose(() => others.delete(post));
      attach(context, { ...doors, document, panel, post });
    },
  };
}

interface Attached extends KanbanDoors {
  readonly document: vscode.TextDocument;
  readonly panel: vscode.WebviewPanel;
  readonly post: (message: KanbanMessage) => void;
}

function attach(context: vscode.ExtensionContext, { document, panel, post, ...doors }: Attached): void {
  const { boards, operations, link, agents } = doors;
  const { webview } = panel;
  const scripts = vscode.Uri.joinPath(context.extensionUri, 'dist/webview');
  const uri = document.uri.toString();
  const words = kanbanWords();
  let view: BoardView | undefined;
  let board: KanbanBoard | undefined;
  let isReady = false;
  let sent = '';

  const send = (shown: KanbanBoard['columns'] | KanbanAbsence): void => {
    const message: KanbanMessage = {
      type: 'board',
      words,
      uri,
      canWrite: vscode.workspace.isTrusted,
      board: shown,
    };
    const text = JSON.stringify(message);
    if (text === sent) return;
    sent = text;
    post(message);
  };

  const show = async (): Promise<void> => {
    if (!isReady) return;
    const all = boards.latest();
    const found = all?.find((one) => isSameFile(one.uri, uri));
    if (found !== view || (found && !board)) board = found && toKanbanBoard(found, agents.of(found.root));
    view = found;
    if (board) send(board.columns.length > 0 ? board.columns : 'noSections');
    else if (!all) send('loading');
    else send((await link.request(pingRequest, undefined)) ? 'noProject' : 'noServer');
  };

  const carryOut = async (change: KanbanChange): Promise<string | undefined> => {
    const operation = board && kanbanChangeOperation(board, change);
    if (!operation || !view)
      return vscode.l10n.t('the board has changed meanwhile, and the card is not where it was: try again');
    const outcome = await operations.run(view.root, operation.name, operation.input);
    return outcome.kind === 'refused' ? outcome.message : undefined;
  };

  const queue = createChangeQueue(async (change, requests) => {
    const refusal = await carryOut(change);
    // The page shows the change until it hears that it is settled: by then it must have the board with it.
    await boards.refresh();
    await show();
    const last = requests.at(-1);
    for (const request of requests)
      post({ type: 'settled', request, ...(request === last && refusal !== undefined ? { refusal } : {}) });
  });

  const receive = async (message: KanbanPageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        sent = '';
        await show();
        if (!boards.latest()) await boards.get();
        return show();
      case 'change':
        queue(message);
        return;
      case 'open': {
        const place = board?.places.get(message.card);
        return place && view && openKanbanPlace(view, place, message);
      }
      case 'help':
        return kanbanHelp(message.what, document.uri);
    }
  };

  const listening = [
    boards.onChange(() => void show()),
    agents.onChange(() => {
      board = undefined;
      void show();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void show()),
    webview.onDidReceiveMessage((message: unknown) => {
      const read = readKanbanPageMessage(message);
      if (read) void receive(read);
    }),
  ];
  panel.onDidDispose(() => {
    for (const one of listening) one.dispose();
  });
  webview.options = { enableScripts: true, localResourceRoots: [scripts] };
  webview.html = webviewHtml(webview, {
    script: vscode.Uri.joinPath(scripts, 'kanban.js'),
    style: vscode.Uri.joinPath(scripts, 'kanban.css'),
    title: vscode.l10n.t('Sprint Board'),
    font: true,
  });
}

/** The server may write a file's URI in another way than the editor. */
function isSameFile(one: string, other: string): boolean {
  return one === other || vscode.Uri.parse(one).toString() === other;
}

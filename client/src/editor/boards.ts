import * as vscode from 'vscode';
import { boardsChangedNotification, boardsRequest, type BoardView } from '../../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

/** The boards of all projects as the server last sent them. */
export interface Boards {
  /** Asks for them if the server never sent them. */
  readonly get: () => Promise<readonly BoardView[]>;
  /** Undefined before the server first sends them. */
  readonly latest: () => readonly BoardView[] | undefined;
  /** Asks for them again now. */
  readonly refresh: () => Promise<void>;
  readonly onChange: vscode.Event<readonly BoardView[]>;
}

/** While somebody types, what is shown beside an entry may change several times a second. */
const pauseMs = 400;

export function createBoards(context: vscode.ExtensionContext, link: ServerLink): Boards {
  const changed = new vscode.EventEmitter<readonly BoardView[]>();
  let latest: readonly BoardView[] | undefined;
  let asking: Promise<void> | undefined;
  let asked = 0;
  let timer: NodeJS.Timeout | undefined;
  let missed = false;

  const ask = async (): Promise<void> => {
    for (let answered = 0; answered !== asked;) {
      answered = asked;
      latest = (await link.request(boardsRequest, undefined)) ?? latest ?? [];
    }
    asking = undefined;
    const all = latest ?? [];
    await vscode.commands.executeCommand('setContext', 'pactwright.boards', all.length);
    changed.fire(all);
  };

  /** Who asks while an answer is under way waits for the next one: the one under way may be older. */
  const refresh = (): Promise<void> => {
    asked++;
    asking ??= ask();
    return asking;
  };

  /** The first change is shown at once, those that follow it together. */
  const follow = (): void => {
    if (timer) {
      missed = true;
      return;
    }
    missed = false;
    void refresh();
    timer = setTimeout(() => {
      timer = undefined;
      if (missed) follow();
    }, pauseMs);
  };

  context.subscriptions.push(
    changed,
    new vscode.Disposable(() => {
      clearTimeout(timer);
    }),
    link.onReady(() => void refresh()),
    link.onNotification(boardsChangedNotification, follow),
  );
  return {
    get: async () => {
      if (!latest) await (asking ?? refresh());
      return latest ?? [];
    },
    latest: () => latest,
    refresh,
    onChange: changed.event,
  };
}

/** The only board, or the one that a person chooses; undefined if there is none, or the person went away. */
export async function chooseBoard(boards: readonly BoardView[], title: string): Promise<BoardView | undefined> {
  const [only, ...others] = boards;
  if (others.length === 0) return only;
  const rows = boards.map((board) => ({
    label: board.name,
    description: vscode.workspace.asRelativePath(vscode.Uri.parse(board.uri)),
    board,
  }));
  return (await vscode.window.showQuickPick(rows, { title }))?.board;
}

import * as vscode from 'vscode';
import type { BoardView } from '../../../server/src/protocol.js';
import { driftWords, inProgressWords } from './boardWords.js';
import type { Boards } from '../editor/boards.js';
import type { ServerState, Status } from '../editor/serverLink.js';

/** Of all boards together. */
export interface BoardCounts {
  readonly inProgress: number;
  readonly drifts: number;
}

export function countBoards(boards: readonly BoardView[]): BoardCounts {
  let inProgress = 0;
  let drifts = 0;
  for (const board of boards) {
    const entries = board.sections.flatMap((section) => (section.kind === 'inProgress' ? section.entries : []));
    // An item that is there twice is one.
    inProgress += new Set(entries.map((entry) => entry.id ?? entry)).size;
    drifts += board.drifts;
  }
  return { inProgress, drifts };
}

/**
 * The one item in the status bar: what is in progress and how many drifts there are; a click shows the board. A server that does
 * not run is told in the same place, as the counts would be old.
 */
export function createBoardStatusBar(context: vscode.ExtensionContext): Status & {
  readonly follow: (boards: Pick<Boards, 'onChange'>) => void;
} {
  const item = vscode.window.createStatusBarItem('pactwright.board', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Pactwright Sprint Board');
  context.subscriptions.push(item);
  let boards: readonly BoardView[] = [];
  let state: ServerState['kind'] = 'starting';

  const show = (): void => {
    const hasFailed = state === 'failed';
    if (boards.length === 0 && !hasFailed) {
      item.hide();
      return;
    }
    const { inProgress, drifts } = countBoards(boards);
    const counts = [inProgressWords(inProgress), driftWords(drifts)].join(', ');
    const failure = vscode.l10n.t('The server is not running');
    item.text = hasFailed ? `$(error) Pactwright` : `$(sync) ${inProgress} $(git-compare) ${drifts}`;
    item.tooltip = hasFailed ? `Pactwright: ${failure}` : `Pactwright: ${counts}`;
    item.accessibilityInformation = { label: item.tooltip, role: 'button' };
    item.backgroundColor = hasFailed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.command = hasFailed ? 'pactwright.showLog' : 'pactwright.board.focus';
    item.show();
  };

  return {
    show: ({ kind }) => {
      state = kind;
      show();
    },
    follow: ({ onChange }) => {
      context.subscriptions.push(
        onChange((latest) => {
          boards = latest;
          show();
        }),
      );
    },
  };
}

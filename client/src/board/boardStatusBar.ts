import * as vscode from 'vscode';
import type { BoardView, LintSummary } from '../../../server/src/protocol.js';
import { driftWords, findingWords, inProgressWords } from './boardWords.js';
import type { Boards } from '../editor/boards.js';
import { countInProgress, countItems } from '../editor/entryCounts.js';
import { sectionLabel } from '../editor/sectionLabel.js';
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
    inProgress += countInProgress(board);
    drifts += board.drifts;
  }
  return { inProgress, drifts };
}

/** The commands that the hover offers, by title. */
const offered: readonly (readonly [title: string, command: string])[] = [
  [vscode.l10n.t('Open Board'), 'pactwright.openBoard'],
  [vscode.l10n.t('Show Problems'), 'workbench.actions.view.problems'],
  [vscode.l10n.t('Check Workspace'), 'pactwright.lintWorkspace'],
  [vscode.l10n.t('Show Hidden Findings'), 'pactwright.showHiddenFindings'],
];

/** What the numbers are made of, a line for each board, and what can be done about them. */
function statusHover(boards: readonly BoardView[], summary: LintSummary | undefined): vscode.MarkdownString {
  const hover = new vscode.MarkdownString('', true);
  hover.isTrusted = { enabledCommands: offered.map(([, command]) => command) };
  for (const { name, sections, drifts } of boards) {
    const counts = sections.map((section) => `${sectionLabel(section)} ${countItems(section.entries)}`);
    hover.appendMarkdown('**');
    hover.appendText(name);
    hover.appendMarkdown('**  \n');
    hover.appendText([...counts, driftWords(drifts)].join(' · '));
    hover.appendMarkdown('\n\n');
  }
  const findings = summary ? findingWords(summary) : '';
  if (findings !== '') hover.appendMarkdown(`${findings}\n\n`);
  const hidden = summary && !summary.showsHidden ? summary.baselined : 0;
  const links = offered.filter(([, command]) => command !== 'pactwright.showHiddenFindings' || hidden > 0);
  if (summary && hidden > 0) {
    const words = vscode.l10n.t('Hidden findings: {0} in {1} files', hidden, summary.baselinedFiles);
    hover.appendMarkdown(`${words}\n\n`);
  }
  hover.appendMarkdown(links.map(([title, command]) => `[${title}](command:${command})`).join(' · '));
  return hover;
}

/**
 * The one item in the status bar: what is in progress and how many drifts there are; a click shows the board. A server that does
 * not run is shown in the same place, because the counts would be outdated.
 */
export function createBoardStatusBar(context: vscode.ExtensionContext): Status & {
  readonly follow: (boards: Pick<Boards, 'onChange'>) => void;
} {
  const item = vscode.window.createStatusBarItem('pactwright.board', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Pactwright Sprint Board');
  context.subscriptions.push(item);
  let boards: readonly BoardView[] = [];
  let state: ServerState['kind'] = 'starting';
  let summary: LintSummary | undefined;

  const show = (): void => {
    const hasFailed = state === 'failed';
    if (boards.length === 0 && !hasFailed) {
      item.hide();
      return;
    }
    const { inProgress, drifts } = countBoards(boards);
    const counts = [inProgressWords(inProgress), ...(drifts === 0 ? [] : [driftWords(drifts)])].join(', ');
    const failure = vscode.l10n.t('The server is not running');
    item.text = hasFailed ? `$(error) Pactwright` : `$(project) ${counts}`;
    item.tooltip = hasFailed ? `Pactwright: ${failure}` : statusHover(boards, summary);
    item.accessibilityInformation = { label: `Pactwright: ${hasFailed ? failure : counts}`, role: 'button' };
    item.backgroundColor = hasFailed ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    item.command = hasFailed ? 'pactwright.showLog' : 'pactwright.board.focus';
    item.show();
  };

  return {
    show: (next) => {
      state = next.kind;
      summary = 'summary' in next ? next.summary : undefined;
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

import * as vscode from 'vscode';
import type { QueueEntryView, QueueOutcome, QueueView } from '../../../server/src/protocol.js';
import type { WorkListRow } from '../editor/workSource.js';
import { plainMessage } from '../editor/plainMessage.js';

/** The row above the items of the queue; undefined if it is empty. */
export function queueItem(queues: readonly QueueView[]): vscode.TreeItem | undefined {
  const entries = queues.flatMap((queue) => queue.entries);
  if (entries.length === 0) return undefined;
  const item = new vscode.TreeItem(vscode.l10n.t('Queue'), vscode.TreeItemCollapsibleState.Expanded);
  const done = entries.filter(({ outcome }) => outcome === 'passed').length;
  const isRunning = queues.some(({ isWorkedOn }) => isWorkedOn);
  const isPaused = isRunning && queues.some((queue) => queue.isPaused);
  item.id = 'list';
  item.description = [
    vscode.l10n.t('{0} of {1} done', done, entries.length),
    ...(isPaused ? [vscode.l10n.t('stops before the next phase')] : []),
  ].join(' · ');
  item.iconPath = new vscode.ThemeIcon('list-ordered');
  item.contextValue = isRunning ? 'queue running' : 'queue idle';
  return item;
}

export function queueRows(queues: readonly QueueView[]): readonly WorkListRow[] {
  return queues.flatMap(({ entries, isWorkedOn }) =>
    entries.map((entry) => ({
      kind: 'listed',
      root: entry.root,
      item: entry.item,
      look: entryItem(entry, isWorkedOn),
    })),
  );
}

function entryItem(entry: QueueEntryView, isWorkedOn: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(entry.item, vscode.TreeItemCollapsibleState.None);
  const words = stateWords(entry, isWorkedOn);
  item.id = ['list', entry.root, entry.item].join('\u0000');
  item.description = words;
  item.tooltip = plainMessage([`${entry.item}: ${words}`, entry.note].filter((one) => one !== undefined).join('\n'));
  item.iconPath = iconOf(entry, isWorkedOn);
  item.contextValue = `queued ${entry.state}`;
  return item;
}

function stateWords({ state, phase, outcome, passed, note }: QueueEntryView, isWorkedOn: boolean): string {
  if (state === 'running')
    return isWorkedOn ? vscode.l10n.t('in {0}', phase ?? '') : vscode.l10n.t('interrupted in {0}', phase ?? '');
  if (state === 'waiting' || outcome === undefined)
    return passed.length === 0 ? vscode.l10n.t('waiting') : vscode.l10n.t('waiting, after {0}', passed.join(', '));
  if (outcome === 'passed') return vscode.l10n.t('done');
  const words = outcomeWords[outcome];
  const where = phase === undefined || outcome === 'skipped' ? words : vscode.l10n.t('{0} in {1}', words, phase);
  return note === undefined ? where : `${where}: ${note}`;
}

const outcomeWords: Readonly<Record<Exclude<QueueOutcome, 'passed'>, string>> = {
  left: vscode.l10n.t('left to you'),
  refused: vscode.l10n.t('refused'),
  unknown: vscode.l10n.t('unknown'),
  waiting: vscode.l10n.t('asks you'),
  agentFailed: vscode.l10n.t('agent failed'),
  skipped: vscode.l10n.t('skipped'),
};

function iconOf({ state, outcome }: QueueEntryView, isWorkedOn: boolean): vscode.ThemeIcon {
  if (state === 'running') return new vscode.ThemeIcon(isWorkedOn ? 'loading~spin' : 'debug-stop');
  if (state === 'waiting' || outcome === undefined) return new vscode.ThemeIcon('circle-large-outline');
  switch (outcome) {
    case 'passed':
      return new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed'));
    case 'waiting':
    case 'left':
      return new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground'));
    case 'skipped':
      return new vscode.ThemeIcon('debug-step-over');
    case 'unknown':
      return new vscode.ThemeIcon('question');
    case 'refused':
    case 'agentFailed':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed'));
  }
}

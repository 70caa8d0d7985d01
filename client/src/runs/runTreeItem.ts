import * as vscode from 'vscode';
import type { ListedRun, PacketStage, PacketView } from '../../../server/src/protocol.js';
import type { RunRow } from './runRows.js';

/** A row as the view shows it. Icon and words show a state, never color alone. */
export function toRunTreeItem(row: RunRow): vscode.TreeItem {
  const item = treeItemOf(row);
  item.id = row.id;
  return item;
}

function treeItemOf(row: RunRow): vscode.TreeItem {
  const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
  switch (row.kind) {
    case 'run': {
      const { run } = row;
      const item = new vscode.TreeItem(runName(run), isOver(run) ? Collapsed : Expanded);
      item.description = runSummary(run);
      item.tooltip = [runName(run), runSummary(run), ...(run.why === undefined ? [] : [run.why])].join('\n');
      item.iconPath = new vscode.ThemeIcon(runIcons[run.state]);
      item.contextValue = `run ${run.state}`;
      return item;
    }
    case 'wave': {
      const merged = row.rows.filter(({ packet }) => packet.stage === 'merged').length;
      const item = new vscode.TreeItem(
        vscode.l10n.t('Wave {0}', row.number),
        merged === row.rows.length ? Collapsed : Expanded,
      );
      item.description = vscode.l10n.t('{0} of {1} merged', merged, row.rows.length);
      item.iconPath = new vscode.ThemeIcon('layers');
      item.contextValue = 'wave';
      return item;
    }
    case 'packet': {
      const { packet } = row;
      const item = new vscode.TreeItem(packet.id, None);
      item.description = packetSummary(packet);
      item.tooltip = [
        `${packet.id}: ${packet.title}`,
        packetSummary(packet),
        ...(packet.commit === undefined ? [] : [packet.commit]),
      ].join('\n');
      item.iconPath = new vscode.ThemeIcon(stageIcons[packet.stage]);
      item.contextValue = `packet ${packet.stage}`;
      return item;
    }
  }
}

/** `20261126-021500-1f3a` in the words of a list. */
export function runName({ run }: Pick<ListedRun, 'run'>): string {
  const [, year = '', month = '', day = '', hour = '', minute = ''] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)/u.exec(run) ?? [];
  return vscode.l10n.t('Run of {0} UTC', `${year}-${month}-${day} ${hour}:${minute}`);
}

/** How a run is: its state, what is merged, and cost against budget. */
export function runSummary({ state, packets, dollars, budget }: ListedRun): string {
  const merged = packets.filter(({ stage }) => stage === 'merged').length;
  const cost =
    budget === undefined
      ? `$${dollars.toFixed(2)}`
      : vscode.l10n.t('{0} of {1}', `$${dollars.toFixed(2)}`, `$${budget.toFixed(2)}`);
  return [runWords()[state], vscode.l10n.t('{0} of {1} merged', merged, packets.length), cost].join(' · ');
}

/** How a packet is: its stage, why, how often it was sent back, and its cost. */
export function packetSummary({ stage, title, note, rounds, dollars }: PacketView): string {
  return [
    stageWords()[stage],
    note ?? title,
    ...(rounds === 0
      ? []
      : [rounds === 1 ? vscode.l10n.t('sent back once') : vscode.l10n.t('sent back {0} times', rounds)]),
    ...(dollars > 0 ? [`$${dollars.toFixed(2)}`] : []),
  ].join(' · ');
}

function isOver({ state }: ListedRun): boolean {
  return state === 'merged' || state === 'aborted';
}

const runIcons: Readonly<Record<ListedRun['state'], string>> = {
  running: 'sync',
  interrupted: 'debug-disconnect',
  paused: 'debug-pause',
  halted: 'warning',
  aborted: 'circle-slash',
  merged: 'pass',
  stuck: 'warning',
};

const runWords = (): Readonly<Record<ListedRun['state'], string>> => ({
  running: vscode.l10n.t('running'),
  interrupted: vscode.l10n.t('interrupted'),
  paused: vscode.l10n.t('paused'),
  halted: vscode.l10n.t('halted'),
  aborted: vscode.l10n.t('aborted'),
  merged: vscode.l10n.t('finished'),
  stuck: vscode.l10n.t('needs you'),
});

const stageIcons: Readonly<Record<PacketStage, string>> = {
  waiting: 'clock',
  build: 'tools',
  review: 'eye',
  merge: 'git-merge',
  clean: 'git-merge',
  asks: 'question',
  merged: 'pass',
  failed: 'error',
  dropped: 'circle-slash',
  interrupted: 'debug-disconnect',
};

const stageWords = (): Readonly<Record<PacketStage, string>> => ({
  waiting: vscode.l10n.t('waiting'),
  build: vscode.l10n.t('being built'),
  review: vscode.l10n.t('in review'),
  merge: vscode.l10n.t('being merged'),
  clean: vscode.l10n.t('merged'),
  asks: vscode.l10n.t('needs an answer'),
  merged: vscode.l10n.t('merged'),
  failed: vscode.l10n.t('failed'),
  dropped: vscode.l10n.t('left out'),
  interrupted: vscode.l10n.t('interrupted'),
});

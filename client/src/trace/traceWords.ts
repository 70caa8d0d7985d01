import * as vscode from 'vscode';
import type { TraceGap, TraceItemView, TraceStage } from '../../../server/src/protocol.js';
import type { TraceGroup } from './traceNodes.js';

/** How far an item is. */
export const stageWords: Readonly<Record<TraceStage, string>> = {
  inProgress: vscode.l10n.t('In Progress'),
  backlog: vscode.l10n.t('Backlog'),
  unplanned: vscode.l10n.t('Not on the board'),
  done: vscode.l10n.t('Done'),
  archived: vscode.l10n.t('Archived'),
};

/** Where the trace breaks off. */
export const gapWords: Readonly<Record<TraceGap, string>> = {
  noCriterion: vscode.l10n.t('no criterion'),
  noScenario: vscode.l10n.t('no scenario'),
  noTest: vscode.l10n.t('no test'),
  skipped: vscode.l10n.t('skipped'),
  unknownId: vscode.l10n.t('cites an unknown id'),
  noFile: vscode.l10n.t('no such file'),
  noItem: vscode.l10n.t('no such item'),
};

/** The headings of the rows that belong to an item but to none of its requirements. */
export const groupWords: Readonly<Record<TraceGroup, string>> = {
  looseCriteria: vscode.l10n.t('Criteria without requirement'),
  looseScenarios: vscode.l10n.t('Scenarios without criterion'),
  looseTests: vscode.l10n.t('Tests of the item as a whole'),
  dependencies: vscode.l10n.t('Depends on'),
  files: vscode.l10n.t('Files the spec names'),
  branches: vscode.l10n.t('Branches and worktrees'),
  commits: vscode.l10n.t('Commits'),
};

/** `1 gap`, `3 gaps`; empty for none. */
export function gapCount(gaps: number): string {
  if (gaps === 0) return '';
  return gaps === 1 ? vscode.l10n.t('1 gap') : vscode.l10n.t('{0} gaps', gaps);
}

/** How many criteria are covered; empty if there are none. */
export function coverageWords({ criteria, covered, coveredBy }: TraceItemView): string {
  if (criteria === 0) return '';
  return coveredBy === 'test'
    ? vscode.l10n.t('{0}/{1} tested', covered, criteria)
    : vscode.l10n.t('{0}/{1} with scenario', covered, criteria);
}

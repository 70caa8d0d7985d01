import * as vscode from 'vscode';
import type { TraceGap, TraceItemView, TraceStage } from '../../server/src/protocol.js';
import type { TraceGroup } from './traceNodes.js';

/** How far an item is, in words. */
export function stageWords(stage: TraceStage): string {
  switch (stage) {
    case 'inProgress':
      return vscode.l10n.t('In Progress');
    case 'backlog':
      return vscode.l10n.t('Backlog');
    case 'unplanned':
      return vscode.l10n.t('Not on the board');
    case 'done':
      return vscode.l10n.t('Done');
    case 'archived':
      return vscode.l10n.t('Archived');
  }
}

/** Where the trace breaks off, in words. */
export function gapWords(gap: TraceGap): string {
  switch (gap) {
    case 'noCriterion':
      return vscode.l10n.t('no criterion');
    case 'noScenario':
      return vscode.l10n.t('no scenario');
    case 'noTest':
      return vscode.l10n.t('no test');
    case 'skipped':
      return vscode.l10n.t('skipped');
    case 'unknownId':
      return vscode.l10n.t('cites an unknown id');
    case 'noFile':
      return vscode.l10n.t('no such file');
    case 'noItem':
      return vscode.l10n.t('no such item');
  }
}

/** The heading of the rows that belong to an item but to none of its requirements. */
export function groupWords(group: TraceGroup): string {
  switch (group) {
    case 'looseCriteria':
      return vscode.l10n.t('Criteria without requirement');
    case 'looseScenarios':
      return vscode.l10n.t('Scenarios without criterion');
    case 'looseTests':
      return vscode.l10n.t('Tests of the item as a whole');
    case 'dependencies':
      return vscode.l10n.t('Depends on');
    case 'files':
      return vscode.l10n.t('Files the spec names');
    case 'branches':
      return vscode.l10n.t('Branches and worktrees');
    case 'commits':
      return vscode.l10n.t('Commits');
  }
}

/** `1 gap`, `3 gaps`; empty for none. */
export function gapCount(gaps: number): string {
  if (gaps === 0) return '';
  return gaps === 1 ? vscode.l10n.t('1 gap') : vscode.l10n.t('{0} gaps', gaps);
}

/** How many criteria are covered; empty where there are none. */
export function coverageWords({ criteria, covered, coveredBy }: TraceItemView): string {
  if (criteria === 0) return '';
  return coveredBy === 'test'
    ? vscode.l10n.t('{0}/{1} tested', covered, criteria)
    : vscode.l10n.t('{0}/{1} with scenario', covered, criteria);
}

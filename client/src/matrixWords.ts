import * as vscode from 'vscode';
import type { MatrixWords } from './matrixMessages.js';
import { gapWords, stageWords } from './traceWords.js';

/** The page's own text in the language of the editor; `{0}` and the like are filled in by the page. */
export function matrixWords(): MatrixWords {
  return {
    title: vscode.l10n.t('Trace Matrix'),
    project: vscode.l10n.t('Project'),
    filter: vscode.l10n.t('Items'),
    gapsOnly: vscode.l10n.t('Only gaps'),
    export: vscode.l10n.t('Export as'),
    columns: [
      vscode.l10n.t('Requirement'),
      vscode.l10n.t('Criterion'),
      vscode.l10n.t('Scenario'),
      vscode.l10n.t('Tests'),
    ],
    stages: stageWords,
    gaps: gapWords,
    deferred: vscode.l10n.t('put off'),
    summary: vscode.l10n.t('Items: {0} · rows: {1} · rows with a gap: {2}'),
    itemGaps: vscode.l10n.t('{0} gaps'),
    oneGap: vscode.l10n.t('1 gap'),
    nothing: vscode.l10n.t('There are neither requirements nor criteria nor scenarios.'),
    noMatch: vscode.l10n.t('No item is as the filter wants it.'),
    more: vscode.l10n.t('Show more ({0} items are left)'),
    open: vscode.l10n.t('Open {0}'),
  };
}

import * as vscode from 'vscode';
import type { MatrixWords } from './matrixMessages.js';
import { gapWords, stageWords } from './traceWords.js';

/**
 * The page's own text in the language of the editor; `{0}` and the like are filled in by the page.
 *
 * @param isAnswered Whether the server answered: what is missing because it did not must not look like nothing.
 */
export function matrixWords(isAnswered: boolean): MatrixWords {
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
    deferred: vscode.l10n.t('deferred'),
    summary: vscode.l10n.t('Items: {0} · rows: {1} · gaps: {2}'),
    itemGaps: vscode.l10n.t('{0} gaps'),
    oneGap: vscode.l10n.t('1 gap'),
    nothing: isAnswered
      ? vscode.l10n.t(
          'Nothing to show yet: no spec has requirements or acceptance criteria, and no test case has scenarios. Add them to a spec such as docs/specs/STORY-001.md.',
        )
      : vscode.l10n.t('The Pactwright server is not running. Restart it to see the matrix.'),
    noMatch: vscode.l10n.t('No item matches. Clear the field or uncheck "Only gaps" to see more.'),
    more: vscode.l10n.t('Show more ({0} items left)'),
    open: vscode.l10n.t('Open {0}'),
  };
}

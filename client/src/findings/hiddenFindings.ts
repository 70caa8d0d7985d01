import * as vscode from 'vscode';
import { lintedNotification, type LintSummary, showHiddenRequest } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';

const documents: vscode.DocumentSelector = [{ language: 'markdown' }, { pattern: '**/*.feature' }];

/** Shows in the language status how many findings baselines hide, with a way to show them. */
export function followHiddenFindings(context: vscode.ExtensionContext, link: ServerLink): void {
  let item: vscode.LanguageStatusItem | undefined;
  const show = ({ baselined, baselinedFiles, showsHidden }: LintSummary): void => {
    void vscode.commands.executeCommand('setContext', 'pactwright.hiddenFindings', baselined);
    void vscode.commands.executeCommand('setContext', 'pactwright.showsHiddenFindings', showsHidden);
    if (baselined === 0) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= vscode.languages.createLanguageStatusItem('pactwright.hiddenFindings', documents);
    item.name = vscode.l10n.t('Pactwright: hidden findings');
    item.text = showsHidden
      ? vscode.l10n.t('Known findings shown: {0} in {1} files', baselined, baselinedFiles)
      : vscode.l10n.t('Hidden findings: {0} in {1} files', baselined, baselinedFiles);
    item.command = showsHidden
      ? { command: 'pactwright.hideKnownFindings', title: vscode.l10n.t('Hide') }
      : { command: 'pactwright.showHiddenFindings', title: vscode.l10n.t('Show') };
  };
  context.subscriptions.push(
    link.onNotification(lintedNotification, show),
    new vscode.Disposable(() => item?.dispose()),
  );
}

/** Shows the findings that baselines hide, until the window is closed, or hides them again. */
export async function showHidden(link: ServerLink, shown: boolean): Promise<void> {
  const summary = await link.request(showHiddenRequest, { show: shown });
  if (summary && shown) await vscode.commands.executeCommand('workbench.actions.view.problems');
}

import * as vscode from 'vscode';
import { lintWorkspaceRequest, type LintSummary } from '../../server/src/protocol.js';
import type { ServerLink } from './serverLink.js';

export function registerCommands(
  context: vscode.ExtensionContext,
  link: ServerLink,
  log: vscode.LogOutputChannel,
): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('pactwright.restartServer', () => link.restart()),
    vscode.commands.registerCommand('pactwright.showLog', () => {
      log.show();
    }),
    vscode.commands.registerCommand('pactwright.lintWorkspace', () => lintWorkspace(link)),
  );
}

async function lintWorkspace(link: ServerLink): Promise<LintSummary | undefined> {
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Pactwright: linting the workspace') },
    () => link.request(lintWorkspaceRequest, undefined),
  );
  if (summary) await vscode.commands.executeCommand('workbench.actions.view.problems');
  return summary;
}

import * as vscode from 'vscode';
import { lintWorkspaceRequest, type LintSummary } from '../../server/src/protocol.js';
import type { serverCommandTable } from './commandTables.js';
import { registerCommands } from './editor/registerCommands.js';
import type { ServerLink } from './editor/serverLink.js';

/** What a person does with the server. */
export function registerServerCommands(
  context: vscode.ExtensionContext,
  link: ServerLink,
  log: vscode.LogOutputChannel,
): void {
  registerCommands<typeof serverCommandTable>(context, {
    'pactwright.restartServer': () => link.restart(),
    'pactwright.showLog': () => {
      log.show();
    },
    'pactwright.lintWorkspace': () => lintWorkspace(link),
  });
}

async function lintWorkspace(link: ServerLink): Promise<LintSummary | undefined> {
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Pactwright: linting the workspace') },
    () => link.request(lintWorkspaceRequest, undefined),
  );
  if (!summary) void sayNotRunning();
  else if (summary.projects === 0)
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'There is nothing to lint: no folder here has docs/specs or .pactwright/config.yaml, which make it a project.',
      ),
    );
  else await vscode.commands.executeCommand('workbench.actions.view.problems');
  return summary;
}

async function sayNotRunning(): Promise<void> {
  const restart = vscode.l10n.t('Restart Server');
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('The workspace was not linted, as the Pactwright server is not running or failed.');
  const choice = await vscode.window.showErrorMessage(message, restart, showLog);
  if (choice === restart) await vscode.commands.executeCommand('pactwright.restartServer');
  if (choice === showLog) await vscode.commands.executeCommand('pactwright.showLog');
}

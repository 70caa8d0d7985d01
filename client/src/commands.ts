import * as vscode from 'vscode';
import { lintWorkspaceRequest, type LintSummary } from '../../server/src/protocol.js';
import type { serverCommandTable } from './commandTables.js';
import { type CommandFunctions, registerCommands } from './editor/registerCommands.js';
import type { ServerLink } from './editor/serverLink.js';

/** What a person does with the server. */
export function registerServerCommands(
  context: vscode.ExtensionContext,
  link: ServerLink,
  log: vscode.LogOutputChannel,
): void {
  registerCommands(context, {
    'pactwright.restartServer': () => link.restart(),
    'pactwright.showLog': () => {
      log.show();
    },
    'pactwright.lintWorkspace': () => lintWorkspace(link),
  } satisfies CommandFunctions<typeof serverCommandTable>);
}

async function lintWorkspace(link: ServerLink): Promise<LintSummary | undefined> {
  const summary = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Pactwright: linting the workspace') },
    () => link.request(lintWorkspaceRequest, undefined),
  );
  if (!summary) void sayNotRunning();
  else if (summary.projects === 0)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Nothing to lint: no folder here has docs/specs or .pactwright/config.yaml.'),
    );
  else await vscode.commands.executeCommand('workbench.actions.view.problems');
  return summary;
}

async function sayNotRunning(): Promise<void> {
  const restart = vscode.l10n.t('Restart Server');
  const showLog = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('Could not lint the workspace: the Pactwright server is not running or failed.');
  const choice = await vscode.window.showErrorMessage(message, restart, showLog);
  if (choice === restart) await vscode.commands.executeCommand('pactwright.restartServer');
  if (choice === showLog) await vscode.commands.executeCommand('pactwright.showLog');
}

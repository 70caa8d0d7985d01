import * as vscode from 'vscode';

/** Whether the workspace is trusted. If not, shows why nothing is done, and the way out. */
export function isTrustedOrSay(why: string): boolean {
  if (vscode.workspace.isTrusted) return true;
  const manage = vscode.l10n.t('Manage Workspace Trust');
  void vscode.window.showWarningMessage(why, manage).then((choice) => {
    if (choice === manage) void manageTrust();
  });
  return false;
}

/** Opens the editor's own page about trust. */
export async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand('workbench.trust.manage');
}

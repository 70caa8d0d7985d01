import * as vscode from 'vscode';
import { repositoryAround } from '../editor/gitExtension.js';
import { commitUri } from './traceDocuments.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';

/** Abbreviated or whole, SHA-1 or SHA-256: nothing else goes to git. */
const hashForm = /^[0-9a-f]{7,64}$/iu;

/**
 * Shows a commit: in VS Code's own view of changes, or as text if that is not available.
 *
 * @param root URI of the project root.
 */
export async function openCommit(root: unknown, hash: unknown): Promise<void> {
  if (typeof root !== 'string' || typeof hash !== 'string' || !hashForm.test(hash)) {
    await vscode.window.showErrorMessage(vscode.l10n.t('{0} is not a commit hash.', String(hash)));
    return;
  }
  if (!isTrustedOrSay(vscode.l10n.t('Pactwright does not run git in Restricted Mode, so it cannot show the commit.')))
    return;
  const folder = vscode.Uri.parse(root);
  if (await isKnownToGit(folder)) await vscode.commands.executeCommand('git.viewCommit', folder, hash);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(commitUri(root, hash)));
}

/** Whether the git extension has opened the repository around a folder; asked about another one it would ask back. */
async function isKnownToGit(folder: vscode.Uri): Promise<boolean> {
  if (!(await repositoryAround(folder))) return false;
  return (await vscode.commands.getCommands(true)).includes('git.viewCommit');
}

import * as vscode from 'vscode';
import { commitUri } from './readOnlyDocuments.js';

/** The part of the git extension's interface that is used here, version 1. */
interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): unknown };
}

/** Abbreviated or whole, SHA-1 or SHA-256: nothing else goes to git. */
const hashForm = /^[0-9a-f]{7,64}$/iu;

/**
 * Shows a commit: in VS Code's own view of changes, or as text where that is not to be had.
 *
 * @param root URI of the project root.
 */
export async function openCommit(root: unknown, hash: unknown): Promise<void> {
  if (typeof root !== 'string' || typeof hash !== 'string' || !hashForm.test(hash)) {
    await vscode.window.showErrorMessage(vscode.l10n.t('{0} is not the hash of a commit.', String(hash)));
    return;
  }
  if (!vscode.workspace.isTrusted) {
    await sayUntrusted();
    return;
  }
  const folder = vscode.Uri.parse(root);
  if (await isKnownToGit(folder)) await vscode.commands.executeCommand('git.viewCommit', folder, hash);
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(commitUri(root, hash)));
}

async function sayUntrusted(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const message = vscode.l10n.t('In Restricted Mode git is not run, so a commit cannot be shown.');
  if ((await vscode.window.showInformationMessage(message, manage)) === manage)
    await vscode.commands.executeCommand('workbench.trust.manage');
}

/** Whether the git extension has opened the repository around a folder; asked about another one it would ask back. */
async function isKnownToGit(folder: vscode.Uri): Promise<boolean> {
  try {
    const git = await vscode.extensions.getExtension<GitExtension>('vscode.git')?.activate();
    const commands = await vscode.commands.getCommands(true);
    return commands.includes('git.viewCommit') && Boolean(git?.getAPI(1).getRepository(folder));
  } catch {
    // The extension throws where it is switched off by its setting.
    return false;
  }
}

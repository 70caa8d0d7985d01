import path from 'node:path';
import * as vscode from 'vscode';
import { openRepositoryAt } from '../editor/gitExtension.js';

/**
 * Shows all that was changed in a worktree since a commit, committed or not, in VS Code's own view of many changes.
 *
 * @param folder of the worktree: absolute.
 * @param base the commit.
 * @param subject what the changes are of, for the title.
 */
export async function reviewChanges(folder: string, base: string, subject: string): Promise<void> {
  const opened = await openRepositoryAt(vscode.Uri.file(folder));
  if (!opened) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Could not show the changes: VS Code’s Git extension could not open {0}.', folder),
    );
    return;
  }
  const { repository, toGitUri } = opened;
  await repository.status();
  const changes = await repository.diffWith(base);
  const untracked = [...repository.state.untrackedChanges, ...repository.state.workingTreeChanges]
    .filter(({ status }) => status === untrackedStatus)
    .map(({ uri }) => uri);
  const inFolder = (uri: vscode.Uri): boolean => !path.relative(folder, uri.fsPath).startsWith('..');
  const resources = [
    ...changes.map(({ uri, originalUri, renameUri, status }) => {
      const right = renameUri ?? uri;
      return [
        right,
        addedStatuses.has(status) ? undefined : toGitUri(originalUri, base),
        deletedStatuses.has(status) ? undefined : right,
      ] as const;
    }),
    ...untracked.filter(inFolder).map((uri) => [uri, undefined, uri] as const),
  ];
  if (resources.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Nothing was changed: {0}', subject));
    return;
  }
  await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Changes of {0}', subject), resources);
}

/** `Status` of the git extension, which exports it as types alone. */
const untrackedStatus = 7;
const addedStatuses: ReadonlySet<number> = new Set([1, 7]);
const deletedStatuses: ReadonlySet<number> = new Set([2, 6]);

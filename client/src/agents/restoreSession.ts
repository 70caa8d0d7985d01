import * as vscode from 'vscode';
import type { AgentSessionView } from '../../../server/src/protocol.js';
import { subjectWords } from './agentWords.js';
import { runOnSession } from './sessionCommand.js';

/** How long restoring may take, in milliseconds. */
const patienceMs = 120_000;

/** Restores a folder to its state before an agent's session, once the user confirms; that can be undone, too. */
export async function restoreSession(session: AgentSessionView, program: string): Promise<void> {
  const restore = vscode.l10n.t('Restore');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Restore {0} to its state before {1}?', session.folder, subjectWords(session)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'This restores files, branches, tags and stashes. The current state is saved first, so you can undo this.',
      ),
    },
    restore,
  );
  if (answer !== restore || !(await undo(session, session.id, program))) return;
  const undoIt = vscode.l10n.t('Undo');
  const choice = await vscode.window.showInformationMessage(
    vscode.l10n.t('{0} is restored to its state before {1}.', session.folder, subjectWords(session)),
    undoIt,
  );
  if (choice === undoIt) await undo(session, `${session.id}-undo`, program);
}

/** Reports a failure. @returns whether everything was restored. */
async function undo({ root }: AgentSessionView, id: string, program: string): Promise<boolean> {
  const failure = await runOnSession({ root, id }, 'undo', program, patienceMs);
  if (failure !== undefined) void vscode.window.showErrorMessage(vscode.l10n.t('Not restored: {0}', failure));
  return failure === undefined;
}

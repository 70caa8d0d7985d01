import * as vscode from 'vscode';
import type { AgentSessionView } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import { plainMessage } from '../editor/plainMessage.js';
import { folderOf } from './agentTerminals.js';
import { subjectWords } from './agentWords.js';

/** How long putting files back may take, in milliseconds. */
const patienceMs = 120_000;

/** Puts a folder back as it was before an agent's session, once a person agrees; that can be undone as well. */
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

/** @returns whether all is written; what is not is told. */
async function undo({ root }: AgentSessionView, id: string, program: string): Promise<boolean> {
  const { code, errors } = await runCommandLine({
    program,
    args: ['agent', 'undo', id, '--root', folderOf(root)],
    folder: folderOf(root),
    onLine: () => undefined,
    signal: AbortSignal.timeout(patienceMs),
  });
  if (code !== 0) void vscode.window.showErrorMessage(vscode.l10n.t('Not restored: {0}', plainMessage(errors)));
  return code === 0;
}

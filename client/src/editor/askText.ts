import * as vscode from 'vscode';
import { entryTitleProblem, taskProblem } from '../../../server/src/protocol.js';

/**
 * Asks for one line of text. What is typed stays if the focus goes elsewhere, for example to a page or a terminal.
 *
 * @returns without spaces around it; undefined if the person canceled.
 */
export async function askText(options: Omit<vscode.InputBoxOptions, 'ignoreFocusOut'>): Promise<string | undefined> {
  return (await vscode.window.showInputBox({ ...options, ignoreFocusOut: true }))?.trim();
}

/** What keeps a text from being the title of an entry. */
export function titleProblem(text: string): string | undefined {
  const problem = entryTitleProblem(text);
  return problem && vscode.l10n.t('The title {0}.', problem);
}

/** What keeps a text from being a task. */
export function taskTextProblem(text: string): string | undefined {
  const problem = taskProblem(text);
  return problem && vscode.l10n.t('The task {0}.', problem);
}

/** What keeps a text from being accepted that has to say something. */
export function atLeastOneWord(text: string): string | undefined {
  return text.trim() === '' ? vscode.l10n.t('Write at least one word') : undefined;
}

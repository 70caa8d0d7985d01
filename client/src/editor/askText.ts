import * as vscode from 'vscode';

/**
 * Asks for one line of text. What is typed stays where the focus goes elsewhere, be it that a page or a terminal takes it.
 *
 * @returns without spaces around it; undefined where the person went away.
 */
export async function askText(options: Omit<vscode.InputBoxOptions, 'ignoreFocusOut'>): Promise<string | undefined> {
  return (await vscode.window.showInputBox({ ...options, ignoreFocusOut: true }))?.trim();
}

/** What keeps a text from being accepted that has to say something. */
export function atLeastOneWord(text: string): string | undefined {
  return text.trim() === '' ? vscode.l10n.t('Write at least one word') : undefined;
}

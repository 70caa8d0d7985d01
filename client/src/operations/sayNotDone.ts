import * as vscode from 'vscode';
import { plainMessage } from '../editor/plainMessage.js';

/**
 * Tells a person why nothing was done; not where nothing is known, as after they have broken it off.
 *
 * @param reasons sentences without full stop; empty ones do not count.
 * @param buttons labels.
 * @returns the button that was chosen.
 */
export async function sayNotDone(
  reasons: readonly string[],
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const said = reasons.filter((reason) => reason !== '').join('; ');
  if (said === '') return undefined;
  return vscode.window.showErrorMessage(plainMessage(vscode.l10n.t('Not done: {0}.', said)), ...buttons);
}

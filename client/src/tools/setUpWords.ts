import * as vscode from 'vscode';
import type { SetUpWords } from './setUpMessages.js';

/** The page's own text in the language of the editor. */
export function setUpWords(): SetUpWords {
  return {
    title: vscode.l10n.t('Set Up Project for Agents'),
    folder: vscode.l10n.t('Folder'),
    action: vscode.l10n.t('Action'),
    actions: {
      init: vscode.l10n.t('Set up'),
      update: vscode.l10n.t('Update to this version'),
      remove: vscode.l10n.t('Remove'),
    },
    agents: vscode.l10n.t('Agents'),
    parts: vscode.l10n.t('Parts'),
    plan: vscode.l10n.t('Plan'),
    planning: vscode.l10n.t('Planning…'),
    applying: vscode.l10n.t('Applying…'),
    nothing: vscode.l10n.t('Nothing to change.'),
    files: vscode.l10n.t('Files: {0}'),
    steps: vscode.l10n.t('In this clone'),
    toDo: vscode.l10n.t('To do afterwards'),
    apply: vscode.l10n.t('Apply'),
    cancel: vscode.l10n.t('Cancel'),
  };
}

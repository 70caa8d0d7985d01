import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { ignoreFindingCommand } from '../../../server/src/protocol.js';
import type { SavedActs } from './savedActs.js';
import { servedDocuments } from './servedDocuments.js';

const saveCommand = 'pactwright.saveAfterFix';

/**
 * A fix that changes other files leaves them as they were: a file without unsaved changes is saved once the fix is applied, one
 * with such changes stays unsaved. The file at hand is the person's to save.
 */
export const saveAfterFixMiddleware: Middleware = {
  provideCodeActions: async (document, range, context, token, next) => {
    const offered = await next(document, range, context, token);
    // The server knows a source file as it is on disk: with unsaved changes its edits would be at other places.
    const isUnknown = document.isDirty && vscode.languages.match([...servedDocuments], document) === 0;
    const actions = isUnknown ? offered?.filter((action) => !changes(action, document.uri)) : offered;
    for (const action of actions ?? []) {
      if (!(action instanceof vscode.CodeAction)) continue;
      askedFor.set(action, document.uri);
      saveOthers(action, document.uri);
    }
    return actions;
  },
  resolveCodeAction: async (action, token, next) => {
    const resolved = await next(action, token);
    const uri = askedFor.get(action);
    if (resolved && uri) saveOthers(resolved, uri);
    return resolved;
  },
};

function changes(action: vscode.CodeAction | vscode.Command, uri: vscode.Uri): boolean {
  if (!(action instanceof vscode.CodeAction)) return false;
  return action.edit?.has(uri) === true || action.command?.command === ignoreFindingCommand;
}

/** The document of each action, for those whose edit is computed once they are chosen. */
const askedFor = new WeakMap<vscode.CodeAction, vscode.Uri>();

function saveOthers(action: vscode.CodeAction, asked: vscode.Uri): void {
  if (!action.edit || action.command) return;
  const saved = action.edit.entries().flatMap(([uri]) => {
    const own = uri.toString() === asked.toString();
    return own || isUnsaved(uri) ? [] : [uri];
  });
  // Executed by the editor right after the edit.
  if (saved.length > 0) action.command = { command: saveCommand, title: action.title, arguments: [saved] };
}

/** @param context whose subscriptions the command belongs to. */
export function registerSaveAfterFix(context: vscode.ExtensionContext, acts: Pick<SavedActs, 'save'>): void {
  context.subscriptions.push(
    vscode.commands.registerCommand(saveCommand, async (uris: readonly vscode.Uri[]) => {
      for (const uri of uris) {
        const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
        if (document?.isDirty) await acts.save(document);
      }
    }),
  );
}

function isUnsaved(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((one) => one.isDirty && one.uri.toString() === uri.toString());
}

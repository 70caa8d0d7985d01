import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { servedDocuments } from './servedDocuments.js';

/**
 * Refuses a rename that changes a file with unsaved changes that the server does not know: the places it names would be those of
 * the text on disk.
 */
export const unsavedFilesMiddleware: Middleware = {
  provideRenameEdits: async (document, position, newName, token, next) => {
    const edit = await next(document, position, newName, token);
    const unsaved = edit && unsavedUnknown(edit);
    // The editor shows the message where the new name was typed.
    if (unsaved)
      throw new Error(vscode.l10n.t('{0} would also be changed and has unsaved changes. Save it first.', unsaved));
    return edit;
  },
  workspace: {
    willRenameFiles: async (event, next) => {
      const edit = await next(event);
      const unsaved = edit && unsavedUnknown(edit);
      if (!unsaved) return edit;
      void vscode.window.showWarningMessage(
        vscode.l10n.t('References to the renamed file were not updated because {0} has unsaved changes.', unsaved),
      );
      return null;
    },
  },
};

/** The first file of an edit with unsaved changes that the server is not told of. */
function unsavedUnknown(edit: vscode.WorkspaceEdit): string | undefined {
  const edited = new Set(edit.entries().map(([uri]) => uri.toString()));
  const unsaved = vscode.workspace.textDocuments.find(
    (document) =>
      document.isDirty &&
      edited.has(document.uri.toString()) &&
      vscode.languages.match([...servedDocuments], document) === 0,
  );
  return unsaved && vscode.workspace.asRelativePath(unsaved.uri);
}

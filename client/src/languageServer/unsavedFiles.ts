import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import type { SavedActs } from './savedActs.js';
import { servedDocuments } from './servedDocuments.js';

/**
 * Refuses a rename that changes a file with unsaved changes that the server does not know: the places it names would be those of
 * the text on disk. The editor saves what a rename has changed, so what was there before is noted for an undo.
 */
export const unsavedFilesMiddleware = ({ begin }: Pick<SavedActs, 'begin'>): Middleware => ({
  provideRenameEdits: async (document, position, newName, token, next) => {
    const edit = await next(document, position, newName, token);
    const unsaved = edit && unsavedUnknown(edit);
    // The editor shows the message where the new name was typed.
    if (unsaved)
      throw new Error(vscode.l10n.t('{0} would also be changed and has unsaved changes. Save it first.', unsaved));
    await beginAll(edit, begin);
    return edit;
  },
  workspace: {
    willRenameFiles: async (event, next) => {
      const edit = await next(event);
      const unsaved = edit && unsavedUnknown(edit);
      if (!unsaved) {
        await beginAll(edit, begin);
        return edit;
      }
      void vscode.window.showWarningMessage(
        vscode.l10n.t('References to the renamed file were not updated because {0} has unsaved changes.', unsaved),
      );
      return null;
    },
  },
});

async function beginAll(edit: vscode.WorkspaceEdit | null | undefined, begin: SavedActs['begin']): Promise<void> {
  await Promise.all((edit?.entries() ?? []).map(([uri]) => begin(uri)));
}

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

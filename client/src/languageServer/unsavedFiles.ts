import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { plainMessage } from '../editor/plainMessage.js';
import { lockedFile } from './lockedFile.js';
import type { SavedActs } from './savedActs.js';
import { servedDocuments } from './servedDocuments.js';

/**
 * Refuses a rename that changes a file with unsaved changes that the server does not know: the places it names would be those of
 * the text on disk. It also refuses one that changes a read-only file, which would stay half done. The editor saves what a rename
 * has changed, so what was there before is noted for an undo.
 */
export const unsavedFilesMiddleware = ({ begin }: Pick<SavedActs, 'begin'>): Middleware => ({
  provideRenameEdits: async (document, position, newName, token, next) => {
    try {
      const edit = await next(document, position, newName, token);
      const refused = edit ? await whyRefused(edit) : undefined;
      if (refused !== undefined) return refuse(refused);
      await beginAll(edit, begin);
      return edit;
    } catch (error) {
      if (token.isCancellationRequested || !(error instanceof Error)) throw error;
      return refuse(error.message);
    }
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

/** After an error the editor would ask the next who can rename: Markdown's own rename would overwrite the heading. */
function refuse(why: string): vscode.WorkspaceEdit {
  void vscode.window.showErrorMessage(plainMessage(why));
  return new vscode.WorkspaceEdit();
}

async function whyRefused(edit: vscode.WorkspaceEdit): Promise<string | undefined> {
  const unsaved = unsavedUnknown(edit);
  if (unsaved !== undefined)
    return vscode.l10n.t('{0} would also be changed and has unsaved changes. Save it first.', unsaved);
  const locked = await lockedFile(edit.entries().map(([uri]) => uri));
  if (!locked) return undefined;
  const path = vscode.workspace.asRelativePath(locked);
  return vscode.l10n.t('{0} would also be changed and is read-only. Make it writable and try again.', path);
}

/** The first file of an edit with unsaved changes that the server does not see. */
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

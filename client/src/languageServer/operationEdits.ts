import * as vscode from 'vscode';
import { editorRange } from '../editor/editorRange.js';
import { type AppliedEdit, comparableText, type OperationEdit } from '../../../server/src/protocol.js';

/**
 * Applies what the server planned as one edit, so that one undo takes it back. A file that had no unsaved changes is saved after it;
 * one that had some stays unsaved. Nothing is done where a file holds another text than the server thinks.
 */
export async function applyOperationEdit({ changes }: OperationEdit): Promise<AppliedEdit> {
  const documents = new Map<string, vscode.TextDocument | undefined>();
  for (const { kind, uri } of changes)
    if (kind === 'edit' || kind === 'delete') documents.set(uri, await open(vscode.Uri.parse(uri, true)));
  // From here to the edit nothing waits, so that nobody types into a text that was compared already.
  const edit = new vscode.WorkspaceEdit();
  const clean: vscode.Uri[] = [];
  const changed: string[] = [];
  for (const change of changes) {
    const uri = vscode.Uri.parse(change.uri, true);
    switch (change.kind) {
      case 'create':
        edit.createFile(uri, {
          overwrite: false,
          ignoreIfExists: false,
          contents: new TextEncoder().encode(change.text),
        });
        break;
      case 'rename':
        edit.renameFile(uri, vscode.Uri.parse(change.newUri, true), { overwrite: false, ignoreIfExists: false });
        break;
      case 'delete': {
        const document = documents.get(change.uri);
        if (document && comparableText(document.getText()) === change.text) edit.deleteFile(uri);
        else changed.push(change.uri);
        break;
      }
      case 'edit': {
        const document = documents.get(change.uri);
        if (!document || comparableText(document.getText()) !== change.text) {
          changed.push(change.uri);
          break;
        }
        if (!document.isDirty) clean.push(uri);
        edit.set(
          uri,
          change.edits.map(({ range, newText }) => new vscode.TextEdit(editorRange(range), newText)),
        );
      }
    }
  }
  if (changed.length > 0) return { kind: 'changed', uris: changed };
  if (!(await vscode.workspace.applyEdit(edit)))
    return {
      kind: 'failed',
      message: vscode.l10n.t('the editor did not apply the edit because a file changed or already exists: try again'),
    };
  for (const uri of clean) {
    const document = await open(uri);
    if (document?.isDirty && !(await document.save()))
      return {
        kind: 'failed',
        message: vscode.l10n.t(
          '{0} was edited but could not be saved: save it yourself',
          vscode.workspace.asRelativePath(uri),
        ),
      };
  }
  return { kind: 'applied' };
}

async function open(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

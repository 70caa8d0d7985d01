import * as vscode from 'vscode';
import { editorRange } from '../editor/editorRange.js';
import { lockedFile } from './lockedFile.js';
import type { SavedActs } from './savedActs.js';
import { type AppliedEdit, comparableText, type OperationEdit } from '../../../server/src/protocol.js';

/**
 * Applies what the server planned as one edit, so that one undo takes it back. A file that had no unsaved changes is saved after it, and
 * after an undo of it; one that had some stays unsaved. Nothing is done where a file holds another text than the server thinks, or
 * cannot be saved.
 */
export async function applyOperationEdit(
  { changes }: OperationEdit,
  acts: Pick<SavedActs, 'save' | 'isOnDisk'>,
): Promise<AppliedEdit> {
  const documents = new Map<string, vscode.TextDocument | undefined>();
  for (const { kind, uri } of changes)
    if (kind === 'edit' || kind === 'delete') documents.set(uri, await open(vscode.Uri.parse(uri, true)));
  const unchanged = await unchangedOf(documents, acts);
  const locked = await lockedFile(Array.from(unchanged, ({ uri }) => uri));
  if (locked)
    return {
      kind: 'failed',
      message: vscode.l10n.t(
        '{0} is read-only: make it writable and try again',
        vscode.workspace.asRelativePath(locked),
      ),
    };
  const { edit, clean, changed } = toEdit(changes, documents, unchanged);
  if (changed.length > 0) return { kind: 'changed', uris: changed };
  if (!(await vscode.workspace.applyEdit(edit)))
    return {
      kind: 'failed',
      message: vscode.l10n.t('the editor did not apply the edit because a file changed or already exists: try again'),
    };
  for (const uri of clean) {
    const document = await open(uri);
    if (!document || (await isSaved(document, acts))) continue;
    await takeBack(changes, documents);
    for (const other of clean) if (other !== uri) await (await open(other))?.save();
    return {
      kind: 'failed',
      message: vscode.l10n.t(
        '{0} could not be saved, so the change was undone: make the file writable and try again',
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

type Documents = ReadonlyMap<string, vscode.TextDocument | undefined>;

/** The documents that hold what is on disk; a save that failed leaves them marked as unsaved. */
async function unchangedOf(
  documents: Documents,
  { isOnDisk }: Pick<SavedActs, 'isOnDisk'>,
): Promise<ReadonlySet<vscode.TextDocument>> {
  const unchanged = new Set<vscode.TextDocument>();
  for (const document of documents.values())
    if (document && (!document.isDirty || (await isOnDisk(document)))) unchanged.add(document);
  return unchanged;
}

interface ComposedEdit {
  readonly edit: vscode.WorkspaceEdit;
  /** The files that have no unsaved changes. */
  readonly clean: readonly vscode.Uri[];
  /** URIs of the files that hold another text than the server thinks. */
  readonly changed: readonly string[];
}

/** Synchronous, so that no edit comes between the comparison and the change. */
function toEdit(
  changes: OperationEdit['changes'],
  documents: Documents,
  unchanged: ReadonlySet<vscode.TextDocument>,
): ComposedEdit {
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
        if (unchanged.has(document)) clean.push(uri);
        edit.set(
          uri,
          change.edits.map(({ range, newText }) => new vscode.TextEdit(editorRange(range), newText)),
        );
      }
    }
  }
  return { edit, clean, changed };
}

/** Saves a document. A file that a setting makes read-only has no unsaved changes, whatever is written into it. */
async function isSaved(document: vscode.TextDocument, acts: Pick<SavedActs, 'save' | 'isOnDisk'>): Promise<boolean> {
  return document.isDirty ? acts.save(document) : acts.isOnDisk(document);
}

/** Makes an edit undone of which a part could not be saved: what is shown must not differ from what is said. */
async function takeBack(changes: OperationEdit['changes'], documents: Documents): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const change of changes.toReversed()) {
    const uri = vscode.Uri.parse(change.uri, true);
    const document = documents.get(change.uri);
    switch (change.kind) {
      case 'create':
        edit.deleteFile(uri, { ignoreIfNotExists: true });
        break;
      case 'rename':
        edit.renameFile(vscode.Uri.parse(change.newUri, true), uri);
        break;
      case 'delete':
        edit.createFile(uri, { contents: new TextEncoder().encode(change.text) });
        break;
      case 'edit':
        if (document) edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), change.text);
    }
  }
  await vscode.workspace.applyEdit(edit);
}

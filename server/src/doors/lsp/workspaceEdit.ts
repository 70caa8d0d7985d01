import type { CreateFile, DeleteFile, RenameFile, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver';
import { readBriefly } from '../../documents/unreadDocument.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Project } from '../../workspace/project.js';

/** What it takes to say a change to the editor. */
export interface EditTarget {
  readonly project: Project;
  readonly uriOf: (path: string) => string;
  /** The editor's version of a file; null if it is not open. */
  readonly versionOf: (path: string) => number | null;
}

type DocumentChange = TextDocumentEdit | CreateFile | RenameFile | DeleteFile;

/**
 * A list of changes as one edit, applied whole and undone at once: files that are created first, edits of texts as they are
 * now, then renamed and deleted files. Edits of files that are neither documents nor sources are left out: their lines are unknown.
 */
export function toWorkspaceEdit(changes: readonly FileChange[], target: EditTarget): WorkspaceEdit {
  const creations: DocumentChange[] = [];
  const edits = new Map<string, TextDocumentEdit>();
  const last: DocumentChange[] = [];
  for (const change of changes)
    switch (change.kind) {
      case 'create': {
        const uri = target.uriOf(change.path);
        const start = { line: 0, character: 0 };
        creations.push(
          { kind: 'create', uri, options: { overwrite: false, ignoreIfExists: false } },
          { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: change.text }] },
        );
        break;
      }
      case 'rename':
        last.push({
          kind: 'rename',
          oldUri: target.uriOf(change.path),
          newUri: target.uriOf(change.newPath),
          options: { overwrite: false, ignoreIfExists: false },
        });
        break;
      case 'delete':
        last.push({ kind: 'delete', uri: target.uriOf(change.path) });
        break;
      case 'edit': {
        const file = fileAt(target.project, change.path);
        if (!file || change.edits.length === 0) break;
        const edit = edits.get(change.path) ?? {
          textDocument: { uri: target.uriOf(change.path), version: target.versionOf(change.path) },
          edits: [],
        };
        const { lines } = readBriefly(file, () => ({ lines: file.lines }));
        for (const { span, newText } of change.edits) edit.edits.push({ range: lines.rangeOf(span), newText });
        edits.set(change.path, edit);
      }
    }
  return { documentChanges: [...creations, ...edits.values(), ...last] };
}

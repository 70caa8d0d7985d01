import type { CodeAction } from 'vscode-languageserver';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Disk } from '../../workspace/machine.js';
import { firstOutside } from './firstOutside.js';
import type { SettledFile } from './settledFile.js';
import { toPath } from './uris.js';
import { toWorkspaceEdit } from './workspaceEdit.js';

/** What it takes to turn changes of a project into an edit. */
export interface ChangeTarget {
  readonly disk: Pick<Disk, 'insideRoot'>;
  readonly settled: SettledFile;
}

/** The action with its edit; none if it would make a file behind a link that leads out of the project. */
export async function withChanges(
  action: CodeAction,
  changes: readonly FileChange[],
  { disk, settled }: ChangeTarget,
): Promise<readonly CodeAction[]> {
  const root = toPath(settled.rootUri);
  const made = changes.filter(({ kind }) => kind !== 'edit');
  // What the operating system does not let through here, it does not let the editor through.
  const outside = root === undefined ? undefined : await firstOutside(disk, root, made).catch(() => undefined);
  return outside === undefined ? [{ ...action, edit: toWorkspaceEdit(changes, settled) }] : [];
}

/** Edits of the document itself. */
export function editOf({ document }: Pick<SettledFile, 'document'>, edits: readonly TextEdit[]): FileChange {
  return { kind: 'edit', path: document.path, edits };
}

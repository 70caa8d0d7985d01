import { applyEdits } from '../../server/src/markdown/textEdit.js';
import type { FileChange } from '../../server/src/workspace/fileChange.js';

/**
 * The texts of a project's files after a list of changes.
 *
 * @throws where a change names a file that is not there, or creates one that is.
 */
export function applyChanges(
  texts: ReadonlyMap<string, string>,
  changes: readonly FileChange[],
): ReadonlyMap<string, string> {
  const after = new Map(texts);
  const textAt = (path: string): string => {
    const text = after.get(path);
    if (text === undefined) throw new Error(`there is no ${path}`);
    return text;
  };
  const put = (path: string, text: string): void => {
    if (after.has(path)) throw new Error(`there is a ${path}`);
    after.set(path, text);
  };
  for (const change of changes)
    if (change.kind === 'edit') after.set(change.path, applyEdits(textAt(change.path), change.edits));
    else if (change.kind === 'create') put(change.path, change.text);
    else if (change.kind === 'delete') after.delete(change.path);
  for (const change of changes)
    if (change.kind === 'rename') {
      put(change.newPath, textAt(change.path));
      after.delete(change.path);
    }
  return after;
}

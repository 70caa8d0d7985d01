import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import type { OperationWorkspace } from '../operation.js';

/**
 * A file to be made.
 *
 * @throws Refused if there is one of that name, in whatever letter case: file systems may not tell them apart.
 */
export async function newFile(
  { project, readFile }: OperationWorkspace,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<FileChange> {
  const there =
    project.documents.find((document) => document.path.toLowerCase() === path.toLowerCase())?.path ??
    ((await readFile(path)) === undefined ? undefined : path);
  if (there !== undefined) throw new Refused('exists', `${there} already exists`, [there]);
  return { kind: 'create', path, text };
}

import type { Disk } from '../../workspace/machine.js';
import type { FileChange } from '../../workspace/fileChange.js';

/**
 * The first path of some changes that leads out of a project through a link, which the editor would follow.
 *
 * @param root absolute.
 * @returns relative to the root; undefined if none leads out.
 * @throws the error of the operating system.
 */
export async function firstOutside(
  disk: Pick<Disk, 'insideRoot'>,
  root: string,
  changes: readonly FileChange[],
): Promise<string | undefined> {
  const files = changes.flatMap((change) => (change.kind === 'rename' ? [change.path, change.newPath] : [change.path]));
  for (const file of files) if ((await disk.insideRoot(root, file)) === undefined) return file;
  return undefined;
}

import { readUnifiedDiff } from '../code/unifiedDiff.js';
import type { Machine } from '../workspace/machine.js';
import { type CodeFolder, isBeforeFirst } from './codeFolder.js';
import { gitOfPaths } from './gitOfPaths.js';

const diff =
  '-c core.quotePath=false diff --unified=0 --no-color --no-ext-diff --no-textconv --no-renames --relative --src-prefix=a/ --dst-prefix=b/';

/**
 * The lines of files that differ from a commit, from 0, as git counts them. Of a file that git does not track they are all its lines.
 *
 * @param base a commit.
 * @param files relative to the root.
 * @returns by path; `all` for a file that git does not track.
 * @throws UsageError if git fails.
 */
export async function changedLinesSince(
  machine: Machine,
  { root, repository }: Pick<CodeFolder, 'root' | 'repository'>,
  base: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<number> | 'all'>> {
  if (repository && (await isBeforeFirst(machine, repository, base, signal)))
    return new Map(files.map((file) => [file, 'all']));
  const listed = await gitOfPaths(machine, root, ['ls-files', '-z', '--cached'], files, signal);
  const tracked = new Set(listed.split('\0'));
  const differences = readUnifiedDiff(await gitOfPaths(machine, root, [...diff.split(' '), base], files, signal));
  const found = new Map(differences.map(({ path, added }) => [path, new Set(added.map(({ line }) => line))]));
  return new Map(files.map((file) => [file, tracked.has(file) ? (found.get(file) ?? new Set()) : 'all']));
}

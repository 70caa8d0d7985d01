import type { RepositoryGit } from './repositoryGit.js';

/**
 * The blobs of files as they are, without filters.
 *
 * @param paths of files that are there, from the top of the worktree.
 * @param write whether the repository is to keep them.
 * @returns their hashes, in the same order.
 */
export async function hashFiles(
  git: RepositoryGit,
  paths: readonly string[],
  { write }: { readonly write: boolean },
): Promise<readonly string[]> {
  const command = ['hash-object', ...(write ? ['-w'] : []), '--no-filters'];
  const odd = paths.filter((one) => one.includes('\n') || one.startsWith('"'));
  const plain = paths.filter((one) => !odd.includes(one));
  const said =
    plain.length === 0
      ? ''
      : await git([...command, '--stdin-paths'], { input: plain.map((one) => `${one}\n`).join('') });
  const hashes = new Map(said.split('\n').map((hash, index) => [plain[index], hash]));
  // Line-based input cannot hold these.
  for (const one of odd) hashes.set(one, (await git([...command, '--', one])).trim());
  return paths.map((one) => hashes.get(one) ?? '');
}

import path from 'node:path';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { fieldsOf, type RepositoryGit } from '../snapshots/repositoryGit.js';

/**
 * Runs something, such as a test, and takes back what it left in a worktree: files that are new and not ignored go, those that it
 * changed are as they were committed. What was there or changed before stays.
 *
 * @throws what it throws; Refused.
 */
export async function leavingNothing<T>(
  git: RepositoryGit,
  { machine: { disk } }: Pick<PhaseDesk, 'machine'>,
  run: () => Promise<T>,
): Promise<T> {
  const top = (await git(['rev-parse', '--show-toplevel'])).trimEnd();
  const untracked = async (): Promise<readonly string[]> =>
    fieldsOf(await git(['ls-files', '--others', '--exclude-standard', '-z']));
  const changed = async (): Promise<readonly string[]> =>
    fieldsOf(await git(['diff', '--name-only', '--no-renames', '-z', 'HEAD']));
  const [oldFiles, oldChanges] = [new Set(await untracked()), new Set(await changed())];
  const result = await run();
  for (const file of await untracked())
    if (!oldFiles.has(file)) await disk.rm(path.join(top, file), { recursive: true, force: true });
  const fresh = (await changed()).filter((file) => !oldChanges.has(file));
  for (const file of fresh)
    await git(['--literal-pathspecs', 'restore', '--source=HEAD', '--staged', '--worktree', '--', file]);
  return result;
}

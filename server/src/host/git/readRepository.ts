import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { repositoryByFiles } from './gitFolders.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** Git is asked where the files do not tell. @throws the signal's reason once it is aborted. */
export async function readRepository(
  run: RunGit,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<GitRepository>> {
  const found = await repositoryByFiles(folder);
  signal?.throwIfAborted();
  if (found === 'none') return { kind: 'unavailable', message: `${folder} is not in a git repository` };
  if (found) return { kind: 'answer', value: found };
  const args = ['--path-format=absolute', '--is-inside-work-tree', '--git-dir', '--git-common-dir', '--show-prefix'];
  // Fails where there is no worktree, so it comes last: what was said before is then known.
  const output = await outputOf(run, { folder, args: ['rev-parse', ...args, '--show-toplevel'], signal });
  if (output.kind !== 'answer')
    return /must be run in a work tree/.test(output.message)
      ? { kind: 'unavailable', message: `${folder} is in a bare git repository` }
      : output;
  const lines = output.value.split('\n');
  const [inside, gitFolder, commonFolder, prefix, top, end] = lines;
  // A folder's name may have a line break in it.
  if (
    inside !== 'true' ||
    !gitFolder ||
    !commonFolder ||
    prefix === undefined ||
    !top ||
    end !== '' ||
    lines.length > 6
  )
    return unreadable('rev-parse');
  return { kind: 'answer', value: { folder, prefix, top, gitFolder, commonFolder } };
}

import { copyFile, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { GitAnswer, GitRepository, UnwatchedFile } from '../../workspace/ports.js';
import { describeError, isErrorCode } from '../../base/errors.js';
import { withoutFilters } from './filterOverrides.js';
import { isHash, outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

/**
 * Whatever the repository's configuration says, a file counts as unchanged only where all that the system reports it is the same,
 * and nothing that git would warn of ends it.
 */
const careful = [
  'core.trustctime=true',
  'core.checkStat=default',
  'core.ignoreStat=false',
  'core.safecrlf=false',
  'core.looseCompression=0',
];

/** @throws the signal's reason once it is aborted. */
export function takeSnapshot(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  unwatched: readonly UnwatchedFile[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string>> {
  return scratch.withObjects(repository, async (objects) => {
    const index = scratch.newFile();
    // What the index knows of files saves reading them again.
    const failure = await copyIfThere(path.join(repository.gitFolder, 'index'), index);
    if (failure !== undefined) return { kind: 'failed', message: `git's index cannot be copied: ${failure}` };
    const filters = await withoutFilters(run, repository.top, signal);
    if (filters.kind !== 'answer') return filters;
    const common = {
      folder: repository.top,
      places: { ...objects, GIT_INDEX_FILE: index },
      config: [...scratch.config, ...careful, ...filters.value],
      signal,
    };
    const wanted = unwatched.filter(({ leftOut }) => !leftOut);
    if (wanted.length > 0) {
      // Entries that are put in again have no mark, and nothing is known of their files.
      const input = wanted.map(({ mode, blob, path: file }) => `${mode} ${blob}\t${file}\0`).join('');
      const marked = await outputOf(run, { ...common, args: ['update-index', '-z', '--index-info'], input });
      if (marked.kind !== 'answer') return marked;
    }
    const added = await outputOf(run, { ...common, args: ['add', '--all', '--no-ignore-errors'] });
    if (added.kind !== 'answer') return added;
    const written = await outputOf(run, { ...common, args: ['write-tree'] });
    if (written.kind !== 'answer') return written;
    const tree = written.value.trim();
    return isHash(tree) ? { kind: 'answer', value: tree } : unreadable('write-tree');
  });
}

/** @returns why it cannot be copied, as half a sentence. */
async function copyIfThere(from: string, to: string): Promise<string | undefined> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    // Git compares a file's time with the index's own, to know which files may have changed in the moment it was written.
    const seconds = Math.floor(mtimeMs / 1000);
    await utimes(to, seconds, seconds);
    return undefined;
  } catch (error) {
    return isErrorCode(error, 'ENOENT') ? undefined : describeError(error);
  }
}

import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import type { WorktreeContents, WorktreeObstacles } from '../../workspace/worktreePort.js';
import { isCleanByFiles } from '../git/cleanByFiles.js';
import { withoutFilters } from '../git/filterOverrides.js';
import { outputOf, unreadable } from '../git/output.js';
import { readUnwatched } from '../git/readUnwatched.js';
import type { RunGit } from '../git/runGit.js';
import { mayBeMarked } from '../git/unwatchedMarks.js';
import { readGoingOn } from './goingOn.js';

/** Pactwright's own files in a folder; they do not count as content. */
const ours = /(?:^|\/)\.pactwright\/local\//u;

/** How many spaces are before the path, by the record's first character. */
const blanksBefore: ReadonlyMap<string, number> = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
  ['!', 1],
]);

/**
 * What a worktree holds beside its commits. Reports also what the user's settings hide from `git status`.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function readContents(
  run: RunGit,
  repository: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<WorktreeContents>> {
  const { top, gitFolder } = repository;
  const goingOn = await readGoingOn(gitFolder);
  const more = goingOn === undefined ? {} : { goingOn };
  if (await isCleanByFiles(repository))
    return { kind: 'answer', value: { changed: [], untracked: [], ignored: [], ...more } };
  const options = ['--porcelain=v2', '-z', '--untracked-files=all', '--ignored=matching', '--ignore-submodules=none'];
  const filters = await withoutFilters(run, top, signal);
  if (filters.kind !== 'answer') return filters;
  const config = filters.value;
  const output = await outputOf(run, { folder: top, args: ['status', ...options, '--no-renames'], config, signal });
  if (output.kind !== 'answer') return output;
  const found = { changed: [] as string[], untracked: [] as string[], ignored: [] as string[] };
  for (const record of output.value.split('\0')) {
    if (record === '' || record.startsWith('#')) continue;
    const kind = record.charAt(0);
    const blanks = blanksBefore.get(kind);
    if (blanks === undefined) return unreadable('status');
    const file = record.split(' ').slice(blanks).join(' ');
    if (kind === '!' && ours.test(file)) continue;
    (kind === '?' ? found.untracked : kind === '!' ? found.ignored : found.changed).push(file);
  }
  return { kind: 'answer', value: { ...found, ...more } };
}

/** @throws the signal's reason once it is aborted. */
export async function readObstacles(
  run: RunGit,
  repository: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<WorktreeObstacles>> {
  if (!(await mayBeMarked(repository))) return { kind: 'answer', value: { unwatched: [], submodules: [] } };
  const unwatched = await readUnwatched(run, repository, signal);
  if (unwatched.kind !== 'answer') return unwatched;
  const output = await outputOf(run, { folder: repository.top, args: ['ls-files', '--stage', '-z'], signal });
  if (output.kind !== 'answer') return output;
  const submodules = output.value.split('\0').filter((record) => record.startsWith('160000 '));
  return {
    kind: 'answer',
    value: {
      unwatched: unwatched.value.flatMap(({ path: file, leftOut }) => (leftOut ? [] : [file])),
      submodules: submodules.map((record) => record.slice(record.indexOf('\t') + 1)),
    },
  };
}

import path from 'node:path';
import { describeError, isErrorCode } from '../../base/errors.js';
import type { GitAnswer, GitRepository, GitWorktree } from '../../workspace/ports.js';
import type { WorktreeKept } from '../../workspace/worktreePort.js';
import { isHash, outputOf, unreadable } from '../git/output.js';
import type { RunGit } from '../git/runGit.js';
import { exists } from '../insideRoot.js';
import { namesIn, readText } from '../quickFiles.js';
import { readGoingOn } from './goingOn.js';

/** The refs that each worktree has for itself (https://git-scm.com/docs/git-worktree#_refs). */
const ownRefs = ['refs/worktree', 'refs/bisect', 'refs/rewritten'];

/**
 * What git keeps for a worktree alone, whether its folder is there or not.
 *
 * @param repository any worktree of it.
 * @param one not the main one.
 * @throws the signal's reason once it is aborted.
 */
export async function readKept(
  run: RunGit,
  { folder, commonFolder }: GitRepository,
  { path: place, head }: GitWorktree,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<WorktreeKept>> {
  const own = await ownFolder(commonFolder, place);
  if (own === undefined) return { kind: 'failed', message: `git keeps nothing for ${place}` };
  // The worktree may be gone, so git needs the paths.
  const ask = { folder, places: { GIT_DIR: own }, signal };
  const format = '--format=%(refname)%00%(objectname)%00%(*objectname)';
  const refs = (await mayHaveRefs(own))
    ? await outputOf(run, { ...ask, args: ['for-each-ref', format, ...ownRefs] })
    : noRefs;
  if (refs.kind !== 'answer') return refs;
  const named: { name: string; commit: string }[] = [];
  for (const line of refs.value.split('\n').filter((some) => some !== '')) {
    const [name, object = '', peeled] = line.split('\0');
    const commit = peeled === undefined || peeled === '' ? object : peeled;
    if (name === undefined || !isHash(commit)) return unreadable('for-each-ref');
    named.push({ name, commit });
  }
  // Without it every file would count as deleted.
  const hasIndex = await exists(path.join(own, 'index'));
  const isAsked = hasIndex && !(await exists(path.join(place, '.git')));
  const args =
    head === undefined ? ['ls-files', '-z'] : ['diff-index', '--cached', '--name-only', '--no-renames', '-z', 'HEAD'];
  const staged = isAsked ? await outputOf(run, { ...ask, args }) : undefined;
  if (staged && staged.kind !== 'answer') return staged;
  const goingOn = await readGoingOn(own);
  const submodules = await namesIn(path.join(own, 'modules')).catch((error: unknown) =>
    isErrorCode(error, 'ENOENT') ? [] : describeError(error),
  );
  if (typeof submodules === 'string')
    return {
      kind: 'failed',
      message: `cannot read the repositories of submodules that git keeps for ${place}: ${submodules}`,
    };
  return {
    kind: 'answer',
    value: {
      ...(goingOn === undefined ? {} : { goingOn }),
      hasIndex,
      submodules,
      refs: named,
      staged: staged?.value.split('\0').filter((file) => file !== '') ?? [],
    },
  };
}

const noRefs = { kind: 'answer', value: '' } as const;

/** Git never packs them, so each kind has a folder; where refs are in tables only git can tell. */
async function mayHaveRefs(own: string): Promise<boolean> {
  for (const name of [...ownRefs, 'reftable']) if (await exists(path.join(own, name))) return true;
  return false;
}

/** Where git keeps it; undefined if it is none of the repository's. */
async function ownFolder(commonFolder: string, place: string): Promise<string | undefined> {
  const around = path.join(commonFolder, 'worktrees');
  for (const name of await namesIn(around).catch(() => [])) {
    const own = path.join(around, name);
    const named = await readText(path.join(own, 'gitdir')).catch(() => undefined);
    // Git may write it relative to its own folder.
    if (named !== undefined && path.dirname(path.resolve(own, named.trimEnd())) === path.resolve(place)) return own;
  }
  return undefined;
}

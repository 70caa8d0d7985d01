import { rememberFor } from '../../workspace/remember.js';
import type { RefMove, Work, WorkCommit } from '../../workspace/work/work.js';
import { byHash, reachable } from './reachable.js';

/** What became of the commits that a forced move took off the branch. */
export interface Fallen {
  readonly move: RefMove;
  /** Those that did not come back; undefined where nobody can tell any more which they were. */
  readonly gone: readonly WorkCommit[] | undefined;
}

/** The forced moves of the branch, newest first, with what is missing since. */
export function fallenCommits({ moves, commits }: Pick<Work, 'moves' | 'commits'>): readonly Fallen[] {
  return moves
    .filter(({ forced }) => forced)
    .map((move) => {
      const { fellAway } = move;
      if (!fellAway) return { move, gone: undefined };
      // What was there already when they were made does not stand for them.
      const older = reachable([move.before], byHash([...fellAway, ...commits]));
      const newer = commits.filter((commit) => !older.has(commit));
      return { move, gone: fellAway.filter((commit) => !cameBack(commit, newer)) };
    });
}

/**
 * Whether a commit is there again, as after a rebase, another message or a squash: one that changes all of its files, and has its
 * subject, tells of it, or is by the same author.
 */
function cameBack(fallen: WorkCommit, commits: readonly WorkCommit[]): boolean {
  // Merges hold nothing themselves, and a commit without changes is no loss.
  if (fallen.parents.length > 1 || fallen.paths.length === 0) return true;
  return commits.some((commit) => {
    const paths = pathsOf(commit);
    return (
      fallen.paths.every((path) => paths.has(path)) &&
      (commit.subject === fallen.subject || commit.author === fallen.author || commit.body.includes(fallen.subject))
    );
  });
}

const pathsOf = rememberFor(({ paths }: WorkCommit): ReadonlySet<string> => new Set(paths));

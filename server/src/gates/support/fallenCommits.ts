import { addTo } from '../../base/same.js';
import type { RefMove, Work, WorkCommit } from '../../workspace/work/work.js';
import { byHash, reachable } from './reachable.js';

/** What became of the commits that a forced move took off the branch. */
export interface Fallen {
  readonly move: RefMove;
  /** Those that did not come back; undefined if it is no longer known which they were. */
  readonly gone: readonly WorkCommit[] | undefined;
}

/** The forced moves of the branch, newest first, with what is missing since. */
export function fallenCommits({ moves, commits }: Pick<Work, 'moves' | 'commits'>): readonly Fallen[] {
  const byPath = new Map<string, WorkCommit[]>();
  for (const commit of commits) for (const path of commit.paths) addTo(byPath, path, commit);
  const here = new Set(commits.map(({ hash }) => hash));
  return moves
    .filter(({ forced }) => forced)
    .map((move) => {
      const { fellAway } = move;
      if (!fellAway) return { move, gone: undefined };
      // What was already there when they were made does not stand for them.
      const older = reachable([move.before], byHash([...fellAway, ...commits]));
      const gone = fellAway.filter((commit) => {
        if (here.has(commit.hash)) return false;
        // Merges hold nothing themselves, and a commit without changes is no loss.
        const [first] = commit.parents.length > 1 ? [] : commit.paths;
        const others = first === undefined ? undefined : (byPath.get(first) ?? []);
        return others?.every((other) => older.has(other) || !standsFor(other, commit));
      });
      return { move, gone };
    });
}

/**
 * Whether a commit holds what another one did, as after a rebase, a new message or a squash: it changes all of its files, and has
 * its subject, reports it, or is by the same author.
 */
function standsFor(commit: WorkCommit, fallen: WorkCommit): boolean {
  const paths = new Set(commit.paths);
  return (
    (commit.subject === fallen.subject || commit.author === fallen.author || commit.body.includes(fallen.subject)) &&
    fallen.paths.every((path) => paths.has(path))
  );
}

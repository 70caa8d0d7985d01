import { longestRise } from '../../base/longestRise.js';
import type { Commit, FileChange, GitHistory } from '../git/gitFacts.js';

/** The versions that a board had on the branch that is checked out. */
export interface BoardPast {
  /** Oldest first, each unlike the one before. */
  readonly versions: readonly BoardVersion[];
  /** Where the board was, the newest place first; relative to the project root. */
  readonly paths: readonly string[];
  /** How many commits have times that cannot be. */
  readonly corrected: number;
}

export interface BoardVersion {
  readonly commit: string;
  /** When it came to the branch, in milliseconds since 1970. */
  readonly at: number;
  /** The hash of its blob; where only git can tell what a merge made of it, `<commit>:<path>`. */
  readonly object: string;
}

export type CommitsToHead = Pick<GitHistory, 'commits' | 'head' | 'isOnHead' | 'changesOf'>;

/** More moves than any real board has. */
const mostPaths = 20;

/**
 * Finds the versions of a board in what the log says. They are those of HEAD, its first parent, and so on: these were the state of
 * this branch one after the other, whatever the commits' clocks say, while on branches that were merged later other versions were
 * at the same time. What happened on such a branch counts from its merge on.
 *
 * @param board its path, relative to the project root, with `/`.
 * @param prefix the way from the top of the repository to that root, as `GitRepository` has it.
 * @param now in milliseconds since 1970.
 */
export function findBoardPast(history: CommitsToHead, board: string, prefix: string, now: number): BoardPast {
  const paths = pathsOf(history, board);
  const objects = objectsByCommit(history, paths, prefix);
  const line = firstParents(history);
  const { times, corrected } = timesInOrder(
    line.map(({ at }) => at),
    now,
  );
  const versions: BoardVersion[] = [];
  line.forEach(({ hash }, place) => {
    // A board that is deleted, or about to come back elsewhere, says nothing of its items.
    const object = objects.get(hash)?.find((one) => one !== undefined);
    if (object !== undefined && object !== versions.at(-1)?.object)
      versions.push({ commit: hash, at: times[place] ?? now, object });
  });
  return { versions, paths, corrected };
}

/** From the oldest to HEAD. */
function firstParents({ commits, head }: CommitsToHead): readonly Commit[] {
  const line: Commit[] = [];
  let wanted = head.commit;
  // Children come before parents.
  for (const commit of commits) {
    if (commit.hash !== wanted) continue;
    line.push(commit);
    [wanted] = commit.parents;
  }
  return line.reverse();
}

/** The path, and those that the board was moved from. */
function pathsOf(history: CommitsToHead, board: string): readonly string[] {
  const paths = [board];
  for (let to = board; paths.length < mostPaths;) {
    const came = history.changesOf(to).findLast(({ before, after }) => before === undefined && after !== undefined);
    const from = came && movedFrom(history, came, to);
    if (from === undefined || paths.includes(from)) break;
    paths.push(from);
    to = from;
  }
  return paths;
}

/** The Markdown file that went when this one came: the same file, or one of its name. */
function movedFrom(history: CommitsToHead, { commit, after }: FileChange, to: string): string | undefined {
  const gone = commit.paths.flatMap((file) => {
    const change = file.endsWith('.md') && file !== to && history.changesOf(file).find((one) => one.commit === commit);
    return change && change.after === undefined ? [{ file, blob: change.before }] : [];
  });
  const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1);
  return (gone.find(({ blob }) => blob === after) ?? gone.find(({ file }) => nameOf(file) === nameOf(to)))?.file;
}

/** What was at each of the paths in each commit that HEAD leads to. */
function objectsByCommit(
  history: CommitsToHead,
  paths: readonly string[],
  prefix: string,
): ReadonlyMap<string, readonly (string | undefined)[]> {
  const changes = paths.map((file) => new Map(history.changesOf(file).map((change) => [change.commit.hash, change])));
  const found = new Map<string, readonly (string | undefined)[]>();
  const nothing: readonly undefined[] = paths.map(() => undefined);
  const afterChange = (commit: string, before: readonly (string | undefined)[]): readonly (string | undefined)[] =>
    changes.some((ofPath) => ofPath.has(commit))
      ? before.map((object, at) => afterOf(changes[at]?.get(commit), object))
      : before;
  for (let place = history.commits.length - 1; place >= 0; place--) {
    const commit = history.commits[place];
    if (!commit || !history.isOnHead(commit.hash)) continue;
    const { hash, parents } = commit;
    const [first = nothing, ...others] = knownOf(parents, found);
    if (others.length === 0) found.set(hash, afterChange(hash, first));
    else
      found.set(
        hash,
        first.map((object, at) =>
          others.every((other) => other[at] === object) ? object : `${hash}:${prefix}${paths[at] ?? ''}`,
        ),
      );
  }
  return found;
}

function knownOf<T>(keys: readonly string[], values: ReadonlyMap<string, T>): readonly T[] {
  const found: T[] = [];
  for (const key of keys) {
    const value = values.get(key);
    if (value !== undefined) found.push(value);
  }
  return found;
}

const afterOf = (change: FileChange | undefined, before: string | undefined): string | undefined =>
  change ? change.after : before;

/**
 * The times of commits that follow each other, so that none is before the one it is on. Clocks differ, and dates can be set: as
 * many times as can be are believed, and the others are those of the believed ones before them.
 *
 * @param times of the commits, oldest first, in milliseconds since 1970.
 * @param now nothing was committed later.
 */
export function timesInOrder(
  times: readonly number[],
  now: number,
): { readonly times: readonly number[]; readonly corrected: number } {
  const possible = times.map((time) => Math.min(time, now));
  const believed = longestRise(possible);
  let last = possible.find((_, at) => believed.has(at)) ?? now;
  const inOrder = possible.map((time, at) => (last = believed.has(at) ? time : last));
  return { times: inOrder, corrected: inOrder.filter((time, at) => time !== times[at]).length };
}

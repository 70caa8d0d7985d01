import { memoFor } from '../base/memo.js';
import { addTo } from '../base/same.js';
import type { Commit, FileChange, GitHistory } from '../workspace/git/gitFacts.js';

/** What some commits together made of a file; blobs, undefined if the file is not there. */
export interface NetChange {
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
}

/** What commits changed, each path once; what they changed back is not among it. @param commits in any order. */
export function netChanges(history: GitHistory, commits: readonly Commit[]): readonly NetChange[] {
  const place = placesOf(history);
  const oldestFirst = commits.toSorted((a, b) => (place.get(b.hash) ?? 0) - (place.get(a.hash) ?? 0));
  const net = new Map<string, NetChange>();
  for (const commit of oldestFirst)
    for (const [index, { before, after }] of history.changesIn(commit).entries()) {
      const path = commit.paths[index] ?? '';
      const first = net.get(path);
      const from = first ? first.before : before;
      net.set(path, {
        path,
        ...(from === undefined ? {} : { before: from }),
        ...(after === undefined ? {} : { after }),
      });
    }
  return [...net.values()].filter(({ before, after }) => before !== after);
}

const placesOf = memoFor(
  ({ commits }: GitHistory): ReadonlyMap<string, number> => new Map(commits.map(({ hash }, index) => [hash, index])),
  ({ commits }) => commits,
);

/** What came to the default branch. */
interface Delivered {
  /** Newest first. */
  readonly byPath: ReadonlyMap<string, readonly FileChange[]>;
  /** The names and blobs that files had there, whatever their folders. */
  readonly files: ReadonlySet<string>;
}

const deliveredTo = memoFor(
  (history: GitHistory): Delivered => {
    const byPath = new Map<string, FileChange[]>();
    const files = new Set<string>();
    for (const commit of history.commits) {
      if (!history.isOnDefault(commit.hash)) continue;
      for (const [index, change] of history.changesIn(commit).entries()) {
        const path = commit.paths[index] ?? '';
        addTo(byPath, path, change);
        if (change.after !== undefined) files.add(nameAndBlob(path, change.after));
      }
    }
    return { byPath, files };
  },
  ({ commits }) => commits,
);

/** Small files of different names are often the same. */
function nameAndBlob(path: string, blob: string): string {
  return `${path.slice(path.lastIndexOf('/') + 1)} ${blob}`;
}

/** A net change of a branch as the default branch has it. */
export interface Delivery extends NetChange {
  /** Whether the default branch had this very file, or lost it: then nothing is to be compared. */
  readonly exact: boolean;
  /** What the default branch did to the file beside the branch, the likeliest merges of it; oldest first. */
  readonly candidates: readonly FileChange[];
}

const mostAfter = 12;

/**
 * What became of a branch's net changes on the default branch.
 *
 * @param tip the branch's last commit, made at `at`.
 */
export function deliveriesOf(
  history: GitHistory,
  changes: readonly NetChange[],
  { tip, at }: { readonly tip: string; readonly at: number },
): readonly Delivery[] {
  const { byPath, files } = deliveredTo(history);
  return changes.map((change) => {
    const beside = (byPath.get(change.path) ?? [])
      .filter(({ commit }) => !history.leadsTo(tip, commit.hash))
      .toReversed();
    // Without a change beside the branch, the file may have another folder there.
    const isElsewhere =
      beside.length === 0 && change.after !== undefined && files.has(nameAndBlob(change.path, change.after));
    const exact = isElsewhere || beside.some(({ after }) => after === change.after);
    const later = beside.filter(({ commit }) => commit.at >= at);
    const earlier = beside.filter(({ commit }) => commit.at < at);
    return { ...change, exact, candidates: [...earlier.slice(-1), ...later.slice(0, mostAfter)] };
  });
}

/**
 * What share of a change's lines is in a text: of those that it adds, or if it adds none, how many of those that it removes are
 * gone. From 0 to 1; lines without letters and digits do not count.
 */
export function shareOfLines(before: string, after: string, text: string): number {
  const [was, is, there] = [countLines(before), countLines(after), countLines(text)];
  const added = difference(is, was);
  if (added.size > 0) return overlap(added, there) / total(added);
  const removed = difference(was, is);
  if (removed.size === 0) return 1;
  const kept = difference(was, removed);
  return 1 - overlap(removed, difference(there, kept)) / total(removed);
}

type Lines = ReadonlyMap<string, number>;

function countLines(text: string): Lines {
  const counts = new Map<string, number>();
  for (const line of text.split(/\r\n|\n|\r/u)) {
    const words = line.trim();
    if (/[\p{L}\p{N}]/u.test(words)) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}

function difference(lines: Lines, without: Lines): Lines {
  return new Map(
    Array.from(lines, ([line, count]) => [line, count - (without.get(line) ?? 0)] as const).filter(
      ([, count]) => count > 0,
    ),
  );
}

function overlap(lines: Lines, others: Lines): number {
  return total(new Map(Array.from(lines, ([line, count]) => [line, Math.min(count, others.get(line) ?? 0)])));
}

function total(lines: Lines): number {
  return [...lines.values()].reduce((sum, count) => sum + count, 0);
}

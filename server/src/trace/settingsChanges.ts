import { memoFor } from '../base/memo.js';
import { manifestPath } from '../documents/projectMarks.js';
import type { Commit, FileChange, GitHistory } from '../workspace/git/gitFacts.js';
import { agentSettingsFile } from './agentSettings.js';
import type { ItemTrace } from './graph.js';

/** What became of a file with settings of agents that commits of an item changed. */
export interface SettingsChange {
  readonly path: string;
  /** What the item's commits made of it, newest first. */
  readonly changes: readonly FileChange[];
  /** The blob it is now; undefined if it is not there any more. */
  readonly now?: string;
  /** The blob of what says what `init` deployed, as it is now; undefined if there is none. */
  readonly manifest?: string;
}

/** The commits that name an item and change settings of agents: few or none. */
const commitsOfSettings = memoFor(
  ({ commits }: GitHistory): ReadonlySet<Commit> =>
    new Set(
      commits.filter(({ items, paths }) => items.length > 0 && paths.some((path) => agentSettingsFile.test(path))),
    ),
  ({ commits }) => commits,
);

/** The files with settings of agents that commits of an item changed. */
export function settingsChanges(
  history: GitHistory,
  { commits }: Pick<ItemTrace, 'commits'>,
): readonly SettingsChange[] {
  const known = commitsOfSettings(history);
  if (known.size === 0) return [];
  const some = commits.filter((commit) => known.has(commit));
  const paths = new Set(some.flatMap((commit) => commit.paths.filter((path) => agentSettingsFile.test(path))));
  const own = (path: string): readonly FileChange[] =>
    commits.flatMap((commit) => changeIn(history, commit, path) ?? []);
  return Array.from(paths, (path) => {
    const changes = own(path);
    const now = lastOf(history, path, changes);
    const manifest = lastOf(history, manifestPath, own(manifestPath));
    return { path, changes, ...(now === undefined ? {} : { now }), ...(manifest === undefined ? {} : { manifest }) };
  });
}

function changeIn(history: GitHistory, commit: Commit, path: string): FileChange | undefined {
  const place = commit.paths.indexOf(path);
  return place === -1 ? undefined : history.changesIn(commit)[place];
}

/** On a branch that is not checked out, the item's own last change counts; else what HEAD has. */
function lastOf(history: GitHistory, path: string, own: readonly FileChange[]): string | undefined {
  const [newest] = own;
  if (newest && !history.isOnHead(newest.commit.hash)) return newest.after;
  return history.changesOf(path)[0]?.after;
}

/** The blobs that tell what such changes say. */
export function blobsOfSettings(changes: readonly SettingsChange[]): readonly string[] {
  return changes.flatMap(({ changes: some, now, manifest }) =>
    [...some.flatMap(({ before, after }) => [before, after]), now, manifest].filter((blob) => blob !== undefined),
  );
}

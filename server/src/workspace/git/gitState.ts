import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import type { CommitWithChanges } from './commits.js';
import type { BoardEvent } from './gitFacts.js';
import type { GitHistoryCore } from './history.js';
import type { GitRefs, GitWorktree } from '../ports.js';

/** How many earlier texts of documents are fetched unasked when commits come in. */
const mostPrefetched = 200;

/** All that was learnt of a repository whose refs and commits could be read. */
export interface State {
  readonly refs: GitRefs;
  readonly tips: readonly string[];
  readonly fingerprint: string;
  readonly bounded: boolean;
  readonly core: GitHistoryCore;
  readonly boardEvents: readonly BoardEvent[];
  /** As git said, less what was committed since. */
  readonly uncommitted: ReadonlySet<string>;
  readonly worktrees: readonly GitWorktree[];
  /** Why parts of it are not known. */
  readonly failures: Readonly<Partial<Record<'uncommitted' | 'worktrees' | 'texts', string | undefined>>>;
}

export function tipsOf({ refs, head }: GitRefs): readonly string[] {
  return [...new Set([...refs.map(({ commit }) => commit), head.commit])].filter((commit) => commit !== undefined);
}

/** The commits HEAD came to, where all it had is still behind it; undefined if something else was checked out. */
export function advanceOf(
  before: State,
  { head }: GitRefs,
  core: GitHistoryCore,
): readonly CommitWithChanges[] | undefined {
  const from = before.refs.head.commit;
  if (from === undefined || head.commit === undefined || from === head.commit) return undefined;
  return core.history.leadsTo(head.commit, from) ? core.between(from, head.commit) : undefined;
}

/** What is left uncommitted after these commits. */
export function without(
  uncommitted: ReadonlySet<string> = new Set(),
  commits: readonly CommitWithChanges[] = [],
): ReadonlySet<string> {
  if (uncommitted.size === 0 || commits.length === 0) return uncommitted;
  const committed = new Set(commits.flatMap(({ commit }) => commit.paths));
  return new Set([...uncommitted].filter((file) => !committed.has(file)));
}

/** The texts that changed specs and test cases had before. */
export function earlierTexts(commits: readonly CommitWithChanges[], paths: DocumentPaths): readonly string[] {
  const blobs = new Set<string>();
  for (const { commit, changes } of commits) {
    if (blobs.size >= mostPrefetched) break;
    changes.forEach(({ before }, place) => {
      if (before === undefined) return;
      const kind = documentKindOf(commit.paths[place] ?? '', paths);
      if (kind === 'spec' || kind === 'testCase') blobs.add(before);
    });
  }
  return [...blobs];
}

export function pick(texts: ReadonlyMap<string, string>, blobs: readonly string[]): (readonly [string, string])[] {
  return blobs.flatMap((blob) => {
    const text = texts.get(blob);
    return text === undefined ? [] : [[blob, text] as const];
  });
}

export function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const member of one) if (!other.has(member)) return false;
  return true;
}

import { defaultDocumentPaths } from '../../server/src/documents/documentPaths.js';
import { createGit } from '../../server/src/host/git.js';
import type { GitFacts, GitHistory } from '../../server/src/workspace/git/gitFacts.js';
import { createGitIndex, type GitIndex, type GitIndexOptions } from '../../server/src/workspace/git/gitIndex.js';
import { firstCommitAt } from './gitRepository.js';

export interface OpenedGitIndex {
  readonly index: GitIndex;
  /** @throws where there is no history. */
  readonly history: () => GitHistory;
  /** How many processes a piece of work starts. */
  readonly spawns: (work: () => Promise<unknown>) => Promise<number>;
}

/** An index over real git, that has asked nothing yet; its clock stands still. */
export function openGitIndex(root: string, options: Partial<GitIndexOptions> = {}): OpenedGitIndex {
  const git = options.git ?? createGit();
  const index = createGitIndex({ root, git, clock: () => firstCommitAt, paths: defaultDocumentPaths, ...options });
  return {
    index,
    history: () => {
      const { history, notices } = index.facts();
      if (!history) throw new Error(`no history: ${JSON.stringify(notices)}`);
      return history;
    },
    spawns: async (work) => {
      const before = git.spawns();
      await work();
      return git.spawns() - before;
    },
  };
}

/** All that facts say, as data that can be compared. */
export function comparableFacts({ ignored, notices, history }: GitFacts): unknown {
  if (!history) return { ignored, notices };
  const hashes = history.commits.map(({ hash }) => hash);
  const files = [...new Set(history.commits.flatMap(({ paths }) => paths))].sort();
  return {
    ignored,
    notices,
    // What is left of it as JSON is all but the questions one can ask.
    data: { ...(JSON.parse(JSON.stringify(history)) as object), uncommitted: history.uncommitted },
    onDefault: hashes.filter((hash) => history.isOnDefault(hash)),
    onHead: hashes.filter((hash) => history.isOnHead(hash)),
    leads: hashes.map((hash) => hashes.filter((other) => history.leadsTo(hash, other))),
    changes: files.map((file) => [file, history.changesOf(file)]),
  };
}

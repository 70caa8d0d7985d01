import { branchWork } from '../../trace/branchWork.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { entryPlace, isDoneHere } from './boardState.js';
import { defineEntryRule } from '../rule.js';
import { recentHistory } from './history.js';
import { isSquashed } from './squashMerges.js';

interface UnmergedBranch {
  readonly name: string;
  readonly commits: readonly Commit[];
}

/** The branches that name an item and hold work that the default branch does not, the local and fetched copies of one as one. */
function unmergedBranches(history: GitHistory, item: ItemTrace, documents: DocumentPaths): readonly UnmergedBranch[] {
  const byName = new Map<string, UnmergedBranch>();
  for (const branch of item.branches) {
    const { name } = branch;
    const work = branchWork(history, branch);
    if (!work || isSquashed(history, item, branch, work, documents)) continue;
    const { commits } = work;
    if (commits.length > (byName.get(name)?.commits.length ?? 0)) byName.set(name, { name, commits });
  }
  return [...byName.values()];
}

/** On a branch the entry is moved to Done before the merge; there it is too early to ask. */
function isDoneOnDefault(history: GitHistory, { doneBy }: ItemTrace): boolean {
  return doneBy ? history.isOnDefault(doneBy.hash) : history.head.branch === history.defaultBranch;
}

export const doneWithUnmergedBranch = defineEntryRule({
  code: 'PW633',
  name: 'done-with-unmerged-branch',
  summary: 'An item is Done but its branch is not merged',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'Done work is expected in the next release. Work on an unmerged branch is not in it, and is lost when somebody cleans up branches.',
  fix: 'Merge the branch, move the entry back to In Progress, or delete the branch if it is not needed. The total changes of the branch are compared with the default branch: it counts as merged, squashed or rebased if each file was the same there at some time, or got at least half of its new lines in a later commit. Where those texts are not available, a later commit to the file counts if it names the item or is a squashed pull request (`Guest carts (#12)`). Files that many items touch (manifests, lock files, changelogs) count only if there is nothing else. `defaultBranch` in `.pactwright/config.yaml` sets the branch work is merged into; otherwise git decides. Branches of other remotes are skipped if there is an `origin`, and so are branches that only merge, or only change other projects of the repository. Reported as information for archived items.',
  pactkit: 'PactKit does not check this.',
  *checkEntry(own, { item, git, configuration }) {
    if (item.branches.length === 0 || !isDoneHere(own, item)) return;
    const history = recentHistory(git);
    if (history?.defaultBranch === undefined || !isDoneOnDefault(history, item)) return;
    for (const { name, commits } of unmergedBranches(history, item, configuration.paths)) {
      const missing = commits.length === 1 ? 'a commit' : `${commits.length} commits`;
      yield {
        span: entryPlace(own.entry),
        item: item.id,
        anchor: `branch ${name}`,
        ...(own.document.kind === 'archive' ? { severity: 'info' } : {}),
        message: `${item.id} is Done, but its branch ${name} has ${missing} that ${history.defaultBranch} does not have, so that work will not be released. Merge the branch, move the entry back, or delete the branch if it is not needed.`,
        commits: commits.map(({ hash }) => hash),
      };
    }
  },
});

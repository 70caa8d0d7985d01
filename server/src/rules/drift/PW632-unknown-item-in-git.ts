import type { DocumentPaths } from '../../documents/documentPaths.js';
import { findItemIds } from '../../documents/itemId.js';
import { isInProject, isOwnBranch, unmergedCommits } from '../../trace/branchCommits.js';
import type { Branch, Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { memoEach, memoFor } from '../../base/memo.js';
import { excerpt } from '../../base/excerpt.js';
import { looksLikeOwn, nearestItem } from '../support/itemForms.js';
import { projectPlace } from '../support/projectPlace.js';
import { defineProjectRule } from '../rule.js';
import { shortHash } from './history.js';

/** Where git names an item. */
interface Naming {
  /** Newest first. */
  readonly commits: Commit[];
  readonly branches: Branch[];
}

const kept = memoEach<GitHistory, { readonly items: readonly string[] }, ReadonlyMap<string, Naming>>();

/**
 * The items besides these that commits on the way to HEAD name, and branches. Merges and reverts repeat what others said; commits that
 * changed nothing but other projects of the repository name their items.
 */
function otherItemsIn(history: GitHistory, items: readonly string[]): ReadonlyMap<string, Naming> {
  return kept(history, { items }, () => findOthers(history, new Set(items)));
}

function findOthers(history: GitHistory, own: ReadonlySet<string>): ReadonlyMap<string, Naming> {
  const byItem = new Map<string, Naming>();
  const isOther = (item: string): boolean => !own.has(item);
  const naming = (item: string): Naming => {
    const known = byItem.get(item) ?? { commits: [], branches: [] };
    byItem.set(item, known);
    return known;
  };
  history.commits.forEach((commit) => {
    if (!commit.items.some(isOther) || !isOwnWord(commit) || !history.isOnHead(commit.hash)) return;
    for (const item of commit.items.filter(isOther)) naming(item).commits.push(commit);
  });
  for (const branch of history.branches)
    if (isOwnBranch(history, branch))
      for (const item of branch.items.filter(isOther)) naming(item).branches.push(branch);
  return byItem;
}

/** The items that any commit changed a document of, in this project or another one of the repository. */
const documentedIn = memoFor((commits: readonly Commit[]): ReadonlySet<string> => {
  const documented = new Set<string>();
  for (const { paths } of commits)
    for (const path of paths) if (ofItem.test(path)) for (const item of itemsOf(path)) documented.add(item);
  return documented;
});

const ofItem = /(?:STORY|BUG|HOTFIX)-[^/]*\.(?:md|feature)$/u;

/** The items in the name of a spec or test case: `docs/test_cases/STORY-001_case.md`. */
function itemsOf(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/_case(?=\.)/u, '');
  return findItemIds(name).map(({ value }) => value);
}

function isOwnWord(commit: Commit): boolean {
  return commit.parents.length < 2 && !commit.subject.startsWith('Revert "') && isInProject(commit);
}

/** Whether the item once was one: it was on the board, or some commit changed a spec or test case of it. */
function wasThere(id: string, history: GitHistory): boolean {
  return documentedIn(history.commits).has(id) || onBoardOnce(history).has(id);
}

const onBoardOnce = memoFor(
  ({ boardEvents }: GitHistory): ReadonlySet<string> => new Set(boardEvents.map(({ item }) => item)),
);

/** Branches with commits of their own in this project: before the first one the spec may be still to come. */
function branchesWithWork(
  history: GitHistory,
  branches: readonly Branch[],
  { board }: DocumentPaths,
): readonly Branch[] {
  return branches.filter(({ tip }) => {
    const commits = unmergedCommits(history, tip);
    const brought = commits.some(({ hash, paths }) => !history.isOnHead(hash) && paths.includes(board));
    // The entry may be on the board there.
    return !brought && commits.some((commit) => commit.parents.length < 2 && isInProject(commit));
  });
}

/** When the project began to have documents; undefined if that is not known. */
function firstDocumentCommit({ commits }: GitHistory, { board, specs }: DocumentPaths): Commit | undefined {
  return commits.findLast(({ paths }) => paths.some((path) => path === board || path.startsWith(`${specs}/`)));
}

export const unknownItemInGit = defineProjectRule({
  code: 'PW632',
  name: 'unknown-item-in-git',
  summary: 'A commit or branch names an item that never existed',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board'],
  together: (count) =>
    `Commits and branches name ${count} items that have no spec, test case or entry, so that work belongs to no item. Write the specs of those that still matter; each is listed with its commits.`,
  why: 'The id in a commit says why something was changed. An unknown id means work without a contract, or a typo that credits the work to no item.',
  fix: 'If the spec or the board entry was forgotten, write it. Commit messages cannot be changed later: if the id is a typo, name the right item in a later commit and add this finding to the baseline. Only ids that look like the project’s own count, by type, prefix and number of digits, so ids of other trackers are skipped. So are merges, reverts, items of other projects in the repository, and branches of other remotes if there is an `origin`. Commits older than the first spec or board are reported as information.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ project, trace, configuration: { paths } }) {
    const history = project.git?.history;
    const place = projectPlace(project);
    if (!history || !place) return;
    for (const [id, { commits, branches: all }] of otherItemsIn(history, trace.items)) {
      if (!looksLikeOwn(id, trace.items) || wasThere(id, history)) continue;
      const branches = branchesWithWork(history, all, paths);
      const [newest] = commits;
      const [branch] = branches;
      if (!newest && !branch) continue;
      const first = firstDocumentCommit(history, paths);
      const old = !branch && first !== undefined && commits.every(({ at }) => at < first.at);
      const nearest = nearestItem(id, trace.items);
      const where = newest
        ? `The commit ${shortHash(newest)} "${excerpt(newest.subject, 50)}"${commits.length > 1 ? ` and ${commits.length - 1} more` : ''}`
        : `The branch ${branch?.name ?? ''}`;
      yield {
        ...place,
        item: id,
        anchor: 'in git',
        ...(old ? { severity: 'info' } : {}),
        message: `${where} ${newest && commits.length > 1 ? 'name' : 'names'} ${id}, but no spec, test case or entry has that id, so the work belongs to no item. Write its spec${nearest === undefined ? '' : `, or name ${nearest} in a later commit if that is the right one`}.`,
        ...(commits.length > 0 ? { commits: commits.map(({ hash }) => hash) } : {}),
      };
    }
  },
});

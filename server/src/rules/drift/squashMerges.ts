import type { DocumentPaths } from '../../documents/documentPaths.js';
import { changesWork } from '../../trace/conventions.js';
import type { BranchWork } from '../../trace/branchWork.js';
import type { ItemTrace } from '../../trace/graph.js';
import { type Delivery, shareOfLines } from '../../trace/netChanges.js';
import type { Branch, Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import { isProse, isShared } from '../support/usualFiles.js';

/**
 * Whether the default branch has what the branch changed in sum: the very files, or most of their new lines where these were edited
 * on the way. What a commit says of the item counts only where that cannot be compared.
 */
export function isSquashed(
  history: GitHistory,
  item: ItemTrace,
  { at }: Branch,
  { commits, deliveries }: BranchWork,
  documents: DocumentPaths,
): boolean {
  const isWork = (path: string): boolean => !path.startsWith('../') && changesWork({ paths: [path] }, documents);
  const work = deliveries.filter(({ path }) => isWork(path));
  if (work.length > 0) return (binding(work) ?? work).every((delivery) => isDelivered(history, delivery, item.id, at));
  // All its work was changed back, or it never had any.
  if (commits.some(({ paths }) => paths.some(isWork))) return true;
  return item.commits.some((commit) => commit.at >= at && history.isOnDefault(commit.hash));
}

/** The files that tell; undefined if there are none. */
function binding(work: readonly Delivery[]): readonly Delivery[] | undefined {
  const own = work.filter(({ path }) => !isShared(path) && !isProse(path));
  return own.length === 0 ? undefined : own;
}

/** From here on, the default branch has the change, whoever edited it on the way. */
const mostLines = 0.5;

function isDelivered(
  history: GitHistory,
  { exact, candidates, before, after }: Delivery,
  item: string,
  at: number,
): boolean {
  if (exact) return true;
  const textAt = (blob: string | undefined): string | undefined => (blob === undefined ? '' : history.textOf(blob));
  const [was, is] = [textAt(before), textAt(after)];
  return candidates.some((candidate) => {
    const there = textAt(candidate.after);
    if (was !== undefined && is !== undefined && there !== undefined) return shareOfLines(was, is, there) >= mostLines;
    return candidate.commit.at >= at && mayBring(candidate.commit, item);
  });
}

// As GitHub and Azure DevOps call them, whose titles need not name the item.
const pullRequest = /\(#\d+\)$|^Merged PR \d+:/u;

function mayBring({ items, subject }: Commit, item: string): boolean {
  return items.includes(item) || (items.length === 0 && pullRequest.test(subject));
}

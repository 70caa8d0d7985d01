import { createBoardEvents } from '../git/boardEvents.js';
import { createGitCommitLoader, defaultMostCommits } from '../git/commitLoader.js';
import { createGitHistoryCore } from '../git/history.js';
import { type GitFailure, isGitFailure, noticeOfFailure, noticesOf } from '../git/notices.js';
import type { Git } from '../ports.js';
import { createTimeSlices } from '../../base/timeSlices.js';
import type { InsightsQuestion } from './readInsights.js';

const sliceMilliseconds = 10;

/**
 * What HEAD leads to, in three processes: who wants nothing else of git need not ask it for branches, status and worktrees.
 *
 * @param root of the project, absolute.
 * @throws the signal's reason once it is aborted.
 */
export async function readHeadHistory(
  git: Git,
  root: string,
  signal?: AbortSignal,
): Promise<Pick<InsightsQuestion, 'repository' | 'history' | 'notices'>> {
  const repository = await git.repository(root, signal);
  if (repository.kind !== 'answer') return failed(repository);
  const refs = await git.refs(repository.value, signal);
  if (refs.kind !== 'answer') return failed(refs);
  const { head } = refs.value;
  if (head.commit === undefined) {
    const message = `the branch ${head.branch ?? 'HEAD'} has no commits yet, but insights are based on them: commit the board`;
    return { repository: repository.value, history: undefined, notices: [{ kind: 'noCommits', message }] };
  }
  const slices = createTimeSlices(sliceMilliseconds);
  const boardEvents = createBoardEvents();
  const loader = createGitCommitLoader({ git, cache: undefined, boardEvents, most: defaultMostCommits, slices });
  const loaded = await loader.load(repository.value, refs.value, [head.commit], signal);
  if (isGitFailure(loaded)) return failed(loaded);
  return {
    repository: repository.value,
    history: createGitHistoryCore(loaded.all, refs.value, undefined).history,
    notices: noticesOf(refs.value, [], loaded.bounded ? defaultMostCommits : undefined),
  };
}

function failed(failure: GitFailure): Pick<InsightsQuestion, 'repository' | 'history' | 'notices'> {
  return { repository: undefined, history: undefined, notices: [noticeOfFailure(failure)] };
}

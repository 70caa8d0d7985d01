import { recentHistory, shortHash } from '../../rules/drift/history.js';
import { count } from '../../base/count.js';
import type { Commit, GitHistory } from '../../workspace/git/gitFacts.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { isSharedDocument, planOf } from '../support/itemScope.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { isOnOwnBranch } from '../support/ownCommits.js';

export const branch: Condition = {
  name: 'branch',
  title: 'The work is on the item’s branch and up to date with its base',
  why: 'If the project uses a branch or worktree for each item (the convention `branches`), work elsewhere is missed or mixed with other work. If others have changed the same files on the base, the gate would check a state that will never be merged. Newer commits that touch other files are reported and allowed.',
  gates: ['act-in', 'act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const history = recentHistory(context.project.git);
  if (history?.defaultBranch === undefined)
    return {
      state: 'unknown',
      summary: history
        ? 'the branch that work is merged into is unknown'
        : 'the history is incomplete, so newer commits cannot be determined',
      next: history
        ? 'Set `defaultBranch` in .pactwright/config.yaml'
        : 'Fetch the full history with `git fetch --unshallow`',
    };
  const newer = newerCommits(context, history);
  const meeting = meetingCommits(context, work, newer);
  const where = work.branch ?? 'no branch';
  const late = newer.length === 0 ? '' : `; ${history.defaultBranch} has ${count(newer.length, 'newer commit')}`;
  return outcomeOf(
    [...wrongBranch(context, work, history), ...meeting],
    {
      pass: `on ${where}${late}${late === '' ? '' : ' that touch other files'}`,
      fail: `on ${where}${late}`,
      next:
        meeting.length > 0
          ? `Bring ${history.defaultBranch} into the branch, by merge or rebase, and check the files that both changed`
          : `Work on a branch or worktree whose name contains ${context.item.id}`,
    },
    [lookedAt(context, `HEAD, the branches, and ${history.defaultBranch}`, work)],
  );
}

function wrongBranch(context: GateContext, work: Work, history: GitHistory): readonly Problem[] {
  const { item, trace } = context;
  const { branches } = trace.conventions;
  if (!branches.enforced || isOnOwnBranch(context, work)) return [];
  const isHere = ({ branch: name, head }: GitHistory['worktrees'][number]): boolean =>
    work.branch === undefined ? head === work.head : name === work.branch;
  if (item.worktrees.some(isHere)) return [];
  // In a clone that builds one commit, HEAD is detached.
  if (work.branch === undefined && item.branches.some(({ tip }) => tip === work.head)) return [];
  if (work.branch === history.defaultBranch && wasMerged(context, history)) return [];
  const habit = branches.configured ? 'the configuration requires it' : `${branches.kept} of ${branches.of} items did`;
  const where = work.branch === undefined ? 'HEAD is detached' : `HEAD is on ${work.branch}`;
  return [{ message: `${where}, which does not name ${item.id}, but each item has its own here (${habit})` }];
}

/** A branch that was only made, and never worked on, has a commit of others as its tip. */
function wasMerged({ item }: GateContext, history: GitHistory): boolean {
  const tips = new Set(item.branches.map(({ tip }) => tip));
  return item.commits.some(
    ({ hash, parents }) =>
      (parents.length > 1 || tips.has(hash)) && history.isOnDefault(hash) && history.isOnHead(hash),
  );
}

/** What the default branch has and HEAD does not; what names the item there is its own work, merged. */
function newerCommits({ item }: GateContext, history: GitHistory): readonly Commit[] {
  return history.commits.filter(
    ({ hash, items }) => !items.includes(item.id) && history.isOnDefault(hash) && !history.isOnHead(hash),
  );
}

const shown = 3;

function meetingCommits(context: GateContext, work: Work, newer: readonly Commit[]): readonly Problem[] {
  const { paths } = context.configuration;
  const changed = new Set(work.changes.map(({ path }) => path));
  // Before the work begins there is nothing but the plan to compare with.
  const plan = context.gate === 'act-in' ? planOf(context, work) : undefined;
  return newer.flatMap((commit): readonly Problem[] => {
    // Documents that every item changes are merged by git, and the rules judge what comes of it.
    const both = commit.paths.filter(
      (path) => (changed.has(path) || plan?.covers(path) === true) && !isSharedDocument(path, paths),
    );
    const [first] = both;
    if (first === undefined) return [];
    const more = both.length > shown ? ` and ${both.length - shown} more` : '';
    return [
      {
        message: `Commit ${shortHash(commit)} by ${commit.author} changed ${both.slice(0, shown).join(', ')}${more} as well and is not in this work`,
        place: { path: first },
      },
    ];
  });
}

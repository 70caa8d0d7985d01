import { dayOf, recentHistory, shortHash } from '../../rules/drift/history.js';
import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import { frozenSpecs } from '../evidence/frozen.js';
import type { Outcome, Problem } from '../gate.js';
import { fallenCommits, type Fallen } from '../support/fallenCommits.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { ownCommits } from '../support/ownCommits.js';

export const history: Condition = {
  name: 'history',
  title: 'The history of the work is intact',
  why: 'What was checked earlier must still exist. This condition reads the reflog of the branch, or of a detached HEAD (for commits that a reset or a forced push removed), the dates of the commits, and whether the commit at which the spec was frozen is still in the history of HEAD. A rebase, amend or squash that keeps the same changes passes.',
  gates: ['check', 'done'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const fallen = fallenCommits(work);
  const gone = fallen.flatMap(goneProblems);
  const evidence = [lookedAt(context, `the log of the branch and ${count(work.commits.length, 'commit')}`, work)];
  const base = baseProblems(context, work, fallen);
  const problems = [...gone, ...dateProblems(context, work), ...base.problems];
  const next =
    'Restore the lost commits (`git cherry-pick` with the hashes listed), or have a person override this with a reason';
  const unknown = [
    ...fallen
      .filter((one) => one.gone === undefined)
      .map(({ move }) => `the commits that ${moveWords(move)} removed can no longer be read`),
    ...(work.moves.length === 0 && work.commits.length > 0 ? [noLog(work)] : []),
    ...(base.unknown === undefined ? [] : [base.unknown]),
  ];
  const [first] = unknown;
  if (problems.length === 0 && first !== undefined)
    return {
      state: 'unknown',
      summary: first,
      evidence,
      next: 'Run the gate in the clone where the work was done, or have a person override this with a reason',
    };
  return outcomeOf(
    problems,
    {
      pass: `no commits were lost${fallen.length === 0 ? '' : `; ${count(fallen.length, 'rebase or amended commit', 'rebases or amended commits')} kept all changes`}`,
      fail: `${count(problems.length, 'problem')} in the history`,
      next,
    },
    evidence,
  );
}

function noLog({ branch }: Work): string {
  return branch === undefined ? 'HEAD is detached and has no reflog' : 'the branch has no reflog';
}

function moveWords({ message, at }: Fallen['move']): string {
  return `"${excerpt(message)}" of ${dayOf(at)}`;
}

function goneProblems({ move, gone = [] }: Fallen): readonly Problem[] {
  return gone.map((commit) => ({
    message: `Commit ${shortHash(commit)} "${excerpt(commit.subject)}" was removed from the branch by ${moveWords(move)}, and its changes are gone`,
  }));
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Clocks of two machines differ by minutes, hardly by more. */
function dateProblems(context: GateContext, work: Work): readonly Problem[] {
  const wanted = new Set(work.commits.flatMap(({ parents }) => parents));
  const dates = new Map(work.commits.map(({ hash, committedAt }) => [hash, committedAt] as const));
  for (const { hash, at } of context.project.git?.history?.commits ?? [])
    if (wanted.has(hash) && !dates.has(hash)) dates.set(hash, at);
  return ownCommits(context, work).flatMap((commit): readonly Problem[] => {
    const { parents, committedAt, subject } = commit;
    const label = `Commit ${shortHash(commit)} "${excerpt(subject)}"`;
    if (committedAt > context.now + hour)
      return [
        { message: `${label} is dated ${dayOf(committedAt)}, which is in the future, so its date means nothing` },
      ];
    const newest = Math.max(...parents.map((parent) => dates.get(parent) ?? -Infinity));
    return committedAt < newest - day
      ? [{ message: `${label} is dated ${dayOf(committedAt)}, before the commit it follows (${dayOf(newest)})` }]
      : [];
  });
}

/** Whether HEAD still leads to where the work began when the spec was frozen. */
function baseProblems(
  { item, log, project }: GateContext,
  work: Work,
  fallen: readonly Fallen[],
): { readonly problems: readonly Problem[]; readonly unknown?: string } {
  const frozen = frozenSpecs(log).get(item.id);
  if (!frozen || work.from === 'frozen' || work.base === frozen.base || work.head === frozen.base)
    return { problems: [] };
  const known = recentHistory(project.git);
  if (!known)
    return { problems: [], unknown: 'without the full history, it is unknown whether HEAD contains the frozen base' };
  if (known.leadsTo(work.head, frozen.base)) return { problems: [] };
  // A rebase that takes the spec's own commit along moves the base, too, and leaves all changes where they were.
  const isRebased =
    fallen.some(({ move }) => move.fellAway?.some(({ hash }) => hash === frozen.base)) &&
    fallen.every(({ gone }) => gone?.length === 0);
  return isRebased
    ? { problems: [] }
    : {
        problems: [
          {
            message: `HEAD no longer contains ${frozen.base.slice(0, 7)}, where the spec of ${item.id} was frozen, so the work did not start from the agreed text`,
          },
        ],
      };
}

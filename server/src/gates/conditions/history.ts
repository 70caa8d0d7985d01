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
  title: 'The history of the work is as it was made',
  why: 'What was judged earlier must still be there. Looked at are the log of the branch, and where HEAD is on none that of HEAD (commits that a reset or a forced push took away), the dates of the commits, and whether HEAD still leads to the commit at which the spec was frozen. A rebase, an amended commit or a squash after which the same changes are there again is honest work and passes.',
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
    'Bring back what fell away (`git cherry-pick` takes the hashes that are told), or let a person override this with the reason';
  const unknown = [
    ...fallen
      .filter((one) => one.gone === undefined)
      .map(({ move }) => `what ${moveWords(move)} took away cannot be read any more`),
    ...(work.moves.length === 0 && work.commits.length > 0 ? [noLog(work)] : []),
    ...(base.unknown === undefined ? [] : [base.unknown]),
  ];
  const [first] = unknown;
  if (problems.length === 0 && first !== undefined)
    return {
      state: 'unknown',
      summary: first,
      evidence,
      next: 'Ask in the clone where the work was done, or let a person override this with the reason',
    };
  return outcomeOf(
    problems,
    {
      pass: `nothing fell away${fallen.length === 0 ? '' : `; ${count(fallen.length, 'rebase or amended commit', 'rebases or amended commits')} kept all changes`}`,
      fail: `${count(problems.length, 'thing')} in the history that ${problems.length === 1 ? 'is' : 'are'} not as made`,
      next,
    },
    evidence,
  );
}

function noLog({ branch }: Work): string {
  return branch === undefined
    ? 'HEAD is on no branch, and nothing is written down of how it came to its commits'
    : 'the branch has no log';
}

function moveWords({ message, at }: Fallen['move']): string {
  return `"${excerpt(message)}" of ${dayOf(at)}`;
}

function goneProblems({ move, gone = [] }: Fallen): readonly Problem[] {
  return gone.map((commit) => ({
    message: `Commit ${shortHash(commit)} "${excerpt(commit.subject)}" fell away from the branch by ${moveWords(move)}, and its changes did not come back`,
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
      return [{ message: `${label} is dated ${dayOf(committedAt)}, which is still to come, so its date says nothing` }];
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
    return { problems: [], unknown: 'whether HEAD leads to the frozen base cannot be told without the history' };
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
            message: `HEAD does not lead to ${frozen.base.slice(0, 7)} any more, where the spec of ${item.id} was frozen, so what was agreed is not what the work began with`,
          },
        ],
      };
}

import path from 'node:path';
import { count } from '../../base/count.js';
import { listed } from '../../rules/support/steps.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { isAlwaysWithin, planOf, type Plan } from '../support/itemScope.js';
import { leftByRuns } from '../support/leftByRuns.js';
import { isLockFileOf, isToolchainsOwn } from '../support/lockFiles.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';

export const scope: Condition = {
  name: 'scope',
  title: 'The change stays within what the spec names',
  why: 'Touches and Implementation Steps say where the work is, so that people know what to review and items do not get in each other’s way. Always allowed are the item’s documents, the board, archive, context and lessons, prose in `docs/` as well as README and CHANGELOG, tests that name the item, and the lock file of an allowed manifest, or one that a toolchain made where there was none, or wrote again with the same packages. A spec that names no files allows all, and the condition says so; in the profile `strict` the result is unknown. On a shared branch, changes from commits that only name items that were already Done do not count either, although other conditions still check their tests. Uncommitted output of a gate run, such as reports, does not count, nor do uncommitted changes from before an agent began to build the item and not touched since. Links out of the project and submodules bring in code that nobody reviews.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: true,
  backtrack: 'spec',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const { changes } = work;
  const left = leftByRuns(context, work);
  const plan = planOf(context, work);
  const untouched = changes.filter(({ claimed, path }) => !claimed && context.untouched?.has(path));
  const asked = changes.filter((change) => !change.claimed && !left.has(change.path) && !untouched.includes(change));
  const links = changes.flatMap((change) => linkProblems(change, plan));
  const told = new Set(links.map(({ place }) => place?.path));
  const outside = plan ? outsideProblems(context, asked, plan) : [];
  const { open, approved } = sortByApproval(context, [
    ...links,
    ...outside.filter(({ place }) => !told.has(place?.path)),
  ]);
  const files = count(asked.length, 'changed file');
  const notes = `${claimedWords(changes)}${leftWords(left)}${untouchedWords(untouched)}${approvedWords({ approved })}`;
  const outcome = outcomeOf(
    open,
    {
      pass: `${files}${plan ? ' within what the spec names' : '; the spec does not say which files it touches'}${notes}`,
      fail: `${open.length} of ${files} outside what the spec names${notes}`,
      next: 'Revert what does not belong to the item, add it to the spec, or have a person approve the change in the editor',
    },
    [lookedAt(context, `${files}, the Touches and the Implementation Steps of ${context.item.id}`, work)],
  );
  const isWithin = isAlwaysWithin(context);
  return outcome.state === 'pass' && !plan && !asked.every(isWithin)
    ? { ...outcome, doubt: `List the files in the Touches row of the spec of ${context.item.id}, and have them agreed` }
    : outcome;
}

/** Files whose commits name only items that were already Done could belong to any item. */
function claimedWords(changes: readonly WorkChange[]): string {
  const claims = changes.flatMap(({ claimed }) => (claimed ? [claimed] : []));
  const items = [...new Set(claims.flat())].sort();
  return claims.length === 0
    ? ''
    : `; ${count(claims.length, 'more file')} in commits that only name earlier Done items (${listed(items)})`;
}

/** What tests write beside the sources is not the work of the person who runs them, until it is committed. */
function leftWords(left: ReadonlySet<string>): string {
  return left.size === 0 ? '' : `; ${count(left.size, 'more file')} left by a run (${listed([...left].slice(0, 3))})`;
}

/** Changes from before the work started are not the work of the agent. */
function untouchedWords(untouched: readonly WorkChange[]): string {
  const paths = untouched.map(({ path }) => path);
  return paths.length === 0
    ? ''
    : `; ${count(paths.length, 'more file')} changed before the work began, and not since (${listed(paths.slice(0, 3))})`;
}

const words = { added: 'was added', modified: 'was changed', deleted: 'was deleted' } as const;

function outsideProblems(context: GateContext, changes: readonly WorkChange[], plan: Plan): readonly Problem[] {
  const isWithin = isAlwaysWithin(context);
  const covered = changes.filter((change) => plan.covers(change.path) || isWithin(change)).map(({ path }) => path);
  const inside = new Set(covered);
  const manifests = [...covered, ...plan.named];
  return changes
    .filter((change) => !inside.has(change.path) && !isLockFileOf(change.path, manifests))
    .filter((change) => !isToolchainsOwn(change, (file) => context.project.code?.exists(file) === true))
    .map(({ path, kind }) => ({
      message: `${path} ${words[kind]}, but neither Touches nor the Implementation Steps of the spec name it`,
      place: { path },
      approvable: `scope:${path}`,
    }));
}

function isSubmodule({ modeBefore, modeAfter }: WorkChange): boolean {
  return modeBefore === '160000' || modeAfter === '160000';
}

function linkProblems(change: WorkChange, plan: Plan | undefined): readonly Problem[] {
  const { path, kind, modeAfter, after } = change;
  const place = { place: { path } };
  if (isSubmodule(change))
    return plan?.named.has(path) === true
      ? []
      : [
          {
            message: `The submodule ${path} ${words[kind]}, so code outside this repository changes`,
            ...place,
            approvable: `scope:${path}`,
          },
        ];
  if (modeAfter !== '120000') return [];
  if (after === undefined) return [{ message: `The target of the link ${path} cannot be read`, ...place }];
  return leavesProject(path, after)
    ? [
        {
          message: `The link ${path} points out of the project, where its target is not under version control`,
          ...place,
        },
      ]
    : [];
}

/**
 * Whether a link leads out of the project.
 *
 * @param link where it is; relative to the project root, with `/`.
 * @param target what it holds, as git stores it.
 */
function leavesProject(link: string, target: string): boolean {
  const way = target.trim().replaceAll('\\', '/');
  if (path.posix.isAbsolute(way) || /^(?:[A-Za-z]:|~)/u.test(way)) return true;
  const end = path.posix.join(path.posix.dirname(link), way);
  return end === '..' || end.startsWith('../');
}

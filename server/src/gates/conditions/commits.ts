import { shortHash } from '../../rules/drift/history.js';
import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import { listed } from '../../rules/support/steps.js';
import { changesWork } from '../../trace/conventions.js';
import type { Commit } from '../../workspace/git/gitFacts.js';
import type { Work, WorkCommit } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome, Problem } from '../gate.js';
import { planOf } from '../support/itemScope.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { isOnOwnBranch, ownCommits } from '../support/ownCommits.js';
import { byHash, reachable } from '../support/reachable.js';

export const commits: Condition = {
  name: 'commits',
  title: 'The work is in commits that name the item',
  why: 'Uncommitted work is on one machine only, and a commit that names no item cannot explain why a line exists. At least one commit in the history of HEAD names the item and changes more than documents. No commit that names it is empty. If the project follows the convention `commits`, all commits that touch its files name it. With `gates.signedOff: true`, each has a Signed-off-by trailer. Claims in a message do not count.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

/** What is known of a commit, of the work or from before. */
type AnyCommit = Pick<Commit, 'hash' | 'subject' | 'parents' | 'items' | 'paths'>;

function judge(context: GateContext, work: Work): Outcome {
  const { item, configuration } = context;
  const own = ownCommits(context, work);
  const inWork = own.filter(({ items }) => items.includes(item.id));
  const naming: readonly AnyCommit[] = [...inWork, ...commitsBefore(context, work)];
  const empty = inWork.filter(({ parents, paths }) => parents.length < 2 && paths.length === 0);
  const working = naming.filter((commit) => holdsWork(commit, context, work));
  const unnamed = unnamedCommits(context, work, own);
  const problems: readonly Problem[] = [
    ...(working.length > 0 ? [] : [{ message: withoutWork(context, work, naming) }]),
    ...empty.map((commit) => ({ message: `${named(commit)} names ${item.id} and is empty` })),
    ...(context.trace.conventions.commits.enforced ? unnamed : []),
    ...(configuration.gates.signedOff ? inWork.filter((commit) => !isSignedOff(commit)).map(unsigned) : []),
  ];
  return outcomeOf(
    problems,
    {
      pass: `${count(working.length, 'commit')} for ${item.id}`,
      fail:
        naming.length === 0
          ? `no commit names ${item.id}`
          : `${count(naming.length, 'commit')} naming ${item.id}, ${working.length} of them with work`,
      next: `Commit the work with \`pactwright commit ${item.id}\`, and reword or drop the commits listed here`,
    },
    [lookedAt(context, `the commits from ${work.base.slice(0, 7)} to HEAD`, work)],
  );
}

/** Where the work has been merged and nothing is left of it to commit, its commits may be before the base. */
function commitsBefore({ item, project, configuration: { paths } }: GateContext, work: Work): readonly AnyCommit[] {
  if (work.changes.some(({ path }) => changesWork({ paths: [path] }, paths))) return [];
  const known = new Set(work.commits.map(({ hash }) => hash));
  return item.commits.filter(({ hash }) => !known.has(hash) && project.git?.history?.isOnHead(hash) === true);
}

function named(commit: Pick<AnyCommit, 'hash' | 'subject'>): string {
  return `Commit ${shortHash(commit)} "${excerpt(commit.subject)}"`;
}

/** A merge has no changes of its own: what it brought in counts. */
function holdsWork(commit: AnyCommit, { configuration: { paths } }: GateContext, work: Work): boolean {
  if (commit.parents.length < 2) return commit.paths.length > 0 && changesWork(commit, paths);
  const known = byHash(work.commits);
  const [first = '', ...merged] = commit.parents;
  const main = reachable([first], known);
  return Array.from(reachable(merged, known)).some(
    (one) => !main.has(one) && one.paths.length > 0 && changesWork(one, paths),
  );
}

function withoutWork(
  { item, configuration: { paths } }: GateContext,
  work: Work,
  naming: readonly AnyCommit[],
): string {
  if (naming.length > 0)
    return `No commit that names ${item.id} changes more than documents, so none contains its work`;
  const others = work.commits.filter((commit) => commit.items.length > 0 && changesWork(commit, paths));
  const [other] = others;
  return other
    ? `No commit names ${item.id}; the changes are in commits that name ${listed([...new Set(others.flatMap(({ items }) => items))].slice(0, 3))} only, such as ${shortHash(other)}`
    : `No commit in the history of HEAD names ${item.id}`;
}

/** The commits that touch the item's files (on its own branch, any beyond documents) without naming it. */
function unnamedCommits(context: GateContext, work: Work, own: readonly WorkCommit[]): readonly Problem[] {
  const { item, configuration } = context;
  const plan = planOf(context, work);
  const isOwnBranch = isOnOwnBranch(context, work);
  return own.flatMap((commit): readonly Problem[] => {
    if (commit.items.includes(item.id) || commit.parents.length > 1) return [];
    const paths = commit.paths.filter((path) => changesWork({ paths: [path] }, configuration.paths));
    const [touched] = isOwnBranch ? paths : paths.filter((path) => plan?.covers(path) === true);
    if (touched === undefined) return [];
    const names = commit.items.length > 0 ? `names ${listed(commit.items)} only` : 'names no item';
    return [{ message: `${named(commit)} changes ${touched} and ${names}, not ${item.id}`, place: { path: touched } }];
  });
}

/** As the Developer Certificate of Origin asks for it: a name and an address. */
function isSignedOff({ trailers }: WorkCommit): boolean {
  return trailers.some(
    ({ key, value }) => key === 'signed-off-by' && /^\S[^<>]*<[^<>\s@]+@[^<>\s@]+>$/u.test(value.trim()),
  );
}

function unsigned(commit: WorkCommit): Problem {
  return { message: `${named(commit)} has no Signed-off-by trailer with name and address` };
}

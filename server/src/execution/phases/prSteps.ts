import { parseItemId } from '../../documents/itemId.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import { excerpt } from '../../base/excerpt.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { UsageError } from '../../base/usageError.js';
import type { OpenedItem } from '../../project/openItem.js';
import { findGh } from './findGh.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PlannedStep } from './plannedStep.js';
import { runQuietly } from './runQuietly.js';

/** As GitHub shows a title in a list. */
const longestTitle = 70;

/** In UTF-16 units. GitHub takes no more: https://docs.github.com/en/rest/pulls. */
const longestBody = 60_000;

/** What a pull request is made from, found out before anybody works on it. */
export interface PullRequestPlace {
  readonly gh: string;
  readonly branch: string;
  readonly base: string;
  readonly remote: string;
}

/**
 * Finds out whether a pull request can be opened from here.
 *
 * @throws UsageError with the way out where it cannot: no repository, the default branch, no remote, no `gh`, or there is one.
 */
export async function findPullRequestPlace(
  { repository, index, root }: OpenedItem,
  desk: PhaseDesk,
): Promise<PullRequestPlace> {
  if (!repository)
    throw new UsageError(`${root} is in no git repository, so there is nothing to make a pull request of`);
  const refs = await desk.machine.git.refs(repository, desk.signal);
  if (refs.kind !== 'answer') throw new UsageError(`git does not say which branch this is: ${refs.message}`);
  const { branch } = refs.value.head;
  const base = findDefaultBranch(refs.value, index.configuration().value.defaultBranch);
  if (branch === undefined) throw new UsageError('no branch is checked out: switch to that of the item');
  if (base === undefined || branch === base)
    throw new UsageError(`${branch} is where work is merged to: make the item's own branch with \`pactwright branch\``);
  const remotes = await runQuietly('git', ['remote'], repository.top, desk);
  const names = remotes.output.split('\n').filter((name) => name !== '');
  const remote = names.find((name) => name === 'origin') ?? names[0];
  if (remote === undefined)
    throw new UsageError('the repository has no remote: add that of GitHub with `git remote add origin URL`');
  const gh = await findGh(repository, desk);
  const open = await runQuietly(
    gh,
    ['pr', 'list', '--head', branch, '--state', 'open', '--json', 'url'],
    repository.top,
    desk,
  );
  if (open.code !== 0) throw new UsageError(`gh cannot list the pull requests: ${excerpt(open.errors, 300)}`);
  const [, url] = /"url"\s*:\s*"([^"]+)"/u.exec(open.output) ?? [];
  if (url !== undefined) throw new UsageError(`${branch} has a pull request already: ${url}`);
  return { gh, branch, base, remote };
}

/** How a pull request is opened: the branch is pushed, and the report of the gate is its text. */
export function prSteps(
  { item }: OpenedItem,
  { gh, branch, base, remote }: PullRequestPlace,
  report: string,
): readonly PlannedStep[] {
  const type = parseItemId(item.id)?.type === 'STORY' ? 'feat' : 'fix';
  const title = excerpt(`${type}: ${itemTitle(item) ?? item.id} (${item.id})`, longestTitle);
  return [
    {
      kind: 'program',
      summary: `push ${branch} to ${remote}`,
      program: 'git',
      args: ['push', '--set-upstream', remote, `refs/heads/${branch}:refs/heads/${branch}`],
    },
    {
      kind: 'program',
      summary: 'open the pull request, with the report of the gate as its text',
      program: gh,
      args: ['pr', 'create', `--head=${branch}`, `--base=${base}`, `--title=${title}`, '--body-file=-'],
      // As an argument it would be longer than some systems take.
      input: pullRequestBody(report),
    },
  ];
}

/** A report as the text of a pull request: cut where it is too long for one. */
export function pullRequestBody(report: string): string {
  if (report.length <= longestBody) return report;
  // A character that is cut in two is left out.
  return `${report.slice(0, longestBody).replace(/\p{Cs}$/u, '')}\n\n…\n`;
}

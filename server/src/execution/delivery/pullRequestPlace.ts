import { excerpt } from '../../base/excerpt.js';
import { UsageError } from '../../base/usageError.js';
import type { PullRequestPlace } from '../../operations/deliveryDesk.js';
import type { Configuration } from '../../workspace/configuration.js';
import { findDefaultBranch } from '../../workspace/git/defaultBranch.js';
import type { GitRepository } from '../../workspace/ports.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';
import { findGh } from './findGh.js';
import { findRemote } from './releasePlace.js';

/**
 * Finds out whether a pull request can be opened from here.
 *
 * @param root of the project: absolute.
 * @throws UsageError with the way out where it cannot: no repository, the default branch, no remote, no `gh`, or there is one.
 */
export async function findPullRequestPlace(
  root: string,
  repository: GitRepository | undefined,
  { defaultBranch }: Pick<Configuration, 'defaultBranch'>,
  desk: ProgramDesk,
): Promise<PullRequestPlace> {
  if (!repository)
    throw new UsageError(`${root} is not in a git repository, so there is nothing to open a pull request for`);
  const refs = await desk.machine.git.refs(repository, desk.signal);
  if (refs.kind !== 'answer') throw new UsageError(`cannot determine the current branch: ${refs.message}`);
  const { branch } = refs.value.head;
  const base = findDefaultBranch(refs.value, defaultBranch);
  if (branch === undefined) throw new UsageError('HEAD is detached: switch to the branch of the item');
  if (base === undefined || branch === base)
    throw new UsageError(
      `${branch} is the branch that work is merged into: create a branch for the item with \`pactwright branch\``,
    );
  const remote = await findRemote(repository, desk);
  if (remote === undefined)
    throw new UsageError('the repository has no remote: add the GitHub remote with `git remote add origin URL`');
  const gh = await findGh(repository, desk);
  const open = await runQuietly(
    gh,
    ['pr', 'list', '--head', branch, '--state', 'open', '--json', 'url'],
    repository.top,
    desk,
  );
  if (open.code !== 0) throw new UsageError(`gh cannot list the pull requests: ${excerpt(open.errors, 300)}`);
  const [, url] = /"url"\s*:\s*"([^"]+)"/u.exec(open.output) ?? [];
  if (url !== undefined) throw new UsageError(`${branch} already has a pull request: ${url}`);
  return { gh, branch, base, remote };
}

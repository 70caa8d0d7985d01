import type { Git, GitRefs, GitRepository, RefLogEntry } from '../ports.js';

export interface HeadQuestion {
  readonly git: Pick<Git, 'refLogs'>;
  readonly repository: GitRepository;
  readonly refs: GitRefs;
}

/** What git writes beside a step of a ref's log that made a commit. */
export const isCommitting = /^(?:commit|cherry-pick|revert|am)\b/u;

/**
 * What is written down of how HEAD came to where it is: the log of its branch, here and at remotes. Where it is detached, that of
 * the branch it was detached from, and what happened to HEAD since.
 */
export async function logsOfHead({ git, repository, refs }: HeadQuestion): Promise<readonly RefLogEntry[]> {
  const { branch } = refs.head;
  if (branch !== undefined) return git.refLogs(repository, refsOfBranch(refs, branch));
  const own = await git.refLogs(repository, ['HEAD']);
  const at = own.findLastIndex(({ message }) => isDetaching(message) || rebaseBegins.test(message));
  const detached = own[at];
  // In the middle of a rebase not all is there again.
  if (!detached || rebaseBegins.test(detached.message)) return [];
  const since = own.slice(at + 1);
  return [...(await logsBefore({ git, repository, refs }, detached)), ...since.filter(losesOwn(since))];
}

const rebaseBegins = /^rebase\b.*\(start\)/u;
const switching = /^checkout: moving from (\S+) to (\S+)$/u;

/** Whether HEAD was on a branch before: of one that was detached git writes the hash. */
function isDetaching(message: string): boolean {
  const from = switching.exec(message)?.[1];
  return from !== undefined && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u.test(from);
}

/** To look at another commit takes nothing away, as long as no commit was made on the detached HEAD before. */
function losesOwn(since: readonly RefLogEntry[]): (entry: RefLogEntry) => boolean {
  const made = new Set(since.flatMap(({ after, message }) => (isCommitting.test(message) ? [after] : [])));
  return ({ before, message }) => !switching.test(message) || made.has(before);
}

/** The logs of the ref that HEAD was moved to, else of the branch it was on, where that had led there. */
async function logsBefore(
  { git, repository, refs }: HeadQuestion,
  { message, after }: RefLogEntry,
): Promise<readonly RefLogEntry[]> {
  const [, from = '', to = ''] = switching.exec(message) ?? [];
  const named = refs.refs.filter(({ name }) => name === `refs/heads/${to}` || name === `refs/remotes/${to}`);
  if (named.length > 0)
    return git.refLogs(
      repository,
      named.map(({ name }) => name),
    );
  const logs = await git.refLogs(repository, refsOfBranch(refs, from));
  return logs.some((entry) => entry.after === after) ? logs : [];
}

function refsOfBranch({ refs }: GitRefs, branch: string): readonly string[] {
  const remote = refs.flatMap(({ name }) =>
    name.startsWith('refs/remotes/') && name.split('/').slice(3).join('/') === branch ? [name] : [],
  );
  return [`refs/heads/${branch}`, ...remote];
}

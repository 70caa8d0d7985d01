import type { GitRefs } from '../ports.js';

const usualNames = ['main', 'master', 'trunk', 'develop'];
const originHead = 'refs/remotes/origin/HEAD';
const originPrefix = 'refs/remotes/origin/';

/**
 * The branch work is merged into, by its local name: that of the run, if it has one of its own; as configured, else as the remote says, else the first of the usual names
 * there is, else what is checked out.
 */
export function findDefaultBranch(all: GitRefs, configured: string | undefined): string | undefined {
  return all.target ?? usualBranch(all, configured) ?? all.head.branch;
}

/** Whether work of several items comes together on a branch: what a run has of its own leaves the usual one what it is. */
export function isMergedInto(branch: string | undefined, all: GitRefs, configured: string | undefined): boolean {
  return branch === findDefaultBranch(all, configured) || branch === usualBranch(all, configured);
}

function usualBranch({ refs }: Pick<GitRefs, 'refs'>, configured: string | undefined): string | undefined {
  if (configured !== undefined) return configured;
  const said = refs.find(({ name }) => name === originHead)?.target;
  if (said?.startsWith(originPrefix)) return said.slice(originPrefix.length);
  const names = new Set(refs.map(({ name }) => name));
  return usualNames.find((name) => names.has(`refs/heads/${name}`) || names.has(originPrefix + name));
}

/** The commits up to which a branch goes: here, and as the remote `origin` has it, as either may be ahead. */
export function tipsOfBranch({ refs, head }: GitRefs, branch: string | undefined): readonly string[] {
  if (branch === undefined) return [];
  const wanted = [`refs/heads/${branch}`, originPrefix + branch];
  const tips = refs.flatMap(({ name, commit }) => (commit !== undefined && wanted.includes(name) ? [commit] : []));
  if (tips.length > 0) return tips;
  // Without a branch of that name here or at origin, another remote's is it; a fork's is not, where there is one of our own.
  const others = refs.flatMap(({ name, commit }) => {
    const isOthers = name.startsWith('refs/remotes/') && name.split('/').slice(3).join('/') === branch;
    return commit !== undefined && isOthers ? [commit] : [];
  });
  return others.length > 0 || head.branch !== branch || head.commit === undefined ? others : [head.commit];
}

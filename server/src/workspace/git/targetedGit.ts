import type { Git } from '../ports.js';

/** The variable that tells the agents of a run, and all that they start, which branch their work is merged into. */
export const targetVariable = 'PACTWRIGHT_TARGET';

/** Git where work is merged into another branch than usual: in repositories that have it. @param target undefined: it is not. */
export function targetedGit(git: Git, target: string | undefined): Git {
  if (target === undefined || target === '') return git;
  const names = [`refs/heads/${target}`, `refs/remotes/origin/${target}`];
  return {
    ...git,
    refs: async (...how) => {
      const answer = await git.refs(...how);
      const isThere = answer.kind === 'answer' && answer.value.refs.some(({ name }) => names.includes(name));
      return isThere ? { ...answer, value: { ...answer.value, target } } : answer;
    },
  };
}

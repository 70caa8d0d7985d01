import type { Git } from '../ports.js';

/** The variable that tells the agents of a run, and all that they start, which branch their work is merged into. */
export const targetVariable = 'PACTWRIGHT_TARGET';

/** Git where work is merged into another branch than usual. @param target undefined: it is not. */
export function targetedGit(git: Git, target: string | undefined): Git {
  if (target === undefined || target === '') return git;
  return {
    ...git,
    refs: async (...how) => {
      const answer = await git.refs(...how);
      return answer.kind === 'answer' ? { ...answer, value: { ...answer.value, target } } : answer;
    },
  };
}

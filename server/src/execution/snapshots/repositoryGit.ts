import { Refused } from '../../operations/errorCodes.js';
import type { GitCall, Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

/** Runs git at the top of a worktree, and answers what it printed. @throws Refused with what git said; the signal's reason. */
export type RepositoryGit = (args: readonly string[], call?: Omit<GitCall, 'config'>) => Promise<string>;

/** No hook of the repository's runs, and commits need nobody's name. */
const config = ['core.hooksPath=/dev/null', 'gc.auto=0', 'user.name=Pactwright', 'user.email=pactwright@localhost'];

export function repositoryGit(
  { runGit }: Pick<Machine, 'runGit'>,
  { top }: GitRepository,
  signal: AbortSignal,
): RepositoryGit {
  return async (args, call) => {
    const answer = await runGit(top, args, signal, { ...call, config });
    if (answer.kind === 'answer') return answer.value;
    throw new Refused('failed', answer.message);
  };
}

/** What a command printed with `-z`, one by one. */
export function fieldsOf(output: string): readonly string[] {
  return output.split('\0').filter((field) => field !== '');
}

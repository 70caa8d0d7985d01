import type { GitCall, Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { orRefused } from '../../operations/orRefused.js';

/** Runs git at the top of a worktree and returns its output. @throws Refused with what git said; the signal's reason. */
export type RepositoryGit = (args: readonly string[], call?: Omit<GitCall, 'config'>) => Promise<string>;

/** Commits are made without the user's name. */
const config = ['gc.auto=0', 'user.name=Pactwright', 'user.email=pactwright@localhost'];

export function repositoryGit(
  { runGit }: Pick<Machine, 'runGit'>,
  { top }: GitRepository,
  signal: AbortSignal,
): RepositoryGit {
  return async (args, call) => orRefused(await runGit(top, args, signal, { ...call, config }));
}

/** What a command printed with `-z`, one by one. */
export function fieldsOf(output: string): readonly string[] {
  return output.split('\0').filter((field) => field !== '');
}

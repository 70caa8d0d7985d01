import { Refused } from '../../operations/errorCodes.js';
import { gitRedirections } from '../executor/runQuietly.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';

export interface GitCall {
  readonly input?: string;
  /** Another index than the worktree's: absolute. */
  readonly index?: string;
  /** Exit codes that are answers beside 0. */
  readonly fine?: readonly number[];
}

/** Runs git at the top of a worktree, and answers what it printed. @throws Refused with what git said; the signal's reason. */
export type RepositoryGit = (args: readonly string[], call?: GitCall) => Promise<string>;

/** No hook and no monitor of the repository's runs, nobody is asked, and commits need nobody's name. */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_AUTHOR_NAME: 'Pactwright',
  GIT_AUTHOR_EMAIL: 'pactwright@localhost',
  GIT_COMMITTER_NAME: 'Pactwright',
  GIT_COMMITTER_EMAIL: 'pactwright@localhost',
};
const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.quotePath=false', 'gc.auto=0'];

export function repositoryGit(
  { processes, places }: Pick<Machine, 'processes' | 'places'>,
  { top }: GitRepository,
  signal: AbortSignal,
): RepositoryGit {
  return async (args, { input, index, fine = [] } = {}) => {
    const said = { output: '', errors: '' };
    const end = await processes.run({
      program: 'git',
      args: [...settings.flatMap((one) => ['-c', one]), ...args],
      folder: top,
      env: {
        ...places.env,
        ...Object.fromEntries(gitRedirections.map((name) => [name, undefined])),
        ...quiet,
        GIT_INDEX_FILE: index,
      },
      ...(input === undefined ? {} : { reads: { text: input } }),
      take: (text, from) => (said[from] += text),
      signal,
    });
    signal.throwIfAborted();
    if (end.kind === 'notStarted') throw new Refused('failed', `git could not be started: ${end.message}`);
    if (end.code === 0 || (end.code !== null && fine.includes(end.code))) return said.output;
    throw new Refused('failed', `git ${args[0] ?? ''} failed: ${said.errors.trim().split('\n').at(-1) ?? ''}`);
  };
}

/** What a command printed with `-z`, one by one. */
export function fieldsOf(output: string): readonly string[] {
  return output.split('\0').filter((field) => field !== '');
}

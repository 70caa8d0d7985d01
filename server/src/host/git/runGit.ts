import type { GitAnswer, ProcessEnd } from '../../workspace/ports.js';
import { processes } from '../processes.js';

export interface GitRun {
  /** Where it runs; absolute. */
  readonly folder: string;
  readonly args: readonly string[];
  /** What it reads from its standard input; not empty. */
  readonly input?: string;
  /** Exit codes that are answers and no failures, beside 0. */
  readonly fine?: readonly number[];
  /** Given each piece of the output as it comes; must not throw. False ends the process: there is enough. */
  readonly take: (bytes: Buffer) => boolean;
  /** Where git looks, and writes, in place of the repository. */
  readonly places?: GitPlaces | undefined;
  /** More configuration, as `name=value`. */
  readonly config?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type GitPlaces = Readonly<Partial<Record<(typeof placeVariables)[number], string>>>;

const placeVariables = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
] as const;

/** Runs git once. @throws the signal's reason once it is aborted. */
export type RunGit = (run: GitRun) => Promise<GitAnswer<undefined>>;

/**
 * It never asks for a password, takes no locks that another git waits for, and never goes to the network: a partial clone would
 * fetch each object it lacks. Commits have the parents that they name: a file of the repository could give them others
 * (`info/grafts`, https://git-scm.com/docs/gitrepository-layout).
 */
const quiet = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
};

/** So much of what it complains of is kept, in UTF-16 units. */
const mostErrors = 20_000;

/** A file system monitor is a program that the repository's configuration names. */
const fixedConfig = ['core.fsmonitor=false', 'core.quotePath=false', 'log.showRoot=true'];

/**
 * @param timeoutMilliseconds how long git may say nothing.
 * @param onSpawn told of every process.
 */
export function createRunGit(timeoutMilliseconds: number, onSpawn: () => void): RunGit {
  return async ({ folder, args, input, fine = [], take, places = {}, config = [], signal }) => {
    signal?.throwIfAborted();
    onSpawn();
    const enough = new AbortController();
    let errors = '';
    const end = await processes.run({
      program: 'git',
      args: [...[...fixedConfig, ...config].flatMap((one) => ['-c', one]), ...args],
      folder,
      env: { ...environment(), ...quiet, ...places },
      ...(input === undefined ? {} : { reads: { text: input } }),
      take: (text) => (errors = (errors + text).slice(-mostErrors)),
      takeBytes: (bytes) => {
        if (!take(bytes)) enough.abort();
        return !enough.signal.aborted;
      },
      silenceLimit: timeoutMilliseconds,
      signal,
    });
    signal?.throwIfAborted();
    const isAnswer =
      enough.signal.aborted || (end.kind === 'ended' && end.code !== null && [0, ...fine].includes(end.code));
    if (isAnswer) return { kind: 'answer', value: undefined };
    return toFailure(end, errors, folder, args, timeoutMilliseconds);
  };
}

/** What git needs to run and to find the user's own ignore file; nothing that sends it elsewhere or makes it run programs. */
function environment(): Record<string, string> {
  const kept = ['PATH', 'Path', 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP'];
  const entries = kept.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Messages are looked at, so they have to be in one language.
  return { ...Object.fromEntries(entries), LC_ALL: 'C' };
}

function toFailure(
  end: ProcessEnd,
  errors: string,
  folder: string,
  args: readonly string[],
  timeoutMilliseconds: number,
): Exclude<GitAnswer<never>, { readonly kind: 'answer' }> {
  const command = `\`git ${args.slice(0, args[0] === 'worktree' ? 2 : 1).join(' ')}\``;
  if (end.kind === 'notStarted') return { kind: 'unavailable', message: end.message };
  if (end.isLate === true)
    return {
      kind: 'failed',
      message: `${command} timed out after ${timeoutMilliseconds / 1000} seconds without output`,
    };
  if (errors.includes('not a git repository'))
    return { kind: 'unavailable', message: `${folder} is not in a git repository` };
  if (errors.includes('dubious ownership'))
    return {
      kind: 'failed',
      message: `git rejects the repository of ${folder} because another user owns it: if you trust it, add it to \`safe.directory\` in the git configuration`,
    };
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  const reason =
    lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? `git exited with code ${end.code}`;
  return { kind: 'failed', message: `${command} failed: ${reason.replace(/^(?:fatal|error): /, '').trim()}` };
}

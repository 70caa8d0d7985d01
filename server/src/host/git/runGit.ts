import type { GitAnswer } from '../../workspace/ports.js';

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
  /** Where git looks, and writes, instead of the repository. */
  readonly places?: GitPlaces | undefined;
  /** More configuration, as `name=value`. */
  readonly config?: readonly string[] | undefined;
  /** Whether hooks run: only where git does what a person wants done. */
  readonly hooks?: boolean | undefined;
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

/** A file system monitor is a program that the repository's configuration names; so is what checks a signature. */
const fixedConfig = ['core.fsmonitor=false', 'core.quotePath=false', 'log.showRoot=true', 'log.showSignature=false'];

/** Even `git diff` has a hook: it may write the index. `git config` has none, and would say that this is the setting. */
const noHooks = ['core.hooksPath=/dev/null'];

/**
 * @param timeoutMilliseconds how long git may say nothing.
 * @param onSpawn called for every process.
 */
export function createRunGit(timeoutMilliseconds: number, onSpawn: () => void): RunGit {
  return async ({ folder, args, input, fine = [], take, places = {}, config = [], hooks = false, signal }) => {
    signal?.throwIfAborted();
    // Loaded late: commands that never run git must not pay for it.
    const { simpleGit } = await import('simple-git');
    const enough = new AbortController();
    let ended: number | undefined;
    try {
      const client = simpleGit({
        baseDir: folder,
        config: [...fixedConfig, ...(hooks || args[0] === 'config' ? [] : noHooks), ...config],
        timeout: { block: timeoutMilliseconds },
        // Output may still be on its way when the process has ended.
        completion: { onClose: true, onExit: false },
        abort: signal ? AbortSignal.any([signal, enough.signal]) : enough.signal,
        allowEnvironment: [...Object.keys(quiet), ...placeVariables],
        // The checks are for a monitor, hooks and filters that are switched on; here they are switched off. A merge driver is named by
        // the command that installs ours alone.
        unsafe: {
          allowUnsafeFsMonitor: true,
          allowUnsafeHooksPath: true,
          allowUnsafeMergeDriver: true,
          allowUnsafeFilter: true,
        },
        ...(input === undefined ? {} : { input: () => input }),
        errors: (error, { exitCode, stdErr }) => {
          ended = exitCode;
          if (exitCode === 0 || fine.includes(exitCode)) return undefined;
          return error ?? (stdErr.length > 0 ? Buffer.concat(stdErr) : new Error(`git exited with code ${exitCode}`));
        },
      }).env({ ...environment(), ...quiet, ...places });
      client.outputHandler((_command, stdout) => {
        onSpawn();
        // simple-git listens first, and would make one text of all there is: of thousands of blobs that takes longer than git.
        stdout.removeAllListeners('data');
        stdout.on('data', (bytes: Buffer) => {
          if (bytes.length > 0 && !enough.signal.aborted && !take(bytes)) enough.abort();
        });
        // Of a git that says nothing simple-git waits 50 ms for more; at the end of its output nothing can come.
        stdout.once('end', () => stdout.emit('data', Buffer.alloc(0)));
      });
      await client.raw([...args]);
      return { kind: 'answer', value: undefined };
    } catch (error) {
      signal?.throwIfAborted();
      if (enough.signal.aborted) return { kind: 'answer', value: undefined };
      return toFailure(error, folder, args, timeoutMilliseconds, ended);
    }
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
  error: unknown,
  folder: string,
  args: readonly string[],
  timeoutMilliseconds: number,
  exitCode: number | undefined,
): Exclude<GitAnswer<never>, { readonly kind: 'answer' }> {
  const message = error instanceof Error ? error.message : String(error);
  const named = args.slice(args.findIndex((word, at) => word !== '-c' && args[at - 1] !== '-c'));
  const command = `\`git ${named.slice(0, named[0] === 'worktree' ? 2 : 1).join(' ')}\``;
  if (message.includes('not a git repository'))
    return { kind: 'unavailable', message: `${folder} is not in a git repository` };
  if (message.includes('directory that does not exist'))
    return { kind: 'unavailable', message: `there is no folder ${folder}` };
  if (message.includes('ENOENT') && (exitCode === undefined || exitCode < 0))
    return { kind: 'unavailable', message: 'git is not installed, or not found in the PATH' };
  if (message.includes('dubious ownership'))
    return {
      kind: 'failed',
      message: `git rejects the repository of ${folder} because another user owns it: if you trust it, add it to \`safe.directory\` in the git configuration`,
    };
  if (message.includes('timeout'))
    return {
      kind: 'failed',
      message: `${command} timed out after ${timeoutMilliseconds / 1000} seconds without output`,
    };
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const reason = lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1) ?? 'it gave no reason';
  return { kind: 'failed', message: `${command} failed: ${reason.replace(/^(?:fatal|error): /, '').trim()}` };
}

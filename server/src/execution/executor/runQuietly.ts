import { Refused } from '../../operations/errorCodes.js';
import type { Machine } from '../../workspace/machine.js';

/** Where programs of the person's own are run. */
export interface ProgramDesk {
  readonly machine: Machine;
  /** Asks the person at the terminal; undefined where nobody is there, so that programs do not ask either. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  readonly signal: AbortSignal;
}

/** What a program printed may be endless. */
const mostKept = 20_000;

/** Set by git for its hooks, and by people for a moment: they would send git to another repository, folder, index or other files. */
export const gitRedirections = [
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_NAMESPACE',
  'GIT_PREFIX',
  'GIT_LITERAL_PATHSPECS',
  'GIT_GLOB_PATHSPECS',
  'GIT_NOGLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
];

/**
 * Runs a program of the person's own to its end, for as long as it takes, and shows nothing of what it prints. It has what the person
 * has set up: the agent that holds their keys, and the terminal where there is one, so that it can ask for a passphrase.
 *
 * @param input what it reads in place of the terminal.
 * @throws Refused where it cannot be started; the signal's reason once it is aborted.
 */
export async function runQuietly(
  program: string,
  args: readonly string[],
  folder: string,
  { machine, ask, signal }: ProgramDesk,
  input?: string,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const said = { output: '', errors: '' };
  const end = await machine.processes.run({
    program,
    args,
    folder,
    env: {
      ...machine.places.env,
      ...Object.fromEntries(gitRedirections.map((name) => [name, undefined])),
      // The editor's own program is Node.js only for us, not for hooks of git.
      ELECTRON_RUN_AS_NODE: undefined,
      GH_PROMPT_DISABLED: '1',
      ...(ask ? {} : { GIT_TERMINAL_PROMPT: '0' }),
    },
    ...(input === undefined ? (ask ? { reads: 'terminal' } : {}) : { reads: { text: input } }),
    take: (text, from) => {
      said[from] = (said[from] + text).slice(-mostKept);
    },
    signal,
  });
  signal.throwIfAborted();
  if (end.kind === 'notStarted') throw new Refused('failed', `cannot start ${program}: ${end.message}`);
  return { code: end.code, ...said };
}

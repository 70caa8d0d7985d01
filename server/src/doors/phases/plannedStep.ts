import { git } from '../../host/git.js';
import { tellGit } from '../../host/gitSteps.js';
import { processes } from '../../host/processes.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Operation } from '../../operations/operation.js';
import type { GitRepository } from '../../workspace/ports.js';
import { callOperation } from './callOperation.js';
import type { PhaseDesk } from './phaseDesk.js';

/** Something that is done at the end of a phase, once a person agrees. Each is shown before, word by word. */
export type PlannedStep =
  | {
      readonly kind: 'operation';
      readonly summary: string;
      readonly operation: Operation;
      readonly input: Readonly<Record<string, unknown>>;
      /** As it would be called by hand. */
      readonly command: readonly string[];
    }
  /** Commits the files that were changed when it was planned, and those that the steps before it write. */
  | {
      readonly kind: 'commit';
      readonly summary: string;
      readonly message: string;
      /** Relative to the top of the repository. */
      readonly paths: readonly string[];
    }
  /** A program that may need the network or ask for a password, as the person has set it up. */
  | {
      readonly kind: 'program';
      readonly summary: string;
      /** Absolute, or a name that is looked for in the PATH. */
      readonly program: string;
      readonly args: readonly string[];
    };

/** The command of a step, to be shown. */
export function shownCommand(step: PlannedStep): readonly string[] {
  switch (step.kind) {
    case 'operation':
      return ['pactwright', ...step.command];
    case 'commit':
      return ['git', 'commit', `--message=${step.message}`, '--', ...step.paths];
    case 'program':
      return [step.program, ...step.args];
  }
}

export interface StepPlace {
  /** Where operations are called: absolute. */
  readonly folder: string;
  /** Undefined where there is no repository; then there is no commit among the steps. */
  readonly repository: GitRepository | undefined;
  /** Of the gates that operations ask; undefined: the one the configuration names. */
  readonly profile?: string | undefined;
}

/**
 * Carries steps out, one after the other.
 *
 * @throws Refused at the first that fails: what was done before it stays.
 */
export async function carryOutSteps(steps: readonly PlannedStep[], place: StepPlace, desk: PhaseDesk): Promise<void> {
  const written = new Set<string>();
  for (const step of steps) {
    desk.signal.throwIfAborted();
    desk.tell({ event: 'done', what: await carryOut(step, place, written, desk) });
  }
}

/** @returns what was done. */
async function carryOut(
  step: PlannedStep,
  { folder, repository, profile }: StepPlace,
  written: Set<string>,
  desk: PhaseDesk,
): Promise<string> {
  switch (step.kind) {
    case 'operation': {
      const { plan } = await callOperation(desk, folder, step.operation, step.input, profile);
      const prefix = repository?.prefix ?? '';
      for (const change of plan.changes) written.add(`${prefix}${change.path}`);
      return plan.answer.message;
    }
    case 'commit':
      await commit(step, repository, written, desk.signal);
      return step.summary;
    case 'program':
      return runProgram(step, folder, desk);
  }
}

async function commit(
  { message, paths }: Extract<PlannedStep, { kind: 'commit' }>,
  repository: GitRepository | undefined,
  written: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  if (!repository) throw new Refused('not-found', 'there is no repository to commit to');
  const wanted = new Set([...paths, ...written]);
  const some = (await uncommitted(repository, signal)).filter((path) => wanted.has(path));
  if (some.length === 0) return;
  for (const args of [
    ['--literal-pathspecs', 'add', '--all', '--', ...some],
    ['--literal-pathspecs', 'commit', `--message=${message}`, '--', ...some],
  ]) {
    const answer = await tellGit(repository.top, args, signal);
    if (answer.kind !== 'answer') throw new Refused('failed', `the commit could not be made: ${answer.message}`);
  }
}

/** The files of the whole worktree that have changes, relative to its top. @throws Refused */
export async function uncommitted(repository: GitRepository, signal: AbortSignal): Promise<readonly string[]> {
  const changed = await git.status({ ...repository, folder: repository.top, prefix: '' }, signal);
  if (changed.kind === 'answer') return changed.value;
  throw new Refused('failed', `git does not say what has changed: ${changed.message}`);
}

async function runProgram(
  { program, args, summary }: Extract<PlannedStep, { kind: 'program' }>,
  folder: string,
  desk: PhaseDesk,
): Promise<string> {
  const { code, output, errors } = await runQuietly(program, args, folder, desk);
  if (code !== 0)
    throw new Refused('failed', `could not ${summary}: ${lastLine(errors) ?? lastLine(output) ?? `exit code ${code}`}`);
  const said = lastLine(output);
  return said === undefined ? summary : `${summary}: ${said}`;
}

/** What a program printed may be endless. */
const mostKept = 20_000;

/** Runs a program to its end. @throws Refused where it cannot be started. */
export async function runQuietly(
  program: string,
  args: readonly string[],
  folder: string,
  { io, signal }: Pick<PhaseDesk, 'io' | 'signal'>,
): Promise<{ readonly code: number | null; readonly output: string; readonly errors: string }> {
  const said = { output: '', errors: '' };
  const end = await processes.run({
    program,
    args,
    folder,
    // The editor's own program is Node.js only for us, not for hooks of git.
    env: { ...io.env, ELECTRON_RUN_AS_NODE: undefined, GH_PROMPT_DISABLED: '1', GIT_TERMINAL_PROMPT: '0' },
    take: (text, from) => {
      said[from] = (said[from] + text).slice(-mostKept);
    },
    signal,
  });
  signal.throwIfAborted();
  if (end.kind === 'notStarted') throw new Refused('failed', `${program} could not be started: ${end.message}`);
  return { code: end.code, ...said };
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim() || undefined;
}

import { describeError } from '../../base/errors.js';
import { Refused } from '../../operations/errorCodes.js';
import { allOperations } from '../../operations/registry.js';
import type {
  CommitStep,
  GitStep,
  MadeWorktree,
  OperationStep,
  PlannedStep,
  ProgramStep,
} from '../../operations/step.js';
import type { Machine } from '../../workspace/machine.js';
import { forgetStart, noteStart } from '../operations/unfinished.js';
import { commitFiles } from './commitFiles.js';
import { carryOutOnDisk } from './diskTarget.js';
import type { Hands } from './executor.js';
import { changeRef, worktreeGit } from './networkGit.js';
import type { RepositoryPlace } from './repositoryPlaces.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';

/** What happens while steps are carried out. */
export type StepEvent =
  /** A step that may take long, or what a gate looks at now: half a sentence. */
  | { readonly event: 'condition'; readonly title: string }
  /** A sentence without full stop. */
  | { readonly event: 'done'; readonly what: string };

/** Where steps are carried out, with their output and what cancels them. */
export interface StepDesk extends ProgramDesk {
  readonly hands: Hands;
  /** Shows the person a warning: one line. */
  readonly warn: (text: string) => void;
  /** Called for steps without a lock: they may take long. */
  readonly tell: (event: StepEvent) => void;
  /** The keys of steps that are already done, by any process. @see StepBase.key */
  readonly journal?: StepJournal | undefined;
}

interface StepJournal {
  readonly has: (key: string) => boolean;
  /** Waited for before the next step begins. */
  readonly add: (key: string) => unknown;
}

/**
 * Carries steps out, one after the other. Where one fails, worktrees that they made are taken back, and the rest stays; where this
 * process is killed, the next one takes them back. @see takeBackUnfinished
 *
 * @param edited files that a commit among them takes, too: relative to the root.
 * @throws Refused at the first that fails; the signal's reason once it is aborted.
 */
export async function runSteps(
  steps: readonly PlannedStep[],
  place: RepositoryPlace,
  edited: readonly string[],
  desk: StepDesk,
): Promise<void> {
  const { machine, journal, signal } = desk;
  const makes = steps.flatMap((step) => (step.kind === 'git' && step.makes ? [step.makes] : []));
  const note = makes.length === 0 ? undefined : await noteStart(machine, place, makes);
  const written = new Set(edited.map((path) => ofRepository(place, path)));
  let isBusy = false;
  try {
    for (const step of steps) {
      if (journal?.has(step.key)) continue;
      signal.throwIfAborted();
      await runStep(step, place, written, desk);
      await journal?.add(step.key);
    }
  } catch (error) {
    const { left, isBusy: isStillMade } = await takeBack(machine, makes, place);
    isBusy = isStillMade;
    if (!(error instanceof Refused) || left.length === 0) throw error;
    throw new Refused(error.code, `${error.message}; what is at ${left.join(', ')} was kept because it contains files`);
  } finally {
    // What git has not let go of is taken back the next time.
    if (note !== undefined && !isBusy) await forgetStart(machine, note);
  }
}

async function runStep(step: PlannedStep, place: RepositoryPlace, written: Set<string>, desk: StepDesk): Promise<void> {
  const { root, shared, repository } = place;
  const { machine, tell } = desk;
  switch (step.kind) {
    case 'git':
      try {
        await changeByGit(step, root, desk);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        throw new Refused('failed', `could not ${step.summary}: ${error.message}`);
      }
      return;
    case 'remains':
      return machine.disk.removeRemains(step.path, shared).catch((error: unknown) => {
        throw new Refused('failed', `could not ${step.summary}: ${describeError(error)}`);
      });
    case 'setUp':
      tell({ event: 'condition', title: step.summary });
      return desk.hands.setUp(step.path, place);
    case 'operation': {
      const { plan } = await callOperation(step, root, desk);
      for (const change of plan.changes) written.add(ofRepository(place, change.path));
      tell({ event: 'done', what: plan.answer.message });
      return;
    }
    case 'clone':
      return desk.hands.changeClone(step.what, root, step.install);
    case 'commit':
      tell({ event: 'condition', title: step.summary });
      await commit(step, { repository, written }, desk);
      tell({ event: 'done', what: step.summary });
      return;
    case 'program':
      tell({ event: 'condition', title: step.summary });
      tell({ event: 'done', what: await runProgram(step, root, desk) });
  }
}

async function changeByGit({ args, makes }: GitStep, root: string, desk: StepDesk): Promise<void> {
  const [command, isDeleted, ref = '', from = ''] = args;
  if (command === 'update-ref' && isDeleted === '-d') return changeRef({ ref, from }, root, desk);
  const isBranchMade =
    makes?.madeAt !== undefined &&
    args.includes('--no-track') &&
    (await desk.machine.refs?.change(root, { ref: `refs/heads/${makes.branch}`, to: makes.madeAt }, desk.signal));
  // Otherwise git starts one more for the branch.
  await worktreeGit(isBranchMade ? ['worktree', 'add', makes.path, makes.branch] : args, root, desk);
}

/**
 * Carries an operation out as the command line does.
 *
 * @param folder absolute.
 * @throws Refused; UsageError; the signal's reason.
 */
export function callOperation(
  { name, input }: Pick<OperationStep, 'name' | 'input'>,
  folder: string,
  { machine, hands, warn, signal }: Pick<StepDesk, 'machine' | 'hands' | 'warn' | 'signal'>,
): ReturnType<typeof carryOutOnDisk> {
  const operation = allOperations.find((one) => one.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return carryOutOnDisk({
    operation,
    input,
    folder,
    dryRun: false,
    machine,
    hands,
    onWait: (message) => {
      warn(`waits: ${message}`);
    },
    signal,
  });
}

async function commit(
  { message, paths }: CommitStep,
  { repository, written }: Pick<RepositoryPlace, 'repository'> & { readonly written: ReadonlySet<string> },
  desk: StepDesk,
): Promise<void> {
  if (!repository) throw new Refused('not-found', 'there is no repository to commit to');
  await commitFiles(repository, [...paths, ...written], message, desk);
}

/** @returns what was done. */
async function runProgram(
  { program, args, summary, input }: ProgramStep,
  folder: string,
  desk: StepDesk,
): Promise<string> {
  const { code, output, errors } = await runQuietly(program, args, folder, desk, input);
  if (code !== 0)
    throw new Refused('failed', `could not ${summary}: ${lastLine(errors) ?? lastLine(output) ?? `exit code ${code}`}`);
  const said = lastLine(output);
  return said === undefined ? summary : `${summary}: ${said}`;
}

function lastLine(text: string): string | undefined {
  return text.trim().split('\n').at(-1)?.trim() || undefined;
}

/** A path of the project, relative to the top of the repository. */
function ofRepository({ repository }: RepositoryPlace, path: string): string {
  return `${repository?.prefix ?? ''}${path}`;
}

/** @returns the paths of what could not be taken back, and whether git is still working on some of it. */
async function takeBack(
  machine: Machine,
  makes: readonly MadeWorktree[],
  { root }: RepositoryPlace,
): Promise<{ readonly left: readonly string[]; readonly isBusy: boolean }> {
  const left: string[] = [];
  let isBusy = false;
  for (const one of makes.toReversed()) {
    const end = await machine.worktreeGit.takeBack(root, one, false);
    if (end !== 'gone') left.push(one.path);
    isBusy ||= end === 'busy';
  }
  return { left, isBusy };
}

import type { Machine } from '../../workspace/machine.js';
import { Refused } from '../../operations/errorCodes.js';
import type { CarriedOut, Operation, Plan } from '../../operations/operation.js';
import { fileAt } from '../../workspace/fileAt.js';
import { recordFolder } from '../../project/openLog.js';
import { itemsElsewhere } from './itemsElsewhere.js';
import { beginProject } from './beginProject.js';
import { chooseProject, openProject } from '../../project/openProject.js';
import { openWorktrees } from './openWorktrees.js';
import { readProjectFile } from './readProjectFile.js';
import { rememberTexts } from './rememberTexts.js';
import { runSteps } from './runSteps.js';
import { takeBackUnfinished } from './unfinished.js';
import { withWriteLock } from './writeLock.js';

export interface OperationRequest {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute; the project is the one there, or the one nearest. */
  readonly folder: string;
  /** Plans, and does nothing. */
  readonly dryRun: boolean;
  readonly machine: Machine;
  /** Lets or refuses: throws Refused. */
  readonly askGates: (gates: Plan['gates'], root: string) => Promise<void>;
  /** Told who else is writing, once, where it has to wait. */
  readonly onWait: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Plans an operation on what is on disk and carries it out, while no other writer of the repository does.
 *
 * @throws Refused; UsageError where there is not exactly one project; the signal's reason once it is aborted.
 */
export async function carryOut(request: OperationRequest): Promise<CarriedOut> {
  const { operation, input, folder, dryRun, machine, onWait, signal } = request;
  const found = await chooseProject(folder, machine.files, operation.begins === true);
  const { root } = found;
  const planned = async (): Promise<CarriedOut> => {
    const { project, configuration } = await openProject(found, operation, machine);
    const { readFile, textOf } = rememberTexts((file) => readProjectFile(root, file, machine.files));
    const plan = await operation.plan(
      {
        project,
        configuration,
        now: machine.clock(),
        readFile,
        itemsElsewhere: () => itemsElsewhere(machine, root, project, configuration, machine.files),
        worktrees: () => openWorktrees(machine, root, signal),
      },
      input,
    );
    return {
      root,
      plan: found.isNew ? beginProject(plan) : plan,
      textOf: (file) => fileAt(project, file)?.text ?? textOf(file),
    };
  };
  if (dryRun || !operation.writes) return planned();
  // Gates may run tests for minutes, and others may write meanwhile.
  const asked = operation.asksGates ? (await planned()).plan.gates : [];
  if (operation.asksGates) await request.askGates(asked, root);
  const repository = await machine.git.repository(root, signal);
  const shared = await recordFolder(machine, root, repository.kind === 'answer' ? repository.value : undefined);
  const locked = await withWriteLock(
    machine,
    shared,
    async () => {
      await takeBackUnfinished(machine, { root, shared });
      const now = await planned();
      if (now.plan.gates.some(({ gate, item }) => !asked.some((one) => one.gate === gate && one.item === item)))
        throw new Refused('changed', 'the documents changed meanwhile, so that a gate has to be asked: run again');
      const written = await machine.disk.applyChanges(root, now.plan.changes, now.textOf);
      if (written.kind !== 'written') throw new Refused(written.kind, written.message);
      await runSteps(machine, now.plan.steps, { root, shared }, signal);
      return now;
    },
    { onWait, signal },
  );
  if (locked.kind === 'failed') throw new Refused(locked.held ? 'locked' : 'failed', locked.message);
  return locked.value;
}

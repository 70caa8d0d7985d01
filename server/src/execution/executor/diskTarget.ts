import { chooseProject, type ChosenProject } from '../../project/lintTargets.js';
import { OpenedProject, openFor, portsOf } from '../../project/openProject.js';
import { defaultConfiguration } from '../../workspace/configuration.js';
import type { CarriedOut, Operation } from '../../operations/operation.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { type Execution, execute, type Hands, type Target } from './executor.js';
import { createRepositoryPlaces } from './repositoryPlaces.js';

export interface OperationRequest extends Pick<Execution, 'accept' | 'onWritten'> {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute; the project is the one there, or the one nearest. */
  readonly folder: string;
  /** Plans, and does nothing. */
  readonly dryRun: boolean;
  readonly machine: Machine;
  readonly hands: Hands;
  /** Called once with who else is writing, if it has to wait. */
  readonly onWait: (message: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Carries an operation out on what is on disk.
 *
 * @throws Refused; UsageError where there is not exactly one project; the signal's reason once it is aborted.
 */
export async function carryOutOnDisk({ folder, onWait, signal, ...request }: OperationRequest): Promise<CarriedOut> {
  const { machine, operation } = request;
  const target = operation.inHome?.(request.input)
    ? bareTarget(machine, machine.places.home)
    : operation.anywhere
      ? await codeTarget(machine, folder, signal)
      : await diskTarget(machine, folder, operation.begins === true);
  const placeOf = createRepositoryPlaces(machine, signal);
  return execute({ ...request, target, place: () => placeOf(target.root), lock: { onWait, signal } });
}

/**
 * The files of a project on disk, which is reread each time, and so never has to catch up.
 *
 * @param begins whether the folder is a project from now on if there is none.
 * @throws UsageError if there is none, or more than one.
 */
export async function diskTarget(machine: Machine, folder: string, begins: boolean): Promise<Target> {
  return projectTarget(machine, await chooseProject(folder, machine.files, begins));
}

function projectTarget(machine: Machine, found: ChosenProject): Target {
  return {
    root: found.root,
    open: async (operation) => {
      const { project, configuration } = await openFor(operation, found, machine);
      return { project, configuration, ...(found.isNew ? { isNew: true } : {}) };
    },
    apply: applyAt(machine, found.root),
  };
}

/** The nearest project, else the top of the repository, else the folder itself. */
async function codeTarget(machine: Machine, folder: string, signal: AbortSignal): Promise<Target> {
  const above = await findProjectAbove(folder, machine.files);
  // What needs no project reads none of its documents, so that it does not matter which others are below it.
  if (above !== undefined) return projectTarget(machine, { root: above, others: [] });
  const asked = await machine.git.repository(folder, signal);
  return bareTarget(machine, asked.kind === 'answer' ? asked.value.top : folder);
}

/** A folder in which no documents are looked for. */
function bareTarget(machine: Machine, root: string): Target {
  const { project } = new OpenedProject(portsOf(machine), {
    root,
    otherRoots: [],
    configuration: defaultConfiguration,
  });
  return {
    root,
    open: () => Promise.resolve({ project, configuration: defaultConfiguration }),
    apply: applyAt(machine, root),
  };
}

function applyAt(machine: Machine, root: string): Target['apply'] {
  return async (edits, _opened, textOf) => {
    const changes = edits.map(({ change }) => change);
    const written = await machine.disk.applyChanges(root, changes, textOf);
    return written.kind === 'changed' ? { ...written, files: [] } : written;
  };
}

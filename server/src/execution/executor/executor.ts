import type { OperationWorkspace } from '../../operations/operation.js';
import { Refused } from '../../operations/errorCodes.js';
import type { DeliveryDesk } from '../../operations/deliveryDesk.js';
import type { SetUpDesk } from '../../operations/setUp/setUpDesk.js';
import type { Answer, CarriedOut, Operation, Plan } from '../../operations/operation.js';
import { type ClonePart, type EditStep, editSteps, type PlannedStep } from '../../operations/step.js';
import type { Configuration } from '../../workspace/configuration.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { Locked, LockOptions, Machine } from '../../workspace/machine.js';
import type { Project } from '../../workspace/project.js';
import type { WorktreeDesk } from '../../workspace/worktreePort.js';
import { itemsElsewhere } from '../operations/itemsElsewhere.js';
import { readProjectFile } from '../operations/readProjectFile.js';
import { withOperationLock, withWriteLock } from '../operations/writeLock.js';
import type { RepositoryPlace } from './repositoryPlaces.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { defaultDocumentPaths } from '../../documents/documentPaths.js';

/** A project as a target has it. */
export interface Opened {
  readonly project: Project;
  readonly configuration: Configuration;
  /** It is none yet: the operation begins it. */
  readonly isNew?: true;
}

/** Where an operation is planned and its edits go: the disk, or an editor. Paths of files are relative to the root, with `/`. */
export interface Target<O extends Opened = Opened> {
  /** Of the project: absolute. */
  readonly root: string;
  /** As it is now. */
  readonly open: (operation: Operation) => Promise<O>;
  /** Applies edits, all or none, where each file holds what its edit expects. */
  readonly apply: (
    edits: readonly EditStep[],
    opened: O,
    textOf: (path: string) => string | undefined,
  ) => Promise<Applied>;
  /** Takes in what others have made or changed, so that planning again may come to another plan. Missing where it never does. */
  readonly catchUp?: (files: readonly string[], what: 'made' | 'changed', opened: O) => Promise<void>;
}

/** `message`: what, why and the way out, as a sentence without full stop. */
export type Applied =
  | { readonly kind: 'written' }
  /** These files hold another text than the plan was made on; nothing was done. */
  | { readonly kind: 'changed'; readonly files: readonly string[]; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** What a process does that may start programs: the command line's, never the language server's. */
export interface Hands {
  /** Lets or refuses: throws Refused. */
  readonly askGates: (gates: Plan['gates'], root: string) => Promise<void>;
  /** @throws Refused if there is no repository. */
  readonly worktrees: (root: string) => Promise<WorktreeDesk>;
  readonly delivery: (root: string, configuration: Configuration) => Promise<DeliveryDesk>;
  readonly setUpDesk: (root: string) => Promise<SetUpDesk>;
  readonly ask: (root: string, query: string, input: Readonly<Record<string, unknown>>) => Promise<Answer>;
  /** @throws Refused */
  readonly changeClone: (what: ClonePart, root: string, isWanted: boolean) => Promise<void>;
  /**
   * Does one step after the other.
   *
   * @param edited files that a commit among the steps takes, too: relative to the root.
   * @throws Refused at the first that fails: what was done before it stays.
   */
  readonly carryOut: (
    steps: readonly PlannedStep[],
    place: RepositoryPlace,
    edited: readonly string[],
  ) => Promise<void>;
  /** Sets a new worktree up. @param worktree its top: absolute */
  readonly setUp: (worktree: string, place: RepositoryPlace) => Promise<void>;
  /** Takes back what processes that were killed have left half made. Called under the lock. */
  readonly takeBackUnfinished: (place: RepositoryPlace) => Promise<void>;
}

export interface Execution<O extends Opened = Opened> {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly target: Target<O>;
  readonly machine: Machine;
  /** Plans, and does nothing. */
  readonly dryRun: boolean;
  /** Undefined if this process starts no programs. */
  readonly hands: Hands | undefined;
  /** What is known of the repository at the root, once somebody has to write. */
  readonly place: () => Promise<RepositoryPlace>;
  readonly lock: LockOptions;
  /** Throws where the plan is not to be carried out: nothing is done then. */
  readonly accept?: ((plan: Plan) => void) | undefined;
  /** Given the plan once its edits are written, before its steps are done. */
  readonly onWritten?: ((plan: Plan) => void) | undefined;
}

/** The plan needs programs or gates, which this process does not start: another one has to carry the operation out. */
export class NeedsProcess extends Error {
  override readonly name = 'NeedsProcess';
}

/** Files change under the eyes of an editor for a moment; one that changes this often is being written all the time. */
const mostTries = 3;

/**
 * Carries an operation out: plans it, asks the gates of the plan, and under the lock of all writers plans again, applies the edits and
 * does the steps.
 *
 * @throws Refused; NeedsProcess, where nothing was done; the reason of the lock's signal once it is aborted.
 */
export async function execute<O extends Opened>(execution: Execution<O>): Promise<CarriedOut> {
  const { operation, input, machine, dryRun, lock } = execution;
  if (dryRun || !operation.writes) return shown(execution, await plan(execution));
  if (!operation.isAlone?.(input)) return carryOut(execution);
  const { shared } = await execution.place();
  return valueOf(await withOperationLock(machine, shared, operation.name, () => carryOut(execution), lock));
}

async function carryOut<O extends Opened>(execution: Execution<O>): Promise<CarriedOut> {
  const { operation, target, machine, hands, lock } = execution;
  // Gates may run tests for minutes, and others may write meanwhile.
  const asked = operation.asksGates && hands ? (await plan(execution)).plan.gates : [];
  if (operation.asksGates) await hands?.askGates(asked, target.root);
  const place = await execution.place();
  const locked = await withWriteLock(
    machine,
    place.shared,
    async () => {
      await hands?.takeBackUnfinished(place);
      const planned = await planAndApply(execution, asked);
      execution.onWritten?.(planned.plan);
      const { ours, rest } = splitSteps(planned.plan.steps);
      await hands?.carryOut(ours, place, []);
      return { planned, rest };
    },
    lock,
  );
  const { planned, rest } = valueOf(locked);
  await hands?.carryOut(
    rest,
    place,
    planned.plan.changes.map(({ path }) => path),
  );
  return shown(execution, planned);
}

/** @throws Refused where the lock was not free in time. */
function valueOf<T>(locked: Locked<T>): T {
  if (locked.kind === 'done') return locked.value;
  throw new Refused(locked.held ? 'locked' : 'failed', locked.message);
}

interface Planned<O extends Opened> {
  readonly plan: Plan;
  readonly opened: O;
  readonly textOf: (path: string) => string | undefined;
}

function shown<O extends Opened>({ target }: Execution<O>, { plan: made, textOf }: Planned<O>): CarriedOut {
  return { root: target.root, plan: made, textOf };
}

/** Those that are done under the lock, and those behind them. */
function splitSteps(steps: readonly PlannedStep[]): {
  readonly ours: readonly PlannedStep[];
  readonly rest: readonly PlannedStep[];
} {
  const at = steps.findIndex(({ kind }) => kind !== 'git' && kind !== 'remains');
  return at < 0 ? { ours: steps, rest: [] } : { ours: steps.slice(0, at), rest: steps.slice(at) };
}

async function planAndApply<O extends Opened>(execution: Execution<O>, asked: Plan['gates']): Promise<Planned<O>> {
  const { target } = execution;
  for (let tries = 1; ; tries++) {
    const planned = await plan(execution);
    const { gates, changes } = planned.plan;
    if (gates.some(({ gate, item }) => !asked.some((one) => one.gate === gate && one.item === item)))
      throw new Refused('changed', 'the documents changed in the meantime, so a gate has to run: try again');
    execution.accept?.(planned.plan);
    const edits = editSteps(changes, planned.textOf);
    if (edits.length === 0) return planned;
    execution.lock.signal?.throwIfAborted();
    const applied = await target.apply(edits, planned.opened, planned.textOf);
    if (applied.kind === 'written') return planned;
    if (applied.kind === 'failed' || !target.catchUp || tries === mostTries)
      throw new Refused(applied.kind, applied.message);
    await target.catchUp(applied.files, 'changed', planned.opened);
  }
}

/** @throws Refused; NeedsProcess */
async function plan<O extends Opened>(execution: Execution<O>): Promise<Planned<O>> {
  const { target, operation, hands } = execution;
  for (let tries = 1; ; tries++) {
    const opened = await target.open(operation);
    const texts = rememberTexts((file) => readProjectFile(target.root, file, execution.machine.files));
    const textOf = (file: string): string | undefined => fileAt(opened.project, file)?.text ?? texts.textOf(file);
    try {
      const made = await operation.plan(workspaceOf(execution, opened, texts.readFile), execution.input);
      if (!hands && (made.gates.length > 0 || made.steps.length > 0)) throw needsProcess(operation);
      return { plan: opened.isNew ? beginProject(made) : made, opened, textOf };
    } catch (error) {
      // Another process may have made it just now, so that a free id only seemed to be free.
      const unknown = texts.paths().filter((file) => !fileAt(opened.project, file));
      const isStale = error instanceof Refused && error.code === 'exists' && unknown.length > 0;
      if (!isStale || !target.catchUp || tries === mostTries) throw error;
      await target.catchUp(unknown, 'made', opened);
    }
  }
}

function workspaceOf<O extends Opened>(
  { target, machine, operation, hands }: Execution<O>,
  { project, configuration }: O,
  readFile: (path: string) => Promise<string | undefined>,
): Parameters<Operation['plan']>[0] {
  return {
    project,
    configuration,
    now: machine.clock(),
    readFile,
    itemsElsewhere: () => itemsElsewhere(machine, target.root, project, configuration),
    worktrees: () => hands?.worktrees(target.root) ?? Promise.reject(needsProcess(operation)),
    ask: (query, input) => hands?.ask(target.root, query, input) ?? Promise.reject(needsProcess(operation)),
    setUp: () => hands?.setUpDesk(target.root) ?? Promise.reject(needsProcess(operation)),
    delivery: () => hands?.delivery(target.root, configuration) ?? Promise.reject(needsProcess(operation)),
  };
}

function needsProcess({ name }: Operation): NeedsProcess {
  return new NeedsProcess(`${name} starts programs: use the command line`);
}

const configuration = '# Pactwright settings. This file also marks the folder as a project.\n';

/**
 * A plan after which the folder is a project: one that creates neither a spec nor the configuration also creates the configuration;
 * otherwise nothing would find its files.
 */
function beginProject(plan: Plan): Plan {
  const makesProject = plan.changes.some(({ path }) => path.startsWith(`${defaultDocumentPaths.specs}/`));
  if (makesProject || plan.changes.length === 0) return plan;
  const { message, data } = plan.answer;
  return {
    ...plan,
    changes: [...plan.changes, { kind: 'create', path: configurationPath, text: configuration }],
    answer: { message: `${message}, and ${configurationPath}, which marks the folder as a project`, data },
  };
}

/** Reads files and keeps their texts: what an operation edits must be what it has read. */
export function rememberTexts(readFile: OperationWorkspace['readFile']): {
  readonly readFile: OperationWorkspace['readFile'];
  readonly textOf: (path: string) => string | undefined;
  /** Of the files that are there. */
  readonly paths: () => readonly string[];
} {
  const texts = new Map<string, string>();
  return {
    readFile: async (path) => {
      const text = await readFile(path);
      if (text !== undefined) texts.set(path, text);
      return text;
    },
    textOf: (path) => texts.get(path),
    paths: () => [...texts.keys()],
  };
}

import path from 'node:path';
import { phases } from '../../agents/phases/phases.js';
import { documentKindOf, itemOf } from '../../documents/documentKind.js';
import { Refused } from '../../operations/errorCodes.js';
import type { PlannedStep } from '../../operations/step.js';
import { createWorktree } from '../../operations/worktrees/create.js';
import type { OpenedItem } from '../../project/openItem.js';
import { relativeTo } from '../../workspace/git/commits.js';
import { ownWorktree } from '../../workspace/git/ownWorktree.js';
import type { GitRepository } from '../../workspace/ports.js';
import { createHands } from '../delivery/hands.js';
import { uncommitted } from '../executor/commitFiles.js';
import { carryOutOnDisk } from '../executor/diskTarget.js';
import { createRepositoryPlaces } from '../executor/repositoryPlaces.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { readSetUp } from '../worktrees/setUpState.js';
import { setUpWorktree } from '../worktrees/setUpWorktree.js';
import { callOperation } from './callOperation.js';
import { offerSteps } from './offer.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';
import { planSteps } from './planSteps.js';

const orHere = 'or work in this folder with --here';

export interface WorkPlace {
  /** The project's folder there: absolute. */
  readonly folder: string;
  readonly isNew: boolean;
}

/**
 * Where a phase of an item works: in the item's own worktree, if it has one besides the named folder. A phase that builds creates one:
 * the user's folder stays unchanged, and other uncommitted changes there do not count as work on the item.
 *
 * @throws Refused if none can be created, or the item would not be in it; the signal's reason.
 */
export async function findWorkPlace(opened: OpenedItem, request: PhaseRequest, desk: PhaseDesk): Promise<WorkPlace> {
  const found = await findPlace(opened, request, desk);
  // Git may be unable to say where that is.
  if (request.ownPlace && found.folder === opened.root)
    throw new Refused('failed', `no worktree of ${opened.item.id} was found or created`);
  return found;
}

async function findPlace(opened: OpenedItem, request: PhaseRequest, desk: PhaseDesk): Promise<WorkPlace> {
  const { root, repository, item } = opened;
  const { place } = phases[request.phase];
  if (!repository || request.here || place === 'project') return { folder: root, isNew: false };
  const own = ownWorktree(item, repository);
  if (own !== undefined) {
    await requireSetUp(own, opened, request, desk);
    return { folder: path.join(own, repository.prefix), isNew: false };
  }
  const isHere = item.worktrees.some(({ path: top }) => top === repository.top);
  if (isHere || place !== 'own' || request.dryRun || !request.agent) return { folder: root, isNew: false };
  const made = await makeWorktree(opened, repository, request, desk);
  return { folder: made ?? root, isNew: made !== undefined };
}

/** @returns undefined if there is no commit to create it from. */
async function makeWorktree(
  opened: OpenedItem,
  repository: GitRepository,
  request: PhaseRequest,
  desk: PhaseDesk,
): Promise<string | undefined> {
  const { root, item } = opened;
  await commitDocuments(opened, repository, request, desk);
  const head = await desk.machine.git.refs(repository, desk.signal);
  if (head.kind === 'answer' && head.value.head.commit === undefined) return undefined;
  const input = { item: item.id };
  const planned = await carryOutOnDisk({
    operation: createWorktree,
    input,
    folder: root,
    dryRun: true,
    machine: desk.machine,
    hands: createHands(desk),
    onWait: desk.warn,
    signal: desk.signal,
  }).catch(withWayOut);
  const absent = planned.plan.answer.data['absent'];
  if (Array.isArray(absent) && absent.length > 0)
    throw new Refused(
      'not-found',
      `${absent.join(', ')} is not committed on the branch that the worktree of ${item.id} starts from: merge it into that branch, set \`defaultBranch\` in .pactwright/config.yaml, ${orHere}`,
    );
  const { plan } = await callOperation(desk, root, createWorktree, input, { allows: allowing(request, desk) });
  desk.tell({ event: 'done', what: plan.answer.message });
  const made = plan.answer.data['path'];
  if (typeof made !== 'string') throw new Error('worktree create names no path');
  await refuseUnready(made, repository, desk);
  await tellWhatStays(repository, desk);
  return path.join(made, repository.prefix);
}

function withWayOut(error: unknown): never {
  if (error instanceof Refused) throw new Refused(error.code, `${error.message}; ${orHere}`, error.candidates);
  throw error;
}

/** A worktree only has committed files, so the item's documents and the board with its entry are committed first. */
async function commitDocuments(
  opened: OpenedItem,
  repository: GitRepository,
  { yes }: Pick<PhaseRequest, 'yes'>,
  desk: PhaseDesk,
): Promise<void> {
  const steps = await planSteps(desk.machine, opened, desk.signal);
  if (steps.length === 0 || !(await isNeeded(steps, opened, repository, desk))) return;
  // A phase commits its own files without asking; a user who is present confirms.
  const outcome = await offerSteps(steps, { folder: opened.root }, { yes: yes || !desk.confirm }, desk);
  if (outcome === 'left')
    throw new Refused(
      'not-allowed',
      `a worktree of ${opened.item.id} would not have its documents: commit them, ${orHere}`,
    );
}

/** Changes to files that items share may be unfinished edits of another item. */
async function isNeeded(
  steps: readonly PlannedStep[],
  { item, index }: OpenedItem,
  repository: GitRepository,
  { machine, signal }: PhaseDesk,
): Promise<boolean> {
  const relative = relativeTo(repository.prefix);
  const places = index.configuration().value.paths;
  const files = steps.flatMap((step) => (step.kind === 'commit' ? step.paths : []));
  const isOwn = (file: string): boolean => {
    const kind = documentKindOf(relative(file), places);
    return kind !== undefined && itemOf(kind, relative(file)) === item.id;
  };
  if (files.some(isOwn)) return true;
  const git = repositoryGit(machine, repository, signal);
  for (const { document } of item.entries) {
    const file = `${repository.prefix}${document.path}`;
    if (files.includes(file) && !(await git(['cat-file', 'blob', `HEAD:${file}`], { fine: [128] })).includes(item.id))
      return true;
  }
  return false;
}

/** Completes the setup that a killed or refused phase has left unfinished. @throws Refused */
async function requireSetUp(
  top: string,
  { root, repository }: OpenedItem,
  request: PhaseRequest,
  desk: PhaseDesk,
): Promise<void> {
  if (!repository || request.dryRun) return;
  const state = await readSetUp(desk.machine, path.join(top, repository.prefix));
  // A worktree that the user created is left as it is.
  if (!state || state.isReady) return;
  const place = await createRepositoryPlaces(desk.machine, desk.signal)(root);
  await setUpWorktree(top, place, { ...desk, allows: allowing(request, desk) });
  await refuseUnready(top, repository, desk);
}

async function refuseUnready(top: string, { prefix }: GitRepository, { machine }: PhaseDesk): Promise<void> {
  const state = await readSetUp(machine, path.join(top, prefix));
  if (state?.isReady === false)
    throw new Refused('failed', `the worktree ${top} is not set up: see above, and start the phase again, ${orHere}`);
}

function allowing(
  { trustCommands }: PhaseRequest,
  { confirm }: PhaseDesk,
): (command: readonly string[]) => Promise<boolean> {
  return async (command) =>
    trustCommands ||
    (await confirm?.(
      `Run \`${command.join(' ')}\` to set up the worktree? This repository names it in .pactwright/config.yaml.`,
    )) === true;
}

/** Reports uncommitted files, which the worktree does not have. */
async function tellWhatStays(repository: GitRepository, { machine, tell, signal }: PhaseDesk): Promise<void> {
  const files = await uncommitted(machine, repository, signal);
  if (files.length === 0) return;
  const shown = files.slice(0, 5).join(', ');
  tell({
    event: 'done',
    what: `not in the worktree, because it is not committed: ${shown}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`,
  });
}

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
import { createHands } from '../hands/createHands.js';
import { uncommitted } from '../executor/commitFiles.js';
import { carryOutOnDisk } from '../executor/diskTarget.js';
import { createRepositoryPlaces } from '../executor/repositoryPlaces.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { readSetUp } from '../worktrees/setUpState.js';
import { setUpWorktree } from '../worktrees/setUpWorktree.js';
import { offerSteps } from './offer.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';
import { planStepsOf } from './planSteps.js';

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
  const stays = await commitDocuments(opened, repository, request, desk);
  // A plan may be the first commit of all.
  const known = await opened.git.refs(repository, desk.signal);
  const isEmpty = known.kind === 'answer' && known.value.head.commit === undefined;
  const head = isEmpty ? await desk.machine.git.refs(repository, desk.signal) : known;
  if (head.kind === 'answer' && head.value.head.commit === undefined) return undefined;
  const { plan } = await carryOutOnDisk({
    operation: createWorktree,
    input: { item: item.id },
    folder: root,
    dryRun: false,
    machine: desk.machine,
    hands: createHands(desk, { allows: allowing(request, desk) }),
    onWait: desk.warn,
    accept: ({ answer }) => {
      const { absent } = answer.data;
      if (Array.isArray(absent) && absent.length > 0)
        throw new Refused(
          'not-found',
          `${absent.join(', ')} is not committed on the branch that the worktree of ${item.id} starts from: merge it into that branch, or set \`defaultBranch\` in .pactwright/config.yaml`,
        );
    },
    signal: desk.signal,
  }).catch(withWayOut);
  desk.tell({ event: 'done', what: plan.answer.message });
  const made = plan.answer.data['path'];
  if (typeof made !== 'string') throw new Error('worktree create names no path');
  await refuseUnready(made, repository, desk);
  tellWhatStays(stays, desk);
  return path.join(made, repository.prefix);
}

function withWayOut(error: unknown): never {
  if (error instanceof Refused) throw new Refused(error.code, `${error.message}; ${orHere}`, error.candidates);
  throw error;
}

/**
 * A worktree only has committed files, so the item's documents and the board with its entry are committed first.
 *
 * @returns what stays uncommitted.
 */
async function commitDocuments(
  opened: OpenedItem,
  repository: GitRepository,
  { yes }: Pick<PhaseRequest, 'yes'>,
  desk: PhaseDesk,
): Promise<readonly string[]> {
  const changed = await uncommitted(desk.machine, repository, desk.signal);
  const steps = planStepsOf(changed, opened);
  if (steps.length === 0 || !(await isNeeded(steps, opened, repository, desk))) return changed;
  // A phase commits its own files without asking; a user who is present confirms.
  const outcome = await offerSteps(steps, { folder: opened.root }, { yes: yes || !desk.confirm }, desk);
  if (outcome === 'left')
    throw new Refused(
      'not-allowed',
      `a worktree of ${opened.item.id} would not have its documents: commit them, ${orHere}`,
    );
  const done = new Set(steps.flatMap((step) => (step.kind === 'commit' ? step.paths : [])));
  return changed.filter((file) => !done.has(file));
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
function tellWhatStays(files: readonly string[], { tell }: PhaseDesk): void {
  if (files.length === 0) return;
  const shown = files.slice(0, 5).join(', ');
  tell({
    event: 'done',
    what: `not in the worktree, because it is not committed: ${shown}${files.length > 5 ? ` and ${files.length - 5} more` : ''}`,
  });
}

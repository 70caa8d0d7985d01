import path from 'node:path';
import { present } from '../../base/json.js';
import { parseItemId } from '../../documents/itemId.js';
import { itemTitle } from '../../trace/itemTitle.js';
import { isLockFile, isToolchainsOwn } from '../../gates/support/lockFiles.js';
import { isFinished } from '../../gates/support/openDependencies.js';
import { Refused } from '../../operations/errorCodes.js';
import { orRefused } from '../../operations/orRefused.js';
import type { StepResult } from '../../runs/event.js';
import type { GitRepository } from '../../workspace/ports.js';
import { uncommitted } from '../executor/commitFiles.js';
import { runQuietly } from '../programs/runQuietly.js';
import { findClones, install, stateOf } from '../mergeDriver/installation.js';
import { askPhaseGate } from '../phases/askPhaseGate.js';
import { openPhaseItem } from '../phases/itemScene.js';
import { requestInFolder } from '../phases/phaseRequest.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runPhase } from '../phases/runPhase.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import { followPull, openPull, type PulledBranch, type PullWords } from './mergeByPull.js';
import { lastLine, linesOf, untidied } from '../executor/networkGit.js';
import { commitMerge } from './commitMerge.js';
import { moveBranch } from './moveBranch.js';
import { closeWhole, undoHalfClosing } from './halfClosing.js';
import { markMerge, undoHalfMerge } from './halfMerge.js';
import {
  commitOf,
  compareCommits,
  findBranches,
  findPacketPlace,
  openWorktree,
  removeLeftovers,
} from './packetPlace.js';
import type { MergeScene, PacketMerge } from './mergeScene.js';
import type { Heard } from './packetDesk.js';

/**
 * Merges a packet into the target: first the target into the branch, where a conflict stays; then the item is closed there, and the
 * gate judges the very files that the target is to have; then the target moves on, from the commit it had and from no other. It can
 * be called again after any interruption.
 *
 * @throws Refused; the signal's reason.
 */
export async function mergePacket(merge: PacketMerge): Promise<StepResult> {
  const { repository, desk } = merge;
  for (let round = 0; round < mostRaces; round++) {
    const behind = await merge.upstream?.pull(desk);
    if (behind) return behind;
    const scene = await openScene(merge);
    if (!scene) return { outcome: 'failed', failure: 'final', note: `the worktree of ${merge.item} is gone` };
    const { isOneInOther: holdsTarget, isOtherInOne: isMerged } = scene.holds;
    if (isMerged && (await isClosed(scene))) return passedBefore(scene);
    const { pulls } = merge.terms;
    const followed = pulls && (await followPull(await pulledBranch(scene), pulls));
    // Where it is behind, the branch takes in the target first.
    if (typeof followed === 'object' && followed.outcome !== 'unmerged')
      return followed.outcome === 'passed' ? ((await merge.upstream?.pull(desk)) ?? followed) : followed;
    // It is not behind, so a rule of the host keeps it from being merged.
    if (typeof followed === 'object' && holdsTarget) return afterRefusal(followed.why, merge);
    const back =
      (holdsTarget ? undefined : await takeTarget(scene)) ??
      (await findMarkers(scene)) ??
      (await (merge.close ?? closeItem)(scene));
    if (back) return back;
    if (pulls) return openPull(await pulledBranch(scene), pulls, await pullWords(scene));
    const moved = await moveTarget(scene);
    if (moved !== 'raced') return moved;
  }
  return { outcome: 'failed', failure: 'transient', note: `${repository.target} keeps moving` };
}

/** What follows where a host does not merge: it may have looked too early, but not twice. */
function afterRefusal(why: string, { item, note }: PacketMerge): StepResult {
  if (note !== why) return { outcome: 'later', note: why };
  return {
    outcome: 'asks',
    note: why,
    question: `${why}. Do what the host asks for, such as another approval, or merge it there; then \`pactwright run answer ${item}\` looks again, and \`pactwright run answer ${item} --drop\` leaves ${item} out of the run`,
  };
}

interface OpenScene extends MergeScene {
  /** The commit of the branch. */
  readonly tip: string;
  readonly holds: Awaited<ReturnType<typeof compareCommits>>;
}

/** @returns undefined where the packet has no worktree. @throws Refused; the signal's reason. */
async function openScene(merge: PacketMerge): Promise<OpenScene | undefined> {
  const { item, repository, desk } = merge;
  const { branch, tip, worktree, target } = await findPacketPlace(repository, item, desk);
  if (!worktree || tip === undefined) return undefined;
  if (target === undefined) throw new Refused('failed', `there is no branch ${repository.target}`);
  const own = await openWorktree(worktree, repository.main.prefix, desk);
  await undoHalfClosing(own, desk);
  const git = repositoryGit(desk.machine, own, desk.signal);
  return { ...merge, branch, tip, own, git, at: target, holds: await compareCommits(own, target, tip, desk) };
}

/**
 * Brings a packet up to date that a gate has refused because the target has moved on.
 *
 * @returns the feedback for its agent; undefined: nothing is new there.
 * @throws Refused; the signal's reason.
 */
export async function catchUp(merge: PacketMerge): Promise<StepResult | undefined> {
  const scene = await openScene(merge);
  if (!scene || scene.holds.isOneInOther) return undefined;
  const back = await takeTarget(scene);
  return (
    back ?? {
      outcome: 'back',
      note: `${merge.repository.target} was merged into ${scene.branch}: check that the work still fits`,
    }
  );
}

/** So often somebody else may move the target while the gate is asked. */
const mostRaces = 5;

/** A packet that is merged: where an engine of this run was killed before it could record that, with the commit which it made. */
async function passedBefore({ git, run, tip, at }: OpenScene): Promise<StepResult> {
  const own = ['--merges', '--fixed-strings', `--grep=Pactwright-Run: ${run}`];
  const found = await git(['rev-list', '--first-parent', '--parents', ...own, at, '--not', tip, '--']);
  const merges = linesOf(found).map((line) => line.split(' '));
  return { outcome: 'passed', ...present({ commit: merges.find(([, , theirs]) => theirs === tip)?.[0] }) };
}

/** Whether an engine that was killed has closed the item. */
async function isClosed({ item, own, desk, close }: MergeScene): Promise<boolean> {
  return close !== undefined || isFinished((await openPhaseItem(own.folder, item, desk)).item);
}

/** Merges the target into the branch. A conflict is committed with its marks, which the agent has to resolve. */
async function takeTarget(scene: OpenScene, isAgain = false): Promise<StepResult | undefined> {
  const { branch, tip, own, git, repository, at, desk, close, item } = scene;
  const { target } = repository;
  await undoHalfMerge(own, desk, true);
  if (await desk.machine.disk.exists(path.join(own.gitFolder, 'MERGE_HEAD'))) await git(['merge', '--abort']);
  // It is for the documents of a project, which what is no item may not have.
  if (!close) await installMergeDriver(own, desk);
  const args = [...untidied, 'merge', '--no-edit', '--no-ff', '-m', `Merge ${target} into ${branch}`, target];
  const { code, output, errors } = await markMerge(own, { head: tip, theirs: at }, desk, () =>
    runQuietly('git', args, own.top, desk),
  );
  if (code === 0) return undefined;
  const conflicts = fieldsOf(await git(['diff', '--name-only', '--diff-filter=U', '-z']));
  if (conflicts.length === 0) {
    if (code === null && !isAgain) {
      // One that was killed leaves its locks; no other works here.
      await removeLeftovers(repository, await findPacketPlace(repository, item, desk), desk);
      return takeTarget(scene, true);
    }
    throw new Refused('failed', `${target} was not merged into ${branch}: ${lastLine(`${output}\n${errors}`)}`);
  }
  const locks = await takeLockFiles(scene, conflicts);
  const marked = conflicts.filter((file) => !locks.taken.includes(file));
  const log = ['log', '--format=%h %s', '--max-count=10', `HEAD..${at}`, '--', ...marked];
  const commits = marked.length === 0 ? [] : (await git(log)).split('\n').filter((line) => line !== '');
  await git(['add', '--all']);
  const words = marked.length === 0 ? '' : ', with conflicts to resolve';
  await git(['commit', '--no-verify', '--quiet', '-m', `Merge ${target} into ${branch}${words}`]);
  const stale =
    locks.stale.length === 0
      ? []
      : [`The lock file was taken from ${target}: ${locks.stale.join(', ')}. Update it with your package manager.`];
  if (marked.length === 0) return stale.length === 0 ? undefined : { outcome: 'back', note: stale.join('\n') };
  return {
    outcome: 'back',
    note: [
      `${branch} conflicts with ${target} in ${marked.join(', ')}.`,
      `Both sides are in these files, between <<<<<<< and >>>>>>>: first yours, then that of ${target}.`,
      `Resolve each conflict so that what both sides meant is kept, and remove the marks. On ${target} these commits changed the files:`,
      ...commits.map((line) => `- ${line}`),
      ...stale,
    ].join('\n'),
  };
}

/**
 * A lock file is written by its package manager, which could read none with marks: of a conflict the target's side is taken.
 *
 * @returns `stale`: those in which the branch has changed packages.
 */
async function takeLockFiles(
  { git, at, tip }: OpenScene,
  conflicts: readonly string[],
): Promise<{ readonly taken: readonly string[]; readonly stale: readonly string[] }> {
  const locks = conflicts.filter(isLockFile);
  if (locks.length === 0) return { taken: [], stale: [] };
  const there = new Set(fieldsOf(await git(['ls-tree', '-z', '--name-only', '--full-tree', at, '--', ...locks])));
  const taken = locks.filter((file) => there.has(file));
  if (taken.length > 0) await git(['checkout', at, '--', ...taken.map((file) => `:(literal)${file}`)]);
  // The branch's own side is gone with that, so somebody has to write it again, unless a toolchain would write the same by itself.
  const base = (await git(['merge-base', at, tip])).trim();
  const textAt = async (commit: string, file: string): Promise<string | undefined> => {
    const there = await git(['ls-tree', '-z', '--name-only', '--full-tree', commit, '--', file]);
    return there === '' ? undefined : git(['show', `${commit}:${file}`]);
  };
  const stale: string[] = [];
  for (const path of taken) {
    const [before, after] = [await textAt(base, path), await textAt(tip, path)];
    const isOwn =
      before !== undefined &&
      after !== undefined &&
      isToolchainsOwn({ path, kind: 'modified', before, after }, () => false);
    if (!isOwn) stale.push(path);
  }
  return { taken, stale };
}

async function installMergeDriver({ folder }: GitRepository, { machine, signal }: PhaseDesk): Promise<void> {
  for (const clone of await findClones(machine, folder, signal))
    if ((await stateOf(machine, clone, signal)) !== 'installed') await install(machine, clone, signal);
}

/** Marks of a conflict that an agent has left, or brought along from a merge or an editing tool of its own. */
async function findMarkers({ git, own, at, desk }: MergeScene): Promise<StepResult | undefined> {
  const { head } = orRefused(await desk.machine.git.refs(own, desk.signal));
  const pattern = /^[<>]{7}(?: |$)/mu;
  if (head.commit !== undefined && (await desk.machine.worktreeGit.lacks(own, { from: at, to: head.commit }, pattern)))
    return undefined;
  // It exits with 2 for what it finds. A line of seven `=` alone is a heading in Markdown.
  const said = await git(['diff', '--check', '-G^[<>]{7}( |$)', at, 'HEAD'], { fine: [2] });
  const marks = said.split('\n').filter((line) => line.includes('leftover conflict marker'));
  if (marks.length === 0) return undefined;
  return { outcome: 'back', note: `conflicts are not resolved: ${marks.slice(0, 20).join('; ')}` };
}

/** Closes the item on its branch, and asks the gate about the commit that this makes. */
async function closeItem(scene: MergeScene): Promise<StepResult | undefined> {
  const { item, own, heard, desk } = scene;
  const request = gateRequest(scene);
  if (!isFinished((await openPhaseItem(own.folder, item, desk)).item)) {
    const outcome = await closeWhole(own, desk, () => runPhase({ ...request, phase: 'done' }, desk));
    if (outcome !== 'passed') return refusedBy('done', outcome === 'refused', heard);
  }
  const { verdict } = await askPhaseGate('done', { ...request, phase: 'done' }, desk);
  return verdict.answer === 'allowed' ? undefined : refusedBy('done', verdict.answer === 'refused', heard);
}

/** @returns the terms on which an item is closed on its branch. */
function gateRequest({ item, own, terms }: MergeScene) {
  return {
    ...requestInFolder,
    ...(terms.profile === undefined ? {} : { profile: terms.profile }),
    item,
    folder: own.folder,
    agent: undefined,
    mode: 'headless',
    model: undefined,
    merge: false,
    yes: true,
    trustCommands: terms.trustCommands,
  } as const;
}

function refusedBy(gate: string, isRefused: boolean, heard: Heard): StepResult {
  const note = heard.why() ?? `the gate ${gate} ${isRefused ? 'refused' : 'could not decide'}`;
  return isRefused ? { outcome: 'back', note } : { outcome: 'failed', failure: 'transient', note };
}

async function pulledBranch({ item, branch, git, repository, desk }: MergeScene): Promise<PulledBranch> {
  const { main, target: into } = repository;
  const head = (await commitOf(git, 'HEAD')) ?? '';
  return { branch, into, head, isJudged: true, packet: item, main, desk };
}

/** The title and text of a pull request: what the gate found. */
async function pullWords(scene: MergeScene): Promise<PullWords> {
  const { item, own, desk } = scene;
  const opened = await openPhaseItem(own.folder, item, desk);
  const type = parseItemId(item)?.type === 'STORY' ? 'feat' : 'fix';
  const { report } = await askPhaseGate('done', { ...gateRequest(scene), phase: 'done' }, desk, { quietly: true });
  const verdict = { state: 'success', why: 'The gate done let this pass' } as const;
  return { title: `${type}: ${itemTitle(opened.item) ?? item} (${item})`, report, verdict };
}

/** Makes the merge commit, with the files that the gate has judged, and moves the target to it. */
async function moveTarget(scene: MergeScene): Promise<StepResult | 'raced'> {
  const { run, item, branch, own, repository, at: old, desk } = scene;
  const { main, target } = repository;
  const dirty = await uncommitted(desk.machine, own, desk.signal);
  if (dirty.length > 0)
    return {
      outcome: 'failed',
      failure: 'final',
      note: `${dirty.slice(0, 5).join(', ')} in ${own.top} is not committed`,
    };
  const now = await findBranches(main, [branch, target], desk);
  const [theirs, ours] = [now.get(target), now.get(branch)];
  // The target is where it was, and what was judged is on the branch.
  if (theirs?.commit !== old || ours?.path === undefined) return 'raced';
  const tip = ours.commit;
  if (!(await compareCommits(own, old, tip, desk)).isOneInOther) return 'raced';
  const message = `Merge ${branch} into ${target}\n\nPactwright-Run: ${run}\nPactwright-Packet: ${item}\n`;
  const commit = await commitMerge({ own, tip, onto: old, message }, desk);
  // Others see it there first: what is pushed is merged; after a kill before it moves here, `pull` catches up.
  if (scene.upstream && (await scene.upstream.push(commit, desk)) === 'raced') return 'raced';
  const moved = await moveBranch({ repository, old, commit, reason: `merge ${branch}`, desk });
  return moved === 'moved' ? { outcome: 'passed', commit } : moved;
}

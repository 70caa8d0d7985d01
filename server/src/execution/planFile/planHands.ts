import path from 'node:path';
import { isGrave, readReview } from '../../agents/review.js';
import { createPathFilter } from '../../base/globs.js';
import { quietMs } from '../../base/leftoverWrite.js';
import { Refused } from '../../operations/errorCodes.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import { buildPrompt, reviewPrompt } from '../../sources/packetPrompts.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { PlanTask } from '../../runs/planTask.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { createRepositoryPlaces } from '../executor/repositoryPlaces.js';
import { runQuietly } from '../programs/runQuietly.js';
import { fieldsOf, repositoryGit, type RepositoryGit } from '../snapshots/repositoryGit.js';
import { makeWorktree, removeHalfMade } from './halfMade.js';
import { leavingNothing } from './leavingNothing.js';
import { mergeTogether, removeBatchWorktree } from './mergeTogether.js';
import { setUpWorktree } from '../worktrees/setUpWorktree.js';
import { type At, endedAs, endLostSessions, type HandsDesk, whyLeft, withCost, withPacketDesk } from '../runs/hands.js';
import { mergePacket } from '../runs/mergePacket.js';
import { findPacketPlace, openWorktree, removeLeftovers } from '../runs/packetPlace.js';
import { startAgent } from '../runs/startAgent.js';
import { cleanPacket, takeBackPacket } from '../runs/takeBack.js';

/** A step of a packet of a plan file. */
interface Step extends At {
  readonly job: Job;
  readonly hands: HandsDesk;
  readonly task: PlanTask;
}

/** The worktree of a packet. */
interface Place {
  /** Absolute. */
  readonly folder: string;
  readonly git: RepositoryGit;
}

/** The hands of a run whose packets are those of a plan file: each has a worktree, an agent, the plan’s commands, and a merge. */
export function createPlanHands(hands: HandsDesk, tasks: Readonly<Record<string, PlanTask>>): RunHands {
  const { machine, run, repository } = hands;
  const never = new AbortController().signal;
  const withStep = (job: Job, signal: AbortSignal, use: (step: Step) => Promise<StepResult>): Promise<StepResult> =>
    withPacketDesk(hands, job.one.packet.id, signal, async (at) => {
      const task = tasks[job.one.packet.id];
      if (!task) throw new Refused('not-found', 'the run’s plan does not have this packet');
      return use({ ...at, job, hands, task });
    });
  return {
    isFresh: async ({ packet }) => {
      const { tip, worktree } = await findPacketPlace(repository, packet.id, { machine, signal: never });
      return tip === undefined && !worktree;
    },
    carryOut: (job, signal) => withStep(job, signal, carryOut),
    mergeTogether: async (jobs, signal) => {
      const results = new Map<string, StepResult>();
      const [first] = jobs;
      if (!first) return results;
      // What goes wrong with all of them is the end of those that have none yet.
      const all = await withStep(first, signal, async ({ desk }) => {
        await mergeTogether(jobs, {
          run,
          repository,
          desk,
          results,
          alone: (job) => withStep(job, signal, carryOut),
          setUp: (top) => setUpPlace(top, hands, desk),
          judge: (some, own) => judgeTogether(some, tasks, own, desk),
        });
        return { outcome: 'passed' };
      });
      return new Map(jobs.map(({ key }) => [key, results.get(key) ?? all]));
    },
    recover: async (job, signal) => {
      await endLostSessions(job, hands);
      return withStep(job, signal, async ({ desk }) => {
        if (job.step === 'merge') await removeBatchWorktree(run, repository, desk);
        await removeLeftovers(repository, await findPacketPlace(repository, job.one.packet.id, desk), desk);
        return { outcome: 'lost' };
      });
    },
    takeBack: async ({ packet }) =>
      whyLeft(
        await withPacketDesk(hands, packet.id, never, async ({ desk }) => {
          await takeBackPacket(run, repository, packet.id, desk);
          await removeBatchWorktree(run, repository, desk);
          return { outcome: 'passed' };
        }),
      ),
  };
}

async function carryOut(step: Step): Promise<StepResult> {
  const { job, hands, desk, heard, task } = step;
  const { repository } = hands;
  const item = job.one.packet.id;
  // It may be git that was killed.
  if (job.one.tries > 0)
    await removeLeftovers(repository, await findPacketPlace(repository, item, desk), desk, quietMs);
  switch (job.step) {
    case 'build':
      return withCost(await build(step), job, hands);
    case 'review':
      return withCost(await review(step), job, hands);
    case 'merge':
      if (hands.terms.queue) await openWorked(step);
      return mergePacket({
        ...hands,
        desk,
        heard,
        item,
        close: ({ own, git }) => check(task, { folder: own.folder, git }, desk),
      });
    case 'clean':
      if (job.one.fresh) await cleanPacket(repository, item, desk);
      return { outcome: 'passed' };
  }
}

/** Makes a worktree for what a worker has built elsewhere. */
async function openWorked(step: Step): Promise<void> {
  const { job, hands, desk } = step;
  const { tip, worktree } = await findPacketPlace(hands.repository, job.one.packet.id, desk);
  if (tip !== undefined && !worktree) await openPlace(step);
}

async function build(step: Step): Promise<StepResult> {
  const { job, hands, desk, task } = step;
  const { id, title } = job.one.packet;
  const { folder, git } = await openPlace(step);
  const prompt = buildPrompt(task.prompt, job.one.told);
  const { end } = await startAgent(step, { folder, prompt, access: 'write', ...hands.terms.build });
  if (end.kind !== 'finished') return endedAs(end);
  await git(['add', '--all']);
  if ((await git(['status', '--porcelain'])).trim() !== '') {
    // With the person's own hooks and name, as with every commit they make.
    const { code, output, errors } = await runQuietly(
      'git',
      ['commit', '--quiet', '-m', `feat(${id}): ${title}`],
      folder,
      desk,
    );
    // Its agent cannot help that.
    if (code === null) throw new Refused('failed', 'git was killed while it committed');
    if (code !== 0)
      return { outcome: 'back', note: `git commit failed: ${`${output}\n${errors}`.trim().slice(-2000)}` };
  }
  return (await findOutside(step, git)) ?? (await check(task, { folder, git }, desk)) ?? { outcome: 'passed' };
}

/** Finds the worktree of a packet, or makes it: from the target, which holds all that the packet needs. @throws Refused */
async function openPlace({ job, hands, desk }: Step): Promise<Place> {
  const { id } = job.one.packet;
  const { repository } = hands;
  const { main, target } = repository;
  const top = path.join(`${main.top}.worktrees`, id);
  await removeHalfMade(main, top, desk);
  const { branch, tip, worktree } = await findPacketPlace(repository, id, desk);
  if (!worktree)
    await makeWorktree(main, tip === undefined ? ['--no-track', '-b', branch, top, target] : [top, branch], desk);
  const place = worktree ?? { path: top };
  await setUpPlace(place.path, hands, desk);
  const own = await openWorktree(place, main.prefix, desk);
  return { folder: own.folder, git: repositoryGit(desk.machine, own, desk.signal) };
}

async function setUpPlace(top: string, { root, terms }: HandsDesk, desk: PhaseDesk): Promise<void> {
  const from = await createRepositoryPlaces(desk.machine, desk.signal)(root);
  await setUpWorktree(top, from, { ...desk, allows: () => Promise.resolve(terms.trustCommands) });
}

/** Runs the commands of several packets, each once, on the files of all of them. */
function judgeTogether(
  jobs: readonly Job[],
  tasks: Readonly<Record<string, PlanTask>>,
  own: GitRepository,
  desk: PhaseDesk,
): Promise<StepResult | undefined> {
  const checks = jobs.flatMap(({ one }) => tasks[one.packet.id]?.checks ?? []);
  const once = [...new Map(checks.map((check) => [JSON.stringify(check.command), check])).values()];
  const git = repositoryGit(desk.machine, own, desk.signal);
  return check({ checks: once }, { folder: own.folder, git }, desk);
}

/** What the work changes that the plan does not let it, or that it changes nothing. */
async function findOutside(
  {
    task,
    hands: {
      repository: { target },
    },
  }: Step,
  git: RepositoryGit,
): Promise<StepResult | undefined> {
  const files = fieldsOf(await git(['diff', '--name-only', '-z', `refs/heads/${target}...HEAD`]));
  if (files.length === 0) return { outcome: 'back', note: 'nothing was changed' };
  const [isIn, isOut] = [createPathFilter(task.inScope), createPathFilter(task.outOfScope)];
  const outside = files.filter(
    (file) => (task.inScope.length > 0 && !isIn(file)) || (task.outOfScope.length > 0 && isOut(file)),
  );
  if (outside.length === 0) return undefined;
  return {
    outcome: 'back',
    note: `these files are not in the scope of the packet: restore them: ${outside.slice(0, 20).join(', ')}`,
  };
}

/** How much of what a command printed its agent gets. */
const toldCharacters = 4_000;

/** Runs the commands of a packet; the first that fails sends it back. */
async function check(
  { checks }: Pick<PlanTask, 'checks'>,
  { folder, git }: Place,
  desk: PhaseDesk,
): Promise<StepResult | undefined> {
  for (const { name, command } of checks) {
    const [program = '', ...args] = command;
    const { code, output, errors } = await leavingNothing(git, desk, () => runQuietly(program, args, folder, desk));
    if (code !== 0)
      return {
        outcome: 'back',
        note: `${name}: \`${command.join(' ')}\` failed (exit code ${code ?? 'none'}):\n${`${output}\n${errors}`.trim().slice(-toldCharacters)}`,
      };
  }
  return undefined;
}

async function review(step: Step): Promise<StepResult> {
  const { job, hands, task } = step;
  const { folder } = await openPlace(step);
  const prompt = reviewPrompt(job.one.packet.id, task.prompt, `${hands.repository.target}...`);
  const { end, said } = await startAgent(step, { folder, prompt, access: 'read', ...hands.terms.review });
  if (end.kind !== 'finished') return endedAs(end);
  const answer = readReview(said);
  if (!answer) return { outcome: 'failed', failure: 'transient', note: 'the reviewer gave no verdict' };
  if (answer.verdict === 'pass') return { outcome: 'passed' };
  const grave = answer.findings.filter(isGrave);
  const findings = (grave.length > 0 ? grave : answer.findings).map(({ text }) => `- ${text}`).join('\n');
  return { outcome: 'back', note: findings === '' ? said.trim().slice(-2000) : findings };
}

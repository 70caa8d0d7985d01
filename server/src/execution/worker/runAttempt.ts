import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import { type AttemptReport, type PacketOrder, type PacketTask, protocol } from '../../runs/attempt.js';
import type { StepResult } from '../../runs/event.js';
import { newPacket } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import { knownAgents } from '../agents/knownAgents.js';
import { logsOf } from '../agents/sessionPlace.js';
import { createPlanHands } from '../planFile/planHands.js';
import { createRunHands, type HandsDesk, withPacketDesk } from '../runs/hands.js';
import { packetLog } from '../runs/packetDesk.js';
import { branchOfPacket } from '../runs/packetPlace.js';
import { openPacketWorktree } from '../runs/packetWorktree.js';
import { commitAll } from '../runs/takeBack.js';
import { machineInto } from '../runs/runPull.js';
import type { RunTerms } from '../runs/terms.js';
import { fetchTask, makeClone, ownBranch, pushAttempt } from './attemptClone.js';
import type { AttemptFolder } from './attemptFolder.js';

/** What an attempt is carried out with. */
export interface AttemptDesk {
  readonly machine: Machine;
  readonly order: PacketOrder;
  readonly place: AttemptFolder;
  /** Whether commands of repositories' configuration may run on this worker. */
  readonly trustCommands: boolean;
  readonly warn: (text: string) => void;
  /** Removes secrets. */
  readonly redact: (text: string) => string;
  /** Aborted when the lease is lost, or the worker ends. */
  readonly signal: AbortSignal;
}

/**
 * Carries an attempt out in a clone of its own, and pushes what came of it.
 *
 * @returns what goes to the queue.
 * @throws Refused if the work could not be fetched or pushed; the signal's reason.
 */
export async function runAttempt(desk: AttemptDesk): Promise<{ readonly commit: string; readonly report: string }> {
  const { order, place, redact, signal } = desk;
  // Everything that Pactwright keeps of the clone goes with it.
  const machine = withState(desk.machine, place.state);
  const call = { machine, signal };
  const { result, log, task } = await work({ ...desk, machine });
  // The next attempt continues with them.
  if (result.outcome !== 'passed') await keepUncommitted(order.packet, place.clone, call);
  const commit = await lastCommit(order, task, place, call);
  const report: AttemptReport = { protocol, result, log };
  return { commit, report: await pushAttempt(order, { commit, report: redact(JSON.stringify(report)) }, place, call) };
}

function withState(machine: Machine, state: string): Machine {
  return { ...machine, places: { ...machine.places, env: { ...machine.places.env, PACTWRIGHT_STATE: state } } };
}

/** What it cannot do, it reports: another worker may be able to. */
async function work(desk: AttemptDesk): Promise<Pick<AttemptReport, 'result' | 'log'> & { readonly task: PacketTask }> {
  const { machine, order, place, signal } = desk;
  const call = { machine, signal };
  const task = await fetchTask(order, place, call);
  await makeClone(order, task, place, call);
  const absent = order.environment.filter((name) => (machine.places.env[name] ?? '') === '');
  if (absent.length > 0)
    return {
      result: {
        outcome: 'failed',
        failure: 'halt',
        note: `a worker has no variable ${absent.join(', ')}: set it where the worker starts`,
      },
      log: [],
      task,
    };
  try {
    const result = await carryOut(desk, task);
    const text = await machine.disk.readFile(packetLog(place.log, order.packet), 'utf8').catch(() => '');
    return { result, log: text.split('\n').filter((line) => line !== ''), task };
  } catch (error) {
    if (signal.aborted || !(error instanceof Refused || error instanceof UsageError)) throw error;
    return { result: { outcome: 'failed', failure: 'final', note: describeError(error) }, log: [], task };
  }
}

async function carryOut(
  { machine: here, order, place, trustCommands, warn, signal }: AttemptDesk,
  task: PacketTask,
): Promise<StepResult> {
  const machine = machineInto(here, task.target);
  const root = path.join(place.clone, task.prefix);
  const main = orRefused(await machine.git.repository(root, signal));
  const { rounds, timeMs, silenceMs, dollars } = order.limits;
  const role = {
    agents: order.agent.split(',').filter((id) => id !== ''),
    ...(order.model === undefined ? {} : { model: order.model }),
  };
  const terms: RunTerms = {
    build: role,
    review: role,
    rounds,
    ...(timeMs === undefined ? {} : { timeMs }),
    ...(silenceMs === undefined ? {} : { silenceMs }),
    ...(task.profile === undefined ? {} : { profile: task.profile }),
    trustCommands: trustCommands && task.trustCommands,
  };
  const { plan } = task;
  if (plan && plan.task.checks.length > 0 && !terms.trustCommands)
    return {
      outcome: 'failed',
      failure: 'transient',
      note: 'a worker does not run the commands of plans: start it with --trust-commands',
    };
  const repository = { main, target: task.target, isPlanned: plan !== undefined };
  const own: HandsDesk = {
    machine,
    run: order.run,
    folder: place.log,
    root,
    repository,
    terms,
    agents: await knownAgents(machine, warn),
    sessions: logsOf(machine, root, main),
  };
  const hands = plan ? createPlanHands(own, { [order.packet]: plan.task }) : createRunHands(own);
  // What is reviewed is in a worktree, as a build leaves it.
  if (order.role === 'review' && !plan) {
    const ready = await withPacketDesk({ machine, folder: place.log }, order.packet, signal, async ({ desk }) =>
      openPacketWorktree(order.packet, { root, repository, terms, desk }),
    );
    if (ready.outcome !== 'passed') return ready;
  }
  const packet = { id: order.packet, title: plan?.title ?? order.packet, needs: [], touches: [], resources: [] };
  const now = machine.clock();
  const one = { ...newPacket(packet), step: order.role, ...(task.told === undefined ? {} : { told: task.told }) };
  return hands.carryOut(
    { key: `${order.packet}/${order.role}/${order.attempt}`, step: order.role, one, dollars, since: now, at: now },
    signal,
  );
}

/** What the branch has at last. */
async function lastCommit(
  order: PacketOrder,
  task: PacketTask,
  { clone }: AttemptFolder,
  { machine, signal }: { readonly machine: Machine; readonly signal: AbortSignal },
): Promise<string> {
  const branch = `refs/heads/${ownBranch(order, task)}`;
  const tip = orRefused(await machine.runGit(clone, ['rev-parse', '--verify', '--quiet', branch], signal));
  return tip.trim() === '' ? order.base : tip.trim();
}

/** Commits all that is in the worktree of a packet, as it is. @returns the commit that it is then at; undefined: there is no worktree. */
export async function keepUncommitted(
  packet: string,
  clone: string,
  { machine, signal }: { readonly machine: Machine; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const main = orRefused(await machine.git.repository(clone, signal));
  const listed = orRefused(await machine.git.worktrees(main, signal));
  const names = [false, true].map((isPlanned) => branchOfPacket({ isPlanned }, packet));
  const worktree = listed.find(({ branch = '', prunable }) => names.includes(branch) && !prunable);
  return worktree && commitAll(worktree, { main }, { machine, signal });
}

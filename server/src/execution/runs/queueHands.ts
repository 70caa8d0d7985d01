import { once } from '../../base/memo.js';
import { UsageError } from '../../base/usageError.js';
import { read } from '../../base/schema.js';
import { Refused } from '../../operations/errorCodes.js';
import {
  type Attempt,
  attemptOutput,
  attemptRefs,
  groupOf,
  jobIdOf,
  type PacketOrder,
  protocol,
  trustLabel,
} from '../../runs/attempt.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import { isAgentStep } from '../../runs/afterStep.js';
import type { PacketState } from '../../runs/runState.js';
import type { WorkQueue } from '../../workspace/workQueue.js';
import { withLimit } from '../phases/agentTerms.js';
import { checkBudget } from '../phases/checkBudget.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { configurationAt } from '../queries/projectCommand.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { runQuietly } from '../programs/runQuietly.js';
import { type AttemptPlace, fetchAttempt, offerAttempt, sweepAttempts } from './attemptGit.js';
import { createRunHands, endedAs, type HandsDesk, withPacketDesk } from './hands.js';
import { createJobWatch, type JobWatch } from './jobWatch.js';
import { lastLine } from '../executor/networkGit.js';
import { packetLog } from './packetDesk.js';
import { commitOf, findPacketPlace, isAncestor } from './packetPlace.js';
import { patiently, QueueGone } from './patiently.js';
import { requireRemote } from './remoteAddress.js';
import type { RunTerms } from './terms.js';
import { createUpstream } from './upstream.js';

/** A run whose agents work on other machines. */
interface Coordinator extends HandsDesk {
  readonly queue: WorkQueue;
  readonly terms: RunTerms & { readonly queue: NonNullable<RunTerms['queue']> };
  readonly warn: (text: string) => void;
  readonly watch: JobWatch;
  /** Says once which workers a plan with commands needs: without one, its packets wait. */
  readonly sayTrust: () => void;
}

/**
 * The hands of a coordinator: workers build and review, and it alone takes what they made, merges and cleans up. Each start of an agent
 * is one job for one worker, and pushes to a branch of its own: what comes back late from an older one finds that branch gone.
 *
 * @param patience how long a run that is aborted waits for the queue, in milliseconds.
 * @param here makes the hands that do the rest.
 * @throws UsageError if the run was planned for this machine alone.
 */
export function createQueueHands(
  desk: HandsDesk,
  {
    queue,
    warn,
    patience = 15_000,
    here = createRunHands,
  }: Pick<Coordinator, 'queue' | 'warn'> & {
    readonly patience?: number;
    readonly here?: (desk: HandsDesk) => RunHands;
  },
): RunHands {
  let patienceMs = patience;
  const { terms, machine, run } = desk;
  if (!terms.queue) throw new UsageError(`the run ${run} does not use a queue`);
  const upstream = createUpstream(desk.repository, terms.queue.remote);
  const local = here({ ...desk, upstream });
  const watch = createJobWatch(queue, run, warn);
  const sayTrust = once(() => {
    warn('workers take packets whose plan names commands only if they were started with --trust-commands');
  });
  const coordinator: Coordinator = { ...desk, queue, warn, watch, sayTrust, terms: { ...terms, queue: terms.queue } };
  const never = new AbortController().signal;
  return {
    isFresh: local.isFresh,
    carryOut: async (job, signal) => {
      const { id } = job.one.packet;
      if (isAgentStep(job.step)) return withPacketDesk(desk, id, signal, (at) => workAfar(job, at.desk, coordinator));
      const ended = await local.carryOut(job, signal);
      if (job.step !== 'clean' || ended.outcome !== 'passed') return ended;
      return withPacketDesk(desk, id, signal, (at) => forgetAttempts(job.one, at.desk, coordinator));
    },
    recover: async (job, signal) => {
      if (!isAgentStep(job.step)) return local.recover(job, signal);
      const id = jobIdOf(attemptOf(job, run));
      const states = patiently(() => queue.look(run), { signal, warn }).catch((error: unknown) => {
        if (error instanceof QueueGone) return undefined;
        throw error;
      });
      const state = (await states)?.get(id)?.kind ?? 'lost';
      return state === 'lost' || state === 'canceled' ? { outcome: 'lost' } : 'inFlight';
    },
    takeBack: async (one) => {
      const { id } = one.packet;
      const ids = attemptsOf(one, run).map(jobIdOf);
      await patiently(() => queue.cancel(ids), { signal: AbortSignal.timeout(patienceMs), warn }).catch(() => {
        warn(`${id}: these jobs may still be in the queue, and workers go on with them: ${ids.join(', ')}`);
        // It is known to be gone, so the next packet does not wait as long.
        patienceMs = Math.min(patienceMs, 1_000);
      });
      const swept = await withPacketDesk({ machine, folder: desk.folder }, id, never, async (at) => {
        await sweep(one, one.starts, at.desk, coordinator);
        return { outcome: 'passed' };
      });
      if (swept.outcome !== 'passed')
        warn(`${id}: branches of the run may be left at ${coordinator.terms.queue.remote}: ${swept.note ?? ''}`);
      return local.takeBack(one);
    },
  };
}

/** The packet as it is while a step is in flight counts that start. */
function attemptOf({ one: { packet, starts } }: Job, run: string): Attempt {
  return { run, packet: packet.id, number: starts };
}

function attemptsOf({ packet, starts }: PacketState, run: string): readonly Attempt[] {
  return Array.from({ length: starts }, (_, at) => ({ run, packet: packet.id, number: at + 1 }));
}

/** Has a worker do a step, and takes the result. The successor of a killed coordinator waits for the same job. */
async function workAfar(job: Job, desk: PhaseDesk, coordinator: Coordinator): Promise<StepResult> {
  const { queue, run, warn, watch, repository, terms } = coordinator;
  const attempt = attemptOf(job, run);
  const id = jobIdOf(attempt);
  const { signal } = desk;
  const ask = { signal, warn };
  if (!(await patiently(() => queue.look(run), ask)).has(id)) {
    const over = await overBudget(job, desk, coordinator);
    if (over) return over;
    await sweep(job.one, attempt.number - 1, desk, coordinator);
    const data = await orderOf(job, attempt, desk, coordinator);
    const { labels, leaseSeconds } = { ...terms.queue, labels: data.labels };
    if (labels.includes(trustLabel)) coordinator.sayTrust();
    await patiently(() => queue.submit({ id, labels, group: groupOf(data.remote), leaseSeconds, data }), ask);
  }
  const end = await watch.end(id, signal);
  // Whatever its worker has spent, it was put aside.
  const spent = job.dollars === undefined ? {} : { dollars: job.dollars };
  if (end.kind === 'canceled') return { outcome: 'lost', ...spent };
  if (end.kind === 'lost')
    return {
      outcome: 'lost',
      failure: 'transient',
      note: `the worker of attempt ${attempt.number} was not heard of any more`,
      ...spent,
    };
  const output = 'output' in end ? read(attemptOutput, end.output) : undefined;
  if (!output)
    return { outcome: 'failed', failure: 'final', note: 'the worker’s answer is not one that this version knows' };
  // Another worker may be able to.
  if ('refused' in output) return { outcome: 'failed', failure: 'transient', note: `a worker: ${output.refused}` };
  const place: AttemptPlace = { repository, remote: terms.queue.remote, desk };
  const { result, log } = await fetchAttempt(attempt, output, place);
  await takeCommit(attempt, output.commit, desk, coordinator);
  for (const line of log) await appendLine(line, packetLog(coordinator.folder, attempt.packet), desk);
  return result;
}

/** Whether the budgets of the configuration are spent, by agents here and by those of workers. @returns how the step ends then. */
async function overBudget(
  job: Job,
  desk: PhaseDesk,
  { machine, run, root, terms }: Coordinator,
): Promise<StepResult | undefined> {
  const { budget } = (await configurationAt(machine, root)).agents;
  const isItem = terms.plan === undefined && !terms.source;
  const budgets = withLimit({ ...budget, phase: undefined, ...(isItem ? {} : { item: undefined }) });
  const { id } = job.one.packet;
  const spending = { phase: 'run', item: id, run, folder: root, begunAt: job.at, dollars: job.dollars };
  const checked = await checkBudget(budgets, spending, desk);
  return 'over' in checked ? endedAs(checked.over) : undefined;
}

async function appendLine(line: string, file: string, { machine }: PhaseDesk): Promise<void> {
  // What cannot be logged keeps nothing from being done.
  await machine.logs.append(file, () => line.replaceAll('\n', ' ')).catch(() => undefined);
}

/** Offers an attempt at the remote. @returns what the queue says of it. */
async function orderOf(job: Job, attempt: Attempt, desk: PhaseDesk, coordinator: Coordinator): Promise<PacketOrder> {
  const { repository, terms } = coordinator;
  const { step, one, dollars } = job;
  const { remote: name, labels, environment } = terms.queue;
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  const remote = (await git(['remote', 'get-url', name])).trim();
  requireRemote(remote);
  const { tip } = await findPacketPlace(repository, attempt.packet, desk);
  const target = await commitOf(git, `refs/heads/${repository.target}`);
  if (target === undefined) throw new Refused('not-found', `there is no branch ${repository.target}`);
  const base = tip ?? target;
  const role = step === 'review' ? terms.review : terms.build;
  const [first] = role.agents;
  const plan = terms.plan?.[attempt.packet];
  const hasCommands = plan !== undefined && plan.checks.length > 0;
  const place: AttemptPlace = { repository, remote: name, desk };
  const task = {
    protocol,
    ...(one.told === undefined ? {} : { told: one.told }),
    target: repository.target,
    prefix: repository.main.prefix,
    ...(terms.profile === undefined ? {} : { profile: terms.profile }),
    trustCommands: terms.trustCommands,
    ...(plan ? { plan: { title: one.packet.title, task: plan } } : {}),
  };
  return {
    run: attempt.run,
    packet: attempt.packet,
    attempt: attempt.number,
    remote,
    base,
    branch: attemptRefs(attempt).branch,
    prompt: await offerAttempt(attempt, { base, target, task }, place),
    agent: role.agents.join(','),
    ...(role.model === undefined ? {} : { model: role.model }),
    role: step === 'review' ? 'review' : 'build',
    limits: {
      rounds: terms.rounds,
      ...(terms.timeMs === undefined ? {} : { timeMs: terms.timeMs }),
      ...(terms.silenceMs === undefined ? {} : { silenceMs: terms.silenceMs }),
      ...(dollars === undefined ? {} : { dollars }),
    },
    labels: [...new Set([...labels, ...(first === undefined ? [] : [first]), ...(hasCommands ? [trustLabel] : [])])],
    environment,
  };
}

/** Moves the packet's branch to what an attempt made, here; where it is already there, nothing happens. */
async function takeCommit(
  attempt: Attempt,
  commit: string,
  desk: PhaseDesk,
  { repository }: Coordinator,
): Promise<void> {
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  const { branch, tip, worktree } = await findPacketPlace(repository, attempt.packet, desk);
  if (tip !== undefined && (await isAncestor(git, commit, tip))) return;
  if (tip !== undefined && !(await isAncestor(git, tip, commit)))
    throw new Refused(
      'not-allowed',
      `${branch} was changed while attempt ${attempt.number} was at work: merge ${attemptRefs(attempt).commit} yourself`,
    );
  if (!worktree) {
    await git(['update-ref', `refs/heads/${branch}`, commit, tip ?? '']);
    return;
  }
  const { code, output, errors } = await runQuietly(
    'git',
    ['merge', '--ff-only', '--quiet', commit],
    worktree.path,
    desk,
  );
  if (code !== 0) throw new Refused('failed', `${branch} was not moved: ${lastLine(`${output}\n${errors}`)}`);
}

async function sweep(one: PacketState, upTo: number, desk: PhaseDesk, coordinator: Coordinator): Promise<void> {
  if (upTo === 0) return;
  const { repository, terms, run } = coordinator;
  const { tip } = await findPacketPlace(repository, one.packet.id, desk);
  const place: AttemptPlace = { repository, remote: terms.queue.remote, desk };
  await sweepAttempts({ run, packet: one.packet.id, upTo, tip }, place);
}

async function forgetAttempts(one: PacketState, desk: PhaseDesk, coordinator: Coordinator): Promise<StepResult> {
  const { queue, run, warn } = coordinator;
  await sweep(one, one.starts, desk, coordinator);
  const ids = attemptsOf(one, run).map(jobIdOf);
  await patiently(() => queue.forget(ids), { signal: desk.signal, warn });
  return { outcome: 'passed' };
}

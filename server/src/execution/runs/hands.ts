import type { Agent } from '../../agents/agent.js';
import type { AgentEnd, AgentEndKind } from '../../agents/agentEnd.js';
import { present } from '../../base/json.js';
import { dollarsOf, tokensOf } from '../../agents/prices.js';
import { describeError } from '../../base/errors.js';
import { quietMs } from '../../base/leftoverWrite.js';
import { UsageError } from '../../base/usageError.js';
import { type ErrorCode, Refused } from '../../operations/errorCodes.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import type { Machine } from '../../workspace/machine.js';
import { takeBackUnfinished } from '../operations/unfinished.js';
import { withWriteLock } from '../operations/writeLock.js';
import { appendEntry, logOf } from '../agents/sessionLog.js';
import { readSessionsOf } from '../agents/sessionReader.js';
import { findUnfinished } from '../phases/findUnfinished.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { type PhaseRequest, requestInFolder } from '../phases/phaseRequest.js';
import { runPhase } from '../phases/runPhase.js';
import { catchUp, mergePacket } from './mergePacket.js';
import { type Heard, openPacketDesk } from './packetDesk.js';
import { findPacketPlace, removeLeftovers, type RunRepository } from './packetPlace.js';
import { openPacketWorktree } from './packetWorktree.js';
import { cleanPacket, takeBackPacket } from './takeBack.js';
import type { RunTerms } from './terms.js';
import { createUpstream, type Upstream } from './upstream.js';

/** What the steps of a run are carried out with. */
export interface HandsDesk {
  readonly machine: Machine;
  readonly run: string;
  /** What is kept of the run: absolute. */
  readonly folder: string;
  /** The project: absolute. */
  readonly root: string;
  readonly repository: RunRepository;
  readonly terms: RunTerms;
  /** All agents there are. */
  readonly agents: readonly Agent[];
  /** The folder of the sessions: absolute. */
  readonly sessions: string;
  /** The target as a remote has it, where what is merged is pushed. */
  readonly upstream?: Upstream;
}

/** The hands that carry out a run on this machine: phases, worktrees and merges, as the command line does them. */
export function createRunHands(given: HandsDesk): RunHands {
  const { machine, terms, repository } = given;
  // What is merged there has to come here.
  const desk =
    given.upstream || !terms.pulls ? given : { ...given, upstream: createUpstream(repository, terms.pulls.remote) };
  const withDesk: WithDesk = (...call) => withPacketDesk(desk, ...call);
  const never = new AbortController().signal;
  return {
    isFresh: async ({ packet }) => {
      const { tip, worktree } = await findPacketPlace(desk.repository, packet.id, { machine, signal: never });
      return tip === undefined && !worktree;
    },
    carryOut: (job, signal) => withDesk(job.one.packet.id, signal, (at) => carryOut(job, at, desk)),
    recover: (job, signal) => withDesk(job.one.packet.id, signal, (at) => recover(job, at.desk, desk)),
    takeBack: async ({ packet }) =>
      whyLeft(
        await withDesk(packet.id, never, async (at) => {
          await takeBackPacket(desk.run, desk.repository, packet.id, at.desk);
          return { outcome: 'passed' };
        }),
      ),
  };
}

/** Where a step of a packet is carried out. */
export interface At {
  readonly desk: PhaseDesk;
  readonly heard: Heard;
}

type WithDesk = (packet: string, signal: AbortSignal, use: (at: At) => Promise<StepResult>) => Promise<StepResult>;

/** Why something is left of a packet that was to be taken back; undefined: nothing is. */
export function whyLeft({ outcome, note }: StepResult): string | undefined {
  return outcome === 'passed' ? undefined : (note ?? 'it could not be removed');
}

/** Does something for a packet, with its log. What goes wrong is how the step ended. @throws the signal's reason. */
export async function withPacketDesk(
  { machine, folder }: Pick<HandsDesk, 'machine' | 'folder'>,
  ...[packet, signal, use]: Parameters<WithDesk>
): ReturnType<WithDesk> {
  const at = openPacketDesk(machine, folder, packet, signal);
  const ended = (result: StepResult): StepResult => {
    at.end(result);
    return result;
  };
  try {
    return ended(await use(at));
  } catch (error) {
    if (signal.aborted) throw error;
    return ended(failureOf(error));
  } finally {
    await at.written();
  }
}

async function carryOut(job: Job, at: At, hands: HandsDesk): Promise<StepResult> {
  const item = job.one.packet.id;
  switch (job.step) {
    case 'build':
    case 'review':
      // It may be git that was killed.
      if (job.one.tries > 0) await removeHalfDone(item, at.desk, hands, quietMs);
      return withCost(await runAgentStep(job, at, hands), job, hands);
    case 'merge': {
      if (job.one.tries > 0) await removeHalfDone(item, at.desk, hands, quietMs);
      // A worker has built it elsewhere.
      const ready = hands.terms.queue && (await openPacketWorktree(item, { ...hands, desk: at.desk }));
      return ready && ready.outcome !== 'passed' ? ready : mergePacket({ ...hands, ...at, item, note: job.one.note });
    }
    case 'clean':
      if (job.one.fresh) await cleanPacket(hands.repository, item, at.desk);
      return { outcome: 'passed' };
  }
}

async function runAgentStep(job: Job, { desk, heard }: At, hands: HandsDesk): Promise<StepResult> {
  const { step, one, dollars } = job;
  const { terms, root, agents } = hands;
  const role = step === 'review' ? terms.review : terms.build;
  const named = role.agents.flatMap((id) => agents.find((agent) => agent.id === id) ?? []);
  const [agent, ...fallbacks] = named;
  const phase = step === 'review' ? 'check' : 'act';
  // An interrupted step continues in the same conversation, if the agent can.
  const left = await findUnfinished(entryOf(job, root), agent, desk);
  const request: PhaseRequest = {
    ...requestInFolder,
    phase,
    item: one.packet.id,
    run: hands.run,
    folder: root,
    about: one.told,
    agent,
    fallbacks,
    agents,
    mode: 'headless',
    model: role.model,
    limits: {
      ...(terms.timeMs === undefined ? {} : { timeMs: terms.timeMs }),
      ...(terms.silenceMs === undefined ? {} : { silenceMs: terms.silenceMs }),
    },
    ...(dollars === undefined ? {} : { budget: dollars }),
    ...(left?.kind === 'resumable' && one.told === undefined ? { resumes: left.resumes } : {}),
    rounds: terms.rounds,
    ...(terms.profile === undefined ? {} : { profile: terms.profile }),
    trustCommands: terms.trustCommands,
    here: false,
    ownPlace: true,
    merge: false,
    yes: true,
  };
  const outcome = await runPhase(request, desk);
  const note = heard.why();
  switch (outcome) {
    case 'passed':
    case 'left':
    case 'shown':
      return { outcome: 'passed' };
    case 'refused':
      if (step === 'review') return { outcome: 'back', note: note ?? 'the review failed' };
      return (
        (await catchUp({ ...hands, desk, heard, item: one.packet.id })) ?? {
          outcome: 'failed',
          failure: 'final',
          note: note ?? 'the gate refused',
        }
      );
    case 'unknown':
      // What it runs may be killed or out of memory, and a reviewer may forget its verdict.
      return { outcome: 'failed', failure: 'transient', note: note ?? 'the gate could not decide' };
    case 'waiting':
      return { outcome: 'asks', question: heard.question() ?? note ?? 'the agent asks something' };
    case 'agentFailed':
      return endedAs(heard.end() ?? { kind: 'crash', message: 'the agent failed' }, note);
  }
}

function entryOf({ one, step, since }: Job, folder: string): Parameters<typeof findUnfinished>[0] {
  return {
    item: one.packet.id,
    folder,
    phase: step === 'review' ? 'check' : 'act',
    state: 'running',
    passed: [],
    began: since,
  };
}

/** How a step ends whose agent has not finished. @param note why, if that is known better. */
export function endedAs({ kind, message }: AgentEnd, note = message || kind): StepResult {
  return kind === 'reserved' ? { outcome: 'later', note } : { outcome: 'failed', failure: failures[kind], note };
}

/** What the end of an agent means for its packet, once retries and other agents within the step are used up. */
const failures: Readonly<Record<Exclude<AgentEndKind, 'reserved'>, NonNullable<StepResult['failure']>>> = {
  finished: 'final',
  rateLimit: 'transient',
  timeout: 'transient',
  busy: 'transient',
  crash: 'transient',
  silence: 'transient',
  cancelled: 'transient',
  refusedCall: 'final',
  timeLimit: 'final',
  budget: 'final',
  // No packet gets on until a person has done something about it.
  quota: 'halt',
  auth: 'halt',
  notStarted: 'halt',
};

/** What trying again does not change. */
const finalCodes: ReadonlySet<ErrorCode> = new Set([
  'invalid-input',
  'not-found',
  'ambiguous',
  'not-allowed',
  'gate',
  'untrusted',
]);

/** Locks, git and files may be as they have to be the next time. */
function failureOf(error: unknown): StepResult {
  const isFinal = error instanceof Refused ? finalCodes.has(error.code) : !(error instanceof UsageError);
  const more = error instanceof Refused ? error.candidates.slice(0, 5) : [];
  return {
    outcome: 'failed',
    failure: isFinal ? 'final' : 'transient',
    note: [describeError(error), ...more].join('; '),
  };
}

/** How a step of an agent ended, with what it cost. Where nobody knows that, a budget cannot be kept, and no more are started. */
export async function withCost(
  result: StepResult,
  job: Job,
  hands: Pick<HandsDesk, 'machine' | 'sessions'>,
): Promise<StepResult> {
  const cost = await costOf(job, hands);
  const isDone = result.outcome === 'passed' || result.outcome === 'back';
  if (job.dollars === undefined || cost.dollars !== undefined || !isDone) return { ...result, ...cost };
  return {
    ...result,
    halts:
      'the cost of the agent is unknown, so the budget cannot be kept: abort this run, and start one with a model whose price is known (--model), or without --budget',
    // What was put aside is gone, as far as anyone knows.
    dollars: job.dollars,
  };
}

/** What the sessions of a step have cost, and how long they took, as far as that is known. */
async function costOf(
  { one, at }: Job,
  { machine, sessions }: Pick<HandsDesk, 'machine' | 'sessions'>,
): Promise<Pick<StepResult, 'dollars' | 'tokens' | 'agentMs'>> {
  const own = (await readSessionsOf(machine, sessions, one.packet.id)).filter(({ startedAt }) => startedAt >= at);
  const sum = (known: readonly number[]): number | undefined =>
    known.length === 0 ? undefined : known.reduce((all, some) => all + some, 0);
  const dollars = sum(own.flatMap(({ told }) => dollarsOf(told) ?? []));
  const tokens = sum(own.flatMap(({ told }) => tokensOf(told) ?? []));
  const agentMs = sum(own.flatMap(({ startedAt, ended }) => (ended ? Math.max(0, ended.at - startedAt) : [])));
  return present({ dollars, tokens, agentMs });
}

/** Ends what the agents of a step still do whose engine was killed. */
export async function endLostSessions(
  { one, since }: Pick<Job, 'one' | 'since'>,
  { machine, sessions }: Pick<HandsDesk, 'machine' | 'sessions'>,
): Promise<void> {
  for (const { start, startedAt, ended, process, keeper } of await readSessionsOf(machine, sessions, one.packet.id)) {
    const log = logOf(sessions, start.id);
    if (ended || startedAt < since || log === undefined) continue;
    // One that was killed before it could note the program's id is found by the mark in its environment.
    await machine.programs.endWithDescendants(process ?? keeper, `PACTWRIGHT_SESSION=${start.id}`);
    const end = { kind: 'cancelled', message: 'the engine of its run was killed' } as const;
    await appendEntry(machine, log, { kind: 'end', at: machine.clock(), code: null, end });
  }
}

/** Removes what killed processes have left of a packet: locks, files that were being written, a worktree that is not whole. */
async function removeHalfDone(
  item: string,
  desk: PhaseDesk,
  { repository, root }: HandsDesk,
  quietMs = 0,
): Promise<void> {
  const { machine, signal } = desk;
  await removeLeftovers(repository, await findPacketPlace(repository, item, desk), desk, quietMs);
  const shared = repository.main.commonFolder;
  await withWriteLock(machine, shared, () => takeBackUnfinished(machine, { root, shared }), { signal });
}

/** Ends the agents of a killed engine, and removes the locks that its git has left. */
async function recover(job: Job, desk: PhaseDesk, hands: HandsDesk): Promise<StepResult> {
  const { root } = hands;
  const item = job.one.packet.id;
  await endLostSessions(job, hands);
  await removeHalfDone(item, desk, hands);
  if (job.step !== 'build') return { outcome: 'lost' };
  const left = await findUnfinished(entryOf(job, root), undefined, desk);
  if (left?.kind === 'passed') return { outcome: 'passed' };
  return left?.kind === 'asks' ? { outcome: 'asks', question: left.question } : { outcome: 'lost' };
}

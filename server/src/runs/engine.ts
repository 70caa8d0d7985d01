import { setMaxListeners } from 'node:events';
import type { ProcessMark } from '../agents/sessionRecord.js';
import { describeError } from '../base/errors.js';
import { decide, hasOpenWait, hasPaused, type Start } from './decide.js';
import type { RunEvent, RunLimits, RunRecord, StepResult } from './event.js';
import { isAgentStep } from './afterStep.js';
import type { RunFold } from './runFold.js';
import type { Flight, PacketState, RunState } from './runState.js';

/** The log of a run, to which others write, too. */
export interface RunLog {
  /** @returns what others have added since. */
  readonly refresh: () => Promise<readonly RunRecord[]>;
  /** @returns what was added since the last look, the event itself last. */
  readonly append: (event: RunEvent) => Promise<readonly RunRecord[]>;
}

/** A step as it is carried out. */
export interface Job extends Omit<Start, 'packet'> {
  /** The packet before this start. */
  readonly one: PacketState;
  /** When the step was first started, in milliseconds since 1970: sessions of agents since then are about it. */
  readonly since: number;
  /** When it is started this time. */
  readonly at: number;
}

/** What does the work. Nothing here throws except for a signal's reason, and each can be called again after a crash. */
export interface RunHands {
  /** Whether a packet has neither branch nor worktree yet. */
  readonly isFresh: (one: PacketState) => Promise<boolean>;
  readonly carryOut: (job: Job, signal: AbortSignal) => Promise<StepResult>;
  /**
   * Merges packets together, where the run says so. What is left out of the answer is lost.
   *
   * @returns how each ended, by the key of its job.
   */
  readonly mergeTogether?: (jobs: readonly Job[], signal: AbortSignal) => Promise<ReadonlyMap<string, StepResult>>;
  /**
   * Ends what a killed engine left running of a step.
   *
   * @returns how the step ended, if it did; otherwise `lost`; `inFlight` where it goes on elsewhere, and `carryOut` waits for it.
   */
  readonly recover: (job: Job, signal: AbortSignal) => Promise<StepResult | 'inFlight'>;
  /**
   * Removes what the run made for a packet and nothing else; what was not merged is kept under a ref of the run.
   *
   * @returns why something of it is left: a sentence without full stop.
   */
  readonly takeBack: (one: PacketState) => Promise<string | undefined>;
}

/** What an engine works with. */
export interface EngineDesk {
  readonly log: RunLog;
  readonly hands: RunHands;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Waits; ends at once where the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** How often to look for what others have added to the log, in milliseconds. */
  readonly lookMs?: number;
  readonly process: ProcessMark;
  /** Called with each event and the state after it. */
  readonly onEvent?: (record: RunRecord, state: RunState) => void;
  /** Ends the engine, as a kill would; what is in flight is interrupted. */
  readonly signal: AbortSignal;
}

/** So often the engine looks for what others have added to the log, in milliseconds, where nothing else is said. */
const usualLookMs = 500;

/**
 * Works on a run until nothing is left to be done, or can be, or a person stops it. Each step is in the log before it begins and after
 * it ended, so after a kill in between the next engine knows what was in flight.
 *
 * @throws what the log throws; the signal's reason.
 */
export async function runEngine(fold: RunFold, desk: EngineDesk): Promise<RunState> {
  const { clock, log, lookMs = usualLookMs } = desk;
  const { state } = fold;
  const take = (records: readonly RunRecord[]): void => {
    for (const record of records) {
      fold.apply(record);
      desk.onEvent?.(record, state);
    }
  };
  const append = async (event: RunEvent): Promise<void> => {
    take(await log.append(event));
  };
  await append({ kind: 'engine', process: desk.process });
  const crew = createCrew(desk);
  try {
    await recoverAll(state, crew, desk, append);
    for (;;) {
      desk.signal.throwIfAborted();
      take(await log.refresh());
      for (const { flight, result } of crew.takeEnded()) {
        await append({ kind: 'ended', key: flight.key, packet: flight.packet, result });
        const halts = whyHalt(flight, result, state.limits);
        // Other steps may have other agents, or none.
        if (halts !== undefined) await append({ kind: 'halted', step: flight.step, why: `${flight.packet}: ${halts}` });
      }
      if (state.mode === 'aborted') return await abort(state, crew, desk, append);
      const { starts, wakeAt, halt } = decide(state, clock());
      const merges: [Flight, Job][] = [];
      for (const start of starts) {
        const launched = await launch(start, state, desk, append);
        if (launched && start.step === 'merge') merges.push(launched);
        else if (launched) crew.begin(...launched);
      }
      crew.merge(merges);
      if (halt !== undefined) await append({ kind: 'halted', why: halt });
      if (crew.size() === 0 && starts.length === 0 && crew.isIdle()) {
        if (wakeAt === undefined || !hasOpenWait(state, clock())) return await close(state, append);
        await desk.sleep(Math.min(wakeAt - clock(), lookMs), desk.signal);
      } else await crew.wait();
    }
  } finally {
    await crew.breakOff();
  }
}

/** Why no more of such steps are started; undefined if they may be. */
function whyHalt({ step }: Flight, result: StepResult, { tokens, tokensPerPacket }: RunLimits): string | undefined {
  if (result.halts !== undefined) return result.halts;
  if (result.failure === 'halt') return result.note ?? 'no agent can work';
  const isDone = result.outcome === 'passed' || result.outcome === 'back';
  if ((tokens ?? tokensPerPacket) === undefined || !isAgentStep(step) || !isDone || result.tokens !== undefined)
    return undefined;
  return 'the agent does not report its tokens, so their limit cannot be kept: abort this run, and start one with another agent, or without --max-tokens and --packet-tokens';
}

type Append = (event: RunEvent) => Promise<void>;

async function recoverAll(state: RunState, crew: Crew, { hands, signal }: EngineDesk, append: Append): Promise<void> {
  for (const one of [...state.packets.values()]) {
    const { flight } = one;
    if (!flight) continue;
    const job = jobOf(flight, { ...one, flight: undefined });
    const result = await hands.recover(job, signal);
    if (result === 'inFlight') crew.begin(flight, job);
    else await append({ kind: 'ended', key: flight.key, packet: flight.packet, result });
  }
}

function jobOf({ key, step, at, dollars }: Flight, one: PacketState): Job {
  return { key, step, dollars, one, since: one.since ?? at, at };
}

/** Records a start. @returns undefined if somebody else has said something about the packet meanwhile. */
async function launch(
  start: Start,
  state: RunState,
  { hands }: EngineDesk,
  append: Append,
): Promise<[Flight, Job] | undefined> {
  const { id } = start.packet;
  const before = state.packets.get(id);
  if (!before) return undefined;
  const fresh = !before.begun && (await hands.isFresh(before));
  await append({
    kind: 'started',
    key: start.key,
    packet: id,
    step: start.step,
    ...(fresh ? { fresh } : {}),
    ...(start.dollars === undefined ? {} : { dollars: start.dollars }),
  });
  const after = state.packets.get(id);
  return after?.flight?.key === start.key ? [after.flight, jobOf(after.flight, after)] : undefined;
}

/** Nothing is in flight, and nothing can be started. */
async function close(state: RunState, append: Append): Promise<RunState> {
  // A pause is meant to end.
  if (state.mode === 'paused' || hasPaused(state) || state.outcome !== undefined) return state;
  // Without its pull request nothing of a run is merged, and its branch is left to be cleaned up.
  const isThrough = [...state.packets.values()].every(
    ({ outcome, packet }) => outcome === 'merged' || (outcome === 'dropped' && packet.closes !== true),
  );
  await append({ kind: 'over', outcome: isThrough ? 'merged' : 'stuck' });
  return state;
}

async function abort(state: RunState, crew: Crew, { hands }: EngineDesk, append: Append): Promise<RunState> {
  await crew.breakOff();
  for (const { flight, result } of crew.takeEnded())
    await append({ kind: 'ended', key: flight.key, packet: flight.packet, result });
  const left: string[] = [];
  for (const one of state.packets.values()) {
    if (!(one.begun && one.fresh) && one.packet.closes !== true) continue;
    const why = await hands.takeBack(one);
    if (why !== undefined) left.push(`${one.packet.id}: ${why}`);
  }
  // It can be aborted again then.
  if (left.length > 0) await append({ kind: 'halted', why: left.join('; ') });
  else if (state.outcome !== 'aborted') await append({ kind: 'over', outcome: 'aborted' });
  return state;
}

interface Ended {
  readonly flight: Flight;
  readonly result: StepResult;
}

/** The steps that one engine has in flight. */
interface Crew {
  readonly begin: (flight: Flight, job: Job) => void;
  /** Begins merges, several of them together. */
  readonly merge: (merges: readonly (readonly [Flight, Job])[]) => void;
  readonly size: () => number;
  /** Whether no end waits to be taken. */
  readonly isIdle: () => boolean;
  readonly takeEnded: () => readonly Ended[];
  /** Until a step ends, or it is time to look at the log. */
  readonly wait: () => Promise<void>;
  /** Ends all steps and waits until they have ended. */
  readonly breakOff: () => Promise<void>;
}

function createCrew({ hands, sleep, signal, lookMs = usualLookMs }: EngineDesk): Crew {
  const over = new AbortController();
  const all = AbortSignal.any([signal, over.signal]);
  // Each step listens, and there may be hundreds.
  setMaxListeners(0, all);
  const running = new Map<string, Promise<void>>();
  let ended: Ended[] = [];
  let wake = (): void => undefined;
  // One at a time, however often something ends before it has passed.
  let look: Promise<void> | undefined;
  const lost: StepResult = { outcome: 'lost' };
  const follow = (flight: Flight, carriedOut: Promise<StepResult>): void => {
    const work = carriedOut
      .catch((error: unknown): StepResult =>
        all.aborted ? lost : { outcome: 'failed', failure: 'final', note: describeError(error) },
      )
      .then((result) => {
        running.delete(flight.key);
        ended.push({ flight, result });
        wake();
      });
    running.set(flight.key, work);
  };
  return {
    begin: (flight, job) => {
      follow(flight, hands.carryOut(job, all));
    },
    merge: (merges) => {
      const jobs = merges.map(([, job]) => job);
      const together = merges.length > 1 ? hands.mergeTogether?.(jobs, all) : undefined;
      for (const [flight, job] of merges)
        follow(flight, together?.then((results) => results.get(flight.key) ?? lost) ?? hands.carryOut(job, all));
    },
    size: () => running.size,
    isIdle: () => ended.length === 0,
    takeEnded: () => {
      const taken = ended;
      ended = [];
      return taken;
    },
    wait: () => {
      if (ended.length > 0 || running.size === 0) return Promise.resolve();
      look ??= sleep(lookMs, all).then(() => {
        look = undefined;
        wake();
      });
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    breakOff: async () => {
      over.abort(new Error('the run was stopped'));
      await Promise.all(running.values());
    },
  };
}

import { afterStep } from './afterStep.js';
import type { Packet, PlannedEvent, RunEvent, RunLimits, RunRecord, StartedEvent, StepName } from './event.js';

/** A step that was started and has not ended. */
export interface Flight extends StartedEvent {
  readonly at: number;
  /** The engine that started it: the number of its event. */
  readonly engine: number;
}

export interface PacketState {
  readonly packet: Packet;
  /** In flight, or next. */
  readonly step: StepName;
  readonly flight?: Flight | undefined;
  /** When its step was first started, in milliseconds since 1970; undefined: it was not since the last one ended. */
  readonly since?: number | undefined;
  /** How many steps were started. */
  readonly starts: number;
  /** How often it was sent back. */
  readonly rounds: number;
  /** How often its step failed in a row. */
  readonly tries: number;
  /** The step is not tried before; milliseconds since 1970. */
  readonly notBefore: number;
  /** Whether it has started: it holds the files and resources that it needs until it is over. */
  readonly begun: boolean;
  /** Whether its branch and worktree are the run's. */
  readonly fresh: boolean;
  /** What it waits for a person to say. */
  readonly asks?: string | undefined;
  /** Feedback for the next build. */
  readonly told?: string | undefined;
  readonly outcome?: 'merged' | 'failed' | 'dropped' | undefined;
  /** Why it is as it is: the last failure. */
  readonly note?: string | undefined;
  /** What the merge made. */
  readonly commit?: string | undefined;
  /** What it has cost so far, in US dollars. */
  readonly dollars: number;
  /** The tokens that were used for it, and how long agents have worked on it, in milliseconds. */
  readonly tokens: number;
  readonly agentMs: number;
}

export type RunMode = 'open' | 'paused' | 'halted' | 'aborted';

/** What a run is at some moment: the fold of its events. */
export interface RunState {
  readonly plan: PlannedEvent;
  readonly limits: RunLimits;
  /** In the order of the plan. */
  readonly packets: ReadonlyMap<string, PacketState>;
  /** Those that are not over and need nothing that is not merged, in no particular order: of a thousand, most are over or wait. */
  readonly open: ReadonlyMap<string, PacketState>;
  readonly mode: RunMode;
  /** Why it has halted. */
  readonly why?: string | undefined;
  /** The steps of which no more are started, and why; undefined: a person said so. */
  readonly stopped: ReadonlyMap<StepName, string | undefined>;
  /** When it was planned, and when the last engine began; milliseconds since 1970. */
  readonly plannedAt: number;
  readonly engine?: { readonly number: number; readonly at: number; readonly pid: number; readonly startedAt: string };
  /** What all steps that have ended have cost, in US dollars, as far as that is known. */
  readonly dollars: number;
  /** The tokens that they used, as far as that is known. */
  readonly tokens: number;
  /** The packets that failed since one last got on. */
  readonly failedInARow: number;
  readonly outcome?: 'merged' | 'stuck' | 'aborted' | undefined;
}

export type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** A run that follows its log. */
export interface RunFold {
  readonly state: RunState;
  /** Takes the next record; what does not fit changes nothing. */
  readonly apply: (record: RunRecord) => void;
}

/** @returns undefined if the first record is no plan. */
export function openFold(records: readonly RunRecord[]): RunFold | undefined {
  const [first, ...rest] = records;
  if (first?.event.kind !== 'planned') return undefined;
  const plan = first.event;
  const packets = new Map(plan.packets.map((packet) => [packet.id, newPacket(packet)]));
  const lacks = new Map(plan.packets.map(({ id, needs }) => [id, new Set(needs).size]));
  const open = new Map([...packets].filter(([id]) => lacks.get(id) === 0));
  const neededBy = new Map<string, string[]>();
  for (const { id, needs } of plan.packets)
    for (const need of new Set(needs)) neededBy.set(need, [...(neededBy.get(need) ?? []), id]);
  const state: Changing<RunState> = {
    open,
    plan,
    limits: plan.limits,
    packets,
    mode: 'open',
    stopped: new Map(),
    plannedAt: first.at,
    dollars: 0,
    tokens: 0,
    failedInARow: 0,
  };
  const fold: RunFold = {
    state,
    apply: (record) => {
      applyTo(state, { packets, open, lacks, neededBy }, record);
    },
  };
  for (const record of rest) fold.apply(record);
  return fold;
}

/** A packet that nothing was done for. */
export function newPacket(packet: Packet): PacketState {
  return {
    packet,
    step: 'build',
    starts: 0,
    rounds: 0,
    tries: 0,
    notBefore: 0,
    begun: false,
    fresh: false,
    dollars: 0,
    tokens: 0,
    agentMs: 0,
  };
}

interface PacketMaps {
  readonly packets: Map<string, PacketState>;
  readonly open: Map<string, PacketState>;
  /** How many of the packets that it needs are not merged. */
  readonly lacks: Map<string, number>;
  readonly neededBy: ReadonlyMap<string, readonly string[]>;
}

/** Takes what a packet is now, and lets those begin that needed nothing else. */
function put({ packets, open, lacks, neededBy }: PacketMaps, before: PacketState, after: PacketState): void {
  const { id } = after.packet;
  packets.set(id, after);
  if (isOver(after)) open.delete(id);
  else if (after.begun || lacks.get(id) === 0) open.set(id, after);
  if (after.outcome !== 'merged' || before.outcome === 'merged') return;
  for (const other of neededBy.get(id) ?? []) {
    const left = (lacks.get(other) ?? 0) - 1;
    lacks.set(other, left);
    const waiting = packets.get(other);
    if (left === 0 && waiting && !isOver(waiting)) open.set(other, waiting);
  }
}

function applyTo(state: Changing<RunState>, maps: PacketMaps, { number, at, event }: RunRecord): void {
  switch (event.kind) {
    case 'planned':
      return;
    case 'engine':
      state.engine = { number, at, ...event.process };
      return;
    case 'started':
    case 'ended':
    case 'answered': {
      const one = maps.packets.get(event.packet);
      if (one) put(maps, one, applyToPacket(state, one, at, event));
      return;
    }
    case 'halted':
      if (event.step !== undefined) state.stopped = new Map([...state.stopped, [event.step, event.why]]);
      else {
        state.mode = 'halted';
        state.why = event.why;
      }
      return;
    case 'paused':
      if (event.step !== undefined) state.stopped = new Map([...state.stopped, [event.step, undefined]]);
      else if (state.mode === 'open') state.mode = 'paused';
      return;
    case 'resumed':
      if (state.mode === 'aborted') return;
      state.outcome = undefined;
      state.failedInARow = 0;
      state.stopped = new Map([...state.stopped].filter(([step]) => event.step !== undefined && step !== event.step));
      if (event.step !== undefined) return;
      state.mode = 'open';
      state.why = undefined;
      return;
    case 'aborted':
      state.mode = 'aborted';
      return;
    case 'over':
      state.outcome = event.outcome;
  }
}

type PacketEvent = Extract<RunEvent, { readonly kind: 'started' | 'ended' | 'answered' }>;

function applyToPacket(state: Changing<RunState>, one: PacketState, at: number, event: PacketEvent): PacketState {
  switch (event.kind) {
    case 'started':
      return {
        ...one,
        step: event.step,
        flight: { ...event, at, engine: state.engine?.number ?? 0 },
        since: one.since ?? at,
        starts: one.starts + 1,
        begun: true,
        fresh: one.fresh || event.fresh === true,
      };
    case 'ended':
      // A step that ends after its start counted as lost changes nothing.
      return one.flight?.key === event.key ? afterStep(state, one, at, event.result) : one;
    case 'answered':
      return afterAnswer(state, one, event);
  }
}

function afterAnswer(
  state: Changing<RunState>,
  one: PacketState,
  { answer, text }: Extract<RunEvent, { readonly kind: 'answered' }>,
): PacketState {
  if (one.outcome === 'merged' || one.flight) return one;
  if (answer === 'drop') return { ...one, asks: undefined, outcome: 'dropped' };
  state.outcome = undefined;
  return {
    ...one,
    ...(one.outcome === 'dropped' || one.outcome === 'failed' ? { outcome: undefined, rounds: 0 } : {}),
    asks: undefined,
    tries: 0,
    notBefore: 0,
    ...(text === undefined ? {} : { told: text }),
  };
}

/** Whether a person has stopped a step. */
export function isPausedAt({ stopped }: RunState, step: StepName): boolean {
  return stopped.has(step) && stopped.get(step) === undefined;
}

/** Whether nothing is left to be done for a packet. What is merged is cleaned up, too. */
export function isOver({ outcome, begun, flight }: PacketState): boolean {
  return !flight && (outcome === 'merged' ? !begun : outcome !== undefined);
}

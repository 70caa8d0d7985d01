import { afterStep, sentBack } from './afterStep.js';
import type { RunEvent, RunRecord, StepResult } from './event.js';
import type { Changing } from '../base/changing.js';
import { isOver, isSettled, newPacket, type PacketState, type RunState } from './runState.js';

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
    timedFrom: first.at,
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
  for (const other of neededBy.get(id) ?? []) {
    const waiting = packets.get(other);
    if (!waiting) continue;
    const [was, is] = [before, after].map((one) => isSettled(one, waiting.packet));
    if (was === is) continue;
    const left = (lacks.get(other) ?? 0) + (is ? -1 : 1);
    lacks.set(other, left);
    if (left === 0 && !isOver(waiting)) open.set(other, waiting);
    else if (left > 0 && !waiting.begun) {
      open.delete(other);
      // What it asks is about work that is done again.
      if (waiting.asks !== undefined) packets.set(other, { ...waiting, asks: undefined });
    }
  }
}

/** Has packets built again whose work came back after it was merged. If none of them can be, a person has to say what to do. */
function reopen(
  state: Changing<RunState>,
  maps: PacketMaps,
  closing: PacketState,
  { reopens, note }: StepResult,
): void {
  if (!reopens) return;
  const merged = reopens.flatMap((id) => {
    const one = maps.packets.get(id);
    return one?.outcome === 'merged' && isOver(one) ? [one] : [];
  });
  for (const one of merged) put(maps, one, sentBack(state, { ...one, note }, note));
  if (merged.length > 0) return;
  const [first = ''] = reopens;
  const asks = `\`pactwright run answer ${first}\` builds ${first} again, and \`pactwright run answer ${closing.packet.id}\` looks again after you have dealt with it: ${note ?? 'it came back'}`;
  put(maps, closing, { ...closing, asks });
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
      if (!one) return;
      const after = applyToPacket(state, one, at, event);
      put(maps, one, after);
      if (event.kind === 'ended' && after !== one) reopen(state, maps, after, event.result);
      return;
    }
    case 'halted':
      if (event.step !== undefined) state.stopped = new Map([...state.stopped, [event.step, event.why]]);
      else {
        // One that is aborted stays so, whatever it leaves.
        if (state.mode !== 'aborted') state.mode = 'halted';
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
      // It gets as much time as it had at first.
      state.timedFrom = at;
      return;
    case 'aborted':
      state.mode = 'aborted';
      state.why = undefined;
      // It is over once nothing of it is left.
      if (state.outcome === 'stuck') state.outcome = undefined;
      return;
    case 'over':
      state.outcome = event.outcome;
      if (event.outcome === 'aborted') state.why = undefined;
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

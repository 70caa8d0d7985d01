import { wavesOf } from '../base/waves.js';
import { type Alarm, alarmsOf, isHalted } from './alarm.js';
import { isHeld, stoppedWords, type Waiting, waitsFor, whyWaiting } from './decide.js';
import type { StepName } from './event.js';
import { isOver, type PacketState, type RunMode, type RunState } from './runState.js';

/** How a packet is, in a word. */
export type PacketStage = 'waiting' | StepName | 'asks' | 'merged' | 'failed' | 'dropped' | 'interrupted';

/** A packet as doors show it. */
export interface PacketView {
  readonly id: string;
  readonly title: string;
  /** From 1. */
  readonly wave: number;
  readonly stage: PacketStage;
  /** Since when its step goes on, in milliseconds since 1970. */
  readonly since?: number;
  readonly needs: readonly string[];
  /** Whom it waits for before it may begin, and for what. */
  readonly waitsFor?: readonly Waiting[];
  readonly rounds: number;
  readonly dollars: number;
  /** Why: a sentence without full stop. */
  readonly note?: string;
  readonly commit?: string;
}

/** A run as doors show it. */
export interface RunView {
  readonly run: string;
  readonly folder: string;
  readonly target: string;
  /** `interrupted`: its engine is gone, and `pactwright run resume` goes on. */
  readonly state: 'running' | 'interrupted' | Exclude<RunMode, 'open'> | 'merged' | 'stuck';
  readonly why?: string;
  /** Whether a step is stopped that no person has stopped. */
  readonly isStopped?: boolean;
  /** Whether an abort has not come to its end. */
  readonly isUnfinished?: boolean;
  readonly plannedAt: number;
  readonly dollars: number;
  readonly budget?: number;
  readonly packets: readonly PacketView[];
}

/** @param lives whether an engine works on it. @param now milliseconds since 1970. */
export function viewRun(state: RunState, lives: boolean, now: number): RunView {
  const { plan, limits, mode, outcome, why, plannedAt } = state;
  const alarms = mode === 'aborted' ? [] : alarmsOf(state);
  const stopped = mode === 'aborted' ? [] : Array.from(state.stopped, ([step, because]) => stoppedWords(step, because));
  const reasons = [
    ...(why === undefined ? [] : [why]),
    ...stopped,
    ...alarms.map((alarm) => (alarm.step === undefined ? alarm.why : stoppedWords(alarm.step, alarm.why))),
  ];
  const waves = wavesOf(new Map(plan.packets.map(({ id, needs }) => [id, needs])));
  const waveOf = new Map(waves.flatMap((wave, at) => wave.map((id) => [id, at + 1] as const)));
  const packets = [...state.packets.values()].map((one) =>
    viewPacket({ state, alarms, lives, now }, one, waveOf.get(one.packet.id) ?? 0),
  );
  return {
    run: plan.run,
    folder: plan.folder,
    target: plan.target,
    state: outcome ?? stateOf(state, lives, now),
    // What stopped a step has kept nothing from being merged.
    ...(reasons.length === 0 || outcome === 'merged' ? {} : { why: reasons.join('; ') }),
    ...(Array.from(state.stopped.values()).some((because) => because !== undefined) ? { isStopped: true } : {}),
    ...(mode === 'aborted' && outcome === undefined && !lives ? { isUnfinished: true } : {}),
    plannedAt,
    dollars: packets.reduce((sum, one) => sum + one.dollars, 0),
    ...(limits.dollars === undefined ? {} : { budget: limits.dollars }),
    packets,
  };
}

/** How a run is that is not over. */
function stateOf(state: RunState, lives: boolean, now: number): RunView['state'] {
  if (state.mode !== 'open') return state.mode;
  if (isHalted(alarmsOf(state))) return 'halted';
  return lives ? 'running' : isHeld(state, now) ? 'paused' : 'interrupted';
}

/** A packet that a run has given up. */
export interface GivenUp {
  readonly id: string;
  readonly title: string;
  /** Where it failed. */
  readonly step: StepName;
  /** How many steps were started for it, and how often it was sent back. */
  readonly starts: number;
  readonly rounds: number;
  readonly dollars: number;
  /** The last error. */
  readonly note: string;
  /** What waits for it, directly or not. */
  readonly blocks: readonly string[];
}

/** The packets that a run has given up, in the order of its plan. */
export function givenUp({ packets, plan }: RunState): readonly GivenUp[] {
  return [...packets.values()].flatMap(({ packet: { id, title }, outcome, step, starts, rounds, dollars, note }) => {
    if (outcome !== 'failed') return [];
    const blocks = new Set([id]);
    for (const one of blocks) for (const other of plan.packets) if (other.needs.includes(one)) blocks.add(other.id);
    blocks.delete(id);
    return [{ id, title, step, starts, rounds, dollars, note: note ?? 'it failed', blocks: [...blocks] }];
  });
}

interface Seen {
  readonly state: RunState;
  readonly alarms: readonly Alarm[];
  readonly lives: boolean;
  readonly now: number;
}

function viewPacket({ state, alarms, lives, now }: Seen, one: PacketState, wave: number): PacketView {
  const { packet, rounds, dollars, commit, flight } = one;
  const waits = !isOver(one) && !flight && state.outcome !== 'aborted';
  const others = waits ? waitsFor(state, one) : [];
  const note = waits ? whyWaiting(state, one, now, alarms) : one.note;
  return {
    id: packet.id,
    title: packet.title,
    wave,
    stage: stageOf(one, lives),
    ...(flight ? { since: flight.at } : {}),
    needs: packet.needs,
    ...(others.length === 0 ? {} : { waitsFor: others }),
    rounds,
    dollars,
    ...(note === undefined ? {} : { note }),
    ...(commit === undefined ? {} : { commit }),
  };
}

function stageOf({ flight, outcome, asks, step, begun }: PacketState, lives: boolean): PacketStage {
  if (outcome !== undefined) return outcome;
  if (flight) return lives ? flight.step : 'interrupted';
  if (asks !== undefined) return 'asks';
  return begun ? step : 'waiting';
}

import { wavesOf } from '../base/waves.js';
import { type Waiting, waitsFor, whyWaiting } from './decide.js';
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
  readonly plannedAt: number;
  readonly dollars: number;
  readonly budget?: number;
  readonly packets: readonly PacketView[];
}

/** @param lives whether an engine works on it. @param now milliseconds since 1970. */
export function viewRun(state: RunState, lives: boolean, now: number): RunView {
  const { plan, limits, mode, outcome, why, plannedAt } = state;
  const waves = wavesOf(new Map(plan.packets.map(({ id, needs }) => [id, needs])));
  const waveOf = new Map(waves.flatMap((wave, at) => wave.map((id) => [id, at + 1] as const)));
  const packets = [...state.packets.values()].map((one) =>
    viewPacket(state, one, waveOf.get(one.packet.id) ?? 0, lives, now),
  );
  return {
    run: plan.run,
    folder: plan.folder,
    target: plan.target,
    state: outcome ?? (mode !== 'open' ? mode : lives ? 'running' : 'interrupted'),
    ...(why === undefined ? {} : { why }),
    plannedAt,
    dollars: packets.reduce((sum, one) => sum + one.dollars, 0),
    ...(limits.dollars === undefined ? {} : { budget: limits.dollars }),
    packets,
  };
}

function viewPacket(state: RunState, one: PacketState, wave: number, lives: boolean, now: number): PacketView {
  const { packet, rounds, dollars, commit, flight } = one;
  const others = isOver(one) || flight ? [] : waitsFor(state, one);
  const note = isOver(one) || flight ? one.note : whyWaiting(state, one, now);
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

import type { Packet, PlannedEvent, RunLimits, StartedEvent, StepName } from './event.js';

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
  /** From when its time limit counts: when it was planned, or a person last let all of it go on; milliseconds since 1970. */
  readonly timedFrom: number;
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

/** A packet that nothing was done for. */
export function newPacket(packet: Packet): PacketState {
  return {
    packet,
    step: packet.closes === true ? 'merge' : 'build',
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

/** Whether a packet that needs another one need not wait for it any more. */
export function isSettled(one: PacketState | undefined, { closes = false }: Packet): boolean {
  if (!closes) return one?.outcome === 'merged';
  return one !== undefined && isOver(one) && one.outcome !== 'failed';
}

/** Whether a person has stopped a step. */
export function isPausedAt({ stopped }: RunState, step: StepName): boolean {
  return stopped.has(step) && stopped.get(step) === undefined;
}

/** Whether nothing is left to be done for a packet. What is merged is cleaned up, too. */
export function isOver({ outcome, begun, flight }: PacketState): boolean {
  return !flight && (outcome === 'merged' ? !begun : outcome !== undefined);
}

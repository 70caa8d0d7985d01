import type { AgentEndKind } from '../agentEnd.js';
import { estimateOf } from '../prices.js';
import type { SessionStart, SessionState } from '../sessionRecord.js';
import type { SessionFacts, ToldOfSession } from './sessionFacts.js';

/** A session as it is shown. Times are milliseconds since 1970. */
export interface SessionView extends SessionStart, ToldOfSession {
  readonly state: SessionState;
  /** When that began, as far as its log tells: when a session was lost is unknown. */
  readonly since: number;
  /** What it is at, why it waits, or how it ended: one line; empty if there is nothing to say. */
  readonly note: string;
  readonly startedAt: number;
  /** Since when it runs in silence; undefined if it has no way to report. */
  readonly silentSince?: number;
  readonly endedAt?: number;
  /** If `dollars` are its tokens at list prices: the date of these, as `2026-05-05`. */
  readonly pricesOf?: string;
  /** Whether a terminal can take up its conversation again. */
  readonly canResume?: true;
  /** What its end means, once it has ended. */
  readonly end?: AgentEndKind;
  /** Of the agent's program, while it runs. */
  readonly pid?: number;
  /** Of our own process that looks after it, or did: the one that its terminal runs. */
  readonly keeperPid: number;
}

/** Whether a session may still go on: its end was not recorded, and its process is not gone. */
export function isLive({ endedAt, state }: Pick<SessionView, 'endedAt' | 'state'>): boolean {
  return endedAt === undefined && state !== 'lost';
}

/** A silence is reported from this length on, in milliseconds: a model may think for a while. */
const notableSilenceMs = 2 * 60_000;

/** How long a session has been silent, in milliseconds; undefined if it is too short to report. @param now since 1970. */
export function silenceOf({ silentSince }: Pick<SessionView, 'silentSince'>, now: number): number | undefined {
  const silence = now - (silentSince ?? now);
  return silence >= notableSilenceMs ? silence : undefined;
}

/** Which of a session's processes live. */
export interface SessionLife {
  readonly program: boolean;
  readonly keeper: boolean;
}

export function viewSession(facts: SessionFacts, life: SessionLife): SessionView {
  const { start, startedAt, keeper, process, ended, note, since, told, heardAt } = facts;
  const state = stateOf(facts, life);
  return {
    ...start,
    ...told,
    ...estimateOf({ ...start, ...told }),
    state,
    since,
    note: state === 'lost' ? 'it disappeared without reporting its end' : note,
    startedAt,
    ...(state === 'running' && heardAt !== undefined ? { silentSince: heardAt } : {}),
    ...(ended ? { endedAt: ended.at, end: ended.end.kind } : {}),
    ...(process && !ended && life.program ? { pid: process.pid } : {}),
    keeperPid: keeper.pid,
  };
}

/**
 * A program lives on without its keeper, and is then running as before. A keeper whose program has just ended is about to record
 * that.
 */
export function stateOf({ ended, stage }: SessionFacts, { program, keeper }: SessionLife): SessionState {
  return ended || program || keeper ? stage : 'lost';
}

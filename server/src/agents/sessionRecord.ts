import type { AgentEnd } from './agentEnd.js';
import type { AgentEvent } from './agentEvent.js';
import type { Phase } from './phase.js';

/** A line of a session's log; a log begins with `start`. Times are milliseconds since 1970. */
export type SessionEntry =
  | ({ readonly kind: 'start'; readonly at: number } & SessionStart)
  /** The program runs: found again by both, as pids are given away again. */
  | { readonly kind: 'process'; readonly at: number; readonly pid: number; readonly startedAt: string }
  | { readonly kind: 'event'; readonly at: number; readonly event: AgentEvent }
  /** A gate before or after the agent answered. */
  | {
      readonly kind: 'gate';
      readonly at: number;
      readonly gate: string;
      readonly answer: string;
      readonly next?: string;
    }
  | { readonly kind: 'end'; readonly at: number; readonly code: number | null; readonly end: AgentEnd };

export interface SessionStart {
  /** Our own: `20260301-141502-act-STORY-042-1f3a`; the name of its log, too. */
  readonly id: string;
  readonly agent: string;
  readonly mode: 'interactive' | 'headless';
  readonly item?: string;
  readonly phase?: Phase;
  /** From 1: how often the agent was sent back is one less. */
  readonly round: number;
  /** Absolute: where the agent works. */
  readonly folder: string;
  readonly branch?: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** The session it takes up again: ours. */
  readonly resumes?: string;
  /** Of our own process that looks after it, in the same form as `process`. */
  readonly keeper: { readonly pid: number; readonly startedAt: string };
}

/** What a session is at. `lost`: its end was not recorded, and its process is gone. */
export type SessionState = 'starting' | 'running' | 'waiting' | 'idle' | 'finished' | 'failed' | 'lost';

import type { AgentAccess } from './agent.js';
import type { AgentEnd } from './agentEnd.js';
import type { AgentEvent } from './agentEvent.js';
import type { Phase } from './phase.js';

/** A line of a session's log; a log begins with `start`. Times are milliseconds since 1970. */
export type SessionEntry =
  /** `keeper`: our own process that looks after it. */
  | { readonly kind: 'start'; readonly at: number; readonly start: SessionStart; readonly keeper: ProcessMark }
  /** What was not committed when the agent was started; told where work on an item begins. */
  | { readonly kind: 'before'; readonly at: number; readonly files: FileStamps }
  /** The program runs. */
  | { readonly kind: 'process'; readonly at: number; readonly process: ProcessMark }
  | { readonly kind: 'event'; readonly at: number; readonly event: AgentEvent }
  /** A gate before or after the agent answered. */
  | { readonly kind: 'gate'; readonly at: number; readonly gate: GateAnswer }
  | { readonly kind: 'end'; readonly at: number; readonly code: number | null; readonly end: AgentEnd };

/**
 * Files by their way from the top of the repository, with `/`, and what changes with each of their states: to be compared, and not
 * read.
 */
export type FileStamps = Readonly<Record<string, string>>;

export interface GateAnswer {
  readonly gate: string;
  readonly answer: string;
  /** What to do now, as a sentence without full stop. */
  readonly next?: string;
}

/** A process is found again by both, as pids are given away again. */
export interface ProcessMark {
  readonly pid: number;
  /** As the machine tells it, to be compared and not read; empty where it tells none (Windows), or the process was gone already. */
  readonly startedAt: string;
}

export interface SessionStart {
  /** Our own: `20260301-141502-act-STORY-042-1f3a`; the name of its log, too. */
  readonly id: string;
  readonly agent: string;
  readonly mode: 'interactive' | 'headless';
  readonly access: AgentAccess;
  /** As the program names it; undefined: its own choice. */
  readonly model?: string;
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
}

/** What a session is at. `lost`: its end was not recorded, and its process is gone. */
export type SessionState = 'starting' | 'running' | 'waiting' | 'idle' | 'finished' | 'failed' | 'lost';

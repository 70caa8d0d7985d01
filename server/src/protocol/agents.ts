import type { SessionStart, SessionState } from '../agents/sessionRecord.js';

export type { SessionState } from '../agents/sessionRecord.js';
export { phaseNames, type Phase } from '../agents/phase.js';

/** The sessions of agents in the repositories of all projects, newest first. */
export const agentSessionsRequest = 'pactwright/agentSessions';

/** There may be other sessions, or they may be at something else. */
export const agentSessionsChangedNotification = 'pactwright/agentSessionsChanged';

/** A session of an agent as the editor shows it. Times are milliseconds since 1970. */
export interface AgentSessionView extends Omit<SessionStart, 'keeper'> {
  /** URI of the root of the project it belongs to. */
  readonly root: string;
  readonly state: SessionState;
  /** What it is at, why it waits, or why it failed: one line; empty where there is nothing to say. */
  readonly note: string;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** Of the agent's program, while it runs. */
  readonly pid?: number;
  /** The program's own name of its session, by which it can be resumed. */
  readonly agentSession?: string;
  /** The agent's own file: absolute. */
  readonly transcript?: string;
  readonly dollars?: number;
  /** The last gate that answered. */
  readonly gate?: { readonly gate: string; readonly answer: string; readonly next?: string };
}

export interface AgentRequests {
  readonly [agentSessionsRequest]: {
    readonly params: undefined;
    readonly answer: readonly AgentSessionView[];
  };
}

export interface AgentNotifications {
  readonly [agentSessionsChangedNotification]: undefined;
}

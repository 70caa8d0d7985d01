import type { SessionView } from '../agents/sessions/sessionView.js';

export { isLive, silenceOf } from '../agents/sessions/sessionView.js';
export type { SessionState } from '../agents/sessionRecord.js';
export { phaseNames, type Phase } from '../agents/phase.js';
export { phases, sprintPhases } from '../agents/phases/phases.js';

/** The sessions of agents in the repositories of all projects, newest first. */
export const agentSessionsRequest = 'pactwright/agentSessions';

/** The commit that the work of a session is compared with: where gates say that the item's began; undefined where git does not say. */
export const reviewBaseRequest = 'pactwright/reviewBase';

/** There may be other sessions, or they may be at something else. */
export const agentSessionsChangedNotification = 'pactwright/agentSessionsChanged';

/** A session of an agent as the editor shows it. */
export interface AgentSessionView extends SessionView {
  /** URI of the root of the project it belongs to. */
  readonly root: string;
}

export interface AgentRequests {
  readonly [agentSessionsRequest]: {
    readonly params: undefined;
    readonly answer: readonly AgentSessionView[];
  };
  readonly [reviewBaseRequest]: {
    readonly params: Pick<AgentSessionView, 'root' | 'folder' | 'item'>;
    readonly answer: string | undefined;
  };
}

export interface AgentNotifications {
  readonly [agentSessionsChangedNotification]: undefined;
}

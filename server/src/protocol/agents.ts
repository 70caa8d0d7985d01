import type { QueueEntry } from '../agents/queue.js';
import type { ReviewComment } from '../agents/reviewComments.js';
import type { SessionView } from '../agents/sessions/sessionView.js';

export { isLive, silenceOf } from '../agents/sessions/sessionView.js';
export type { SessionState } from '../agents/sessionRecord.js';
export type { QueueOutcome } from '../agents/queue.js';
export { phaseNames, type Phase } from '../agents/phase.js';
export { phases } from '../agents/phases/phases.js';
export { defaultSprintPhases as sprintPhases } from '../workspace/sprintPhases.js';

/** The sessions of agents in the repositories of all projects, newest first. */
export const agentSessionsRequest = 'pactwright/agentSessions';

/** The commit that the work of a session is compared with: where gates say that the item's began; undefined if git does not say. */
export const reviewBaseRequest = 'pactwright/reviewBase';

/** Where an item is worked on, and the commit its work is compared with; undefined if git does not say. */
export const reviewPlaceRequest = 'pactwright/reviewPlace';

/** The queues of the repositories of all projects; those with nothing in them are left out. */
export const queuesRequest = 'pactwright/queues';

/** What persons say of lines of items' work, in the repositories of all projects. */
export const reviewCommentsRequest = 'pactwright/reviewComments';

/** There may be other sessions, queues or comments, or they may be at something else. */
export const agentSessionsChangedNotification = 'pactwright/agentSessionsChanged';

/** A session of an agent as the editor shows it. */
export interface AgentSessionView extends SessionView {
  /** URI of the root of the project it belongs to. */
  readonly root: string;
}

/** The items that wait for a sprint of a repository, or are worked on, in their order. */
export interface QueueView {
  readonly isWorkedOn: boolean;
  readonly isPaused: boolean;
  readonly entries: readonly QueueEntryView[];
}

export interface QueueEntryView extends QueueEntry {
  /** URI of the root of the project it belongs to. */
  readonly root: string;
}

export interface ReviewCommentView extends ReviewComment {
  /** URI of the root of the project it belongs to. */
  readonly root: string;
  readonly item: string;
}

export interface AgentRequests {
  readonly [reviewPlaceRequest]: {
    readonly params: { readonly root: string; readonly item: string };
    readonly answer: { readonly folder: string; readonly base: string } | undefined;
  };
  readonly [queuesRequest]: { readonly params: undefined; readonly answer: readonly QueueView[] };
  readonly [reviewCommentsRequest]: { readonly params: undefined; readonly answer: readonly ReviewCommentView[] };
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

import { pathToFileURL } from 'node:url';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import {
  agentSessionsRequest,
  type AgentSessionView,
  type QueueView,
  queuesRequest,
  reviewBaseRequest,
  reviewCommentsRequest,
  reviewPlaceRequest,
  type ReviewCommentView,
} from '../../protocol.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { ReviewedWork } from '../../execution/agents/reviewBase.js';
import type { readAllComments } from '../../execution/agents/commentsFile.js';
import type { QueueFile } from '../../execution/agents/queueFile.js';
import type { RunReader } from '../../execution/runLog/runReader.js';
import type { SessionReader } from '../../execution/agents/sessionReader.js';
import type { AnswerRequest } from './answerRequest.js';
import { isInside } from './uris.js';

/** What knows of the sessions of agents. */
export interface AgentSessions {
  /** The folder of the logs of a project, absolute, whether there or not. @param repository undefined if there is no git. */
  readonly logsOf: (root: string, repository: GitRepository | undefined) => string;
  readonly reader: SessionReader;
  readonly runs: RunReader;
  readonly queueIn: (logs: string) => Pick<QueueFile, 'read' | 'isWorkedOn'>;
  /** @see readAllComments */
  readonly commentsIn: (logs: string) => ReturnType<typeof readAllComments>;
  /** @see findReviewBase */
  readonly baseOf: (work: ReviewedWork) => Promise<string | undefined>;
}

/** Where the sessions of a project are recorded. Absolute. */
export interface SessionLogs {
  readonly root: string;
  readonly logs: string;
  readonly configuration: ReviewedWork['configuration'];
  /** Where an item is worked on: the project's folder in its worktree, if it has one. Absolute. */
  readonly folderOf: (item: string) => string;
}

export interface AgentAnswers {
  /** A log was written: notifies the client, if it has asked since the last notification. */
  changed(): void;
}

/** Answers what the client's view of agents asks. @param tell that there is something else to be answered. */
export function registerAgentRequests(
  answer: AnswerRequest,
  { reader, queueIn, commentsIn, baseOf }: Omit<AgentSessions, 'logsOf' | 'runs'>,
  places: () => Promise<readonly SessionLogs[]>,
  tell: () => void,
): AgentAnswers {
  let isCurrent = false;
  const byLogs = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const all = await places();
    return new Map(
      all.map(({ logs }) => [logs, all.filter((one) => one.logs === logs).map(({ root }) => root)] as const),
    );
  };
  answer(agentSessionsRequest, [], async () => {
    isCurrent = true;
    const found: AgentSessionView[] = [];
    for (const [logs, roots] of await byLogs())
      for (const session of await reader.read(logs))
        found.push({ ...session, root: pathToFileURL(rootOf(session, roots)).href });
    return found.sort((a, b) => b.startedAt - a.startedAt);
  });
  answer(queuesRequest, [], async () => {
    const found: QueueView[] = [];
    for (const [logs, roots] of await byLogs()) {
      const file = queueIn(logs);
      const queue = await file.read();
      const entries = queue.entries.map((entry) => ({ ...entry, root: pathToFileURL(rootOf(entry, roots)).href }));
      if (entries.length > 0)
        found.push({ isWorkedOn: await file.isWorkedOn(queue), isPaused: queue.paused === true, entries });
    }
    return found;
  });
  answer(reviewCommentsRequest, [], async () => {
    const found: ReviewCommentView[] = [];
    for (const [logs, roots] of await byLogs())
      for (const { item, comments } of await commentsIn(logs))
        for (const comment of comments)
          found.push({ ...comment, item, root: pathToFileURL(rootOf({ folder: comment.top }, roots)).href });
    return found;
  });
  answer(reviewPlaceRequest, undefined, async ({ root, item }) => {
    const place = (await places()).find((one) => pathToFileURL(one.root).href === root);
    const folder = place?.folderOf(item);
    const base = place && folder !== undefined && (await baseOf({ folder, item, configuration: place.configuration }));
    return folder === undefined || base === undefined || base === false ? undefined : { folder, base };
  });
  answer(reviewBaseRequest, undefined, async ({ root, folder, item }) => {
    // Without trust there is none.
    const place = (await places()).find((one) => pathToFileURL(one.root).href === root);
    return place && baseOf({ folder, item, configuration: place.configuration });
  });
  return {
    changed: () => {
      if (isCurrent) tell();
      isCurrent = false;
    },
  };
}

/** Projects of one repository share its logs. What works in a worktree elsewhere is shown with the first of them. */
function rootOf({ folder }: Pick<SessionView, 'folder'>, roots: readonly string[]): string {
  const around = roots.filter((root) => root === folder || isInside(root, folder));
  return around.reduce((best, root) => (best.length >= root.length ? best : root), around[0] ?? roots[0] ?? folder);
}

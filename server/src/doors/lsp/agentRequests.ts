import { pathToFileURL } from 'node:url';
import type { SessionView } from '../../agents/sessions/sessionView.js';
import { agentSessionsRequest, type AgentSessionView, reviewBaseRequest } from '../../protocol.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { ReviewedWork } from '../../execution/agents/reviewBase.js';
import type { SessionReader } from '../../execution/agents/sessionReader.js';
import type { AnswerRequest } from './answerRequest.js';
import { isInside } from './uris.js';

/** What knows of the sessions of agents. */
export interface AgentSessions {
  /** The folder of the logs of a project, absolute, whether there or not. @param repository undefined where there is no git. */
  readonly logsOf: (root: string, repository: GitRepository | undefined) => string;
  readonly reader: SessionReader;
  /** @see findReviewBase */
  readonly baseOf: (work: ReviewedWork) => Promise<string | undefined>;
}

/** Where the sessions of a project are recorded. Absolute. */
export interface SessionLogs {
  readonly root: string;
  readonly logs: string;
  readonly configuration: ReviewedWork['configuration'];
}

export interface AgentAnswers {
  /** Some log was written to: tells the client, where it was answered since it was told the last time. */
  changed(): void;
}

/** Answers what the client's view of agents asks. @param tell that there is something else to be answered. */
export function registerAgentRequests(
  answer: AnswerRequest,
  { reader, baseOf }: Pick<AgentSessions, 'reader' | 'baseOf'>,
  places: () => Promise<readonly SessionLogs[]>,
  tell: () => void,
): AgentAnswers {
  let isCurrent = false;
  answer(agentSessionsRequest, [], async () => {
    isCurrent = true;
    const all = await places();
    const found: AgentSessionView[] = [];
    for (const logs of new Set(all.map((one) => one.logs))) {
      const roots = all.filter((one) => one.logs === logs).map(({ root }) => root);
      for (const session of await reader.read(logs))
        found.push({ ...session, root: pathToFileURL(rootOf(session, roots)).href });
    }
    return found.sort((a, b) => b.startedAt - a.startedAt);
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
function rootOf({ folder }: SessionView, roots: readonly string[]): string {
  const around = roots.filter((root) => root === folder || isInside(root, folder));
  return around.reduce((best, root) => (best.length >= root.length ? best : root), around[0] ?? roots[0] ?? folder);
}

import * as vscode from 'vscode';
import {
  agentSessionsChangedNotification,
  agentSessionsRequest,
  type AgentSessionView,
  reviewBaseRequest,
} from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';
import { sessionsContext } from './agentRows.js';

/** The sessions of agents, as the server last sent them. */
export interface AgentSessions {
  readonly latest: () => readonly AgentSessionView[];
  /** Asks the server at once instead of waiting for its next notification. */
  readonly get: () => Promise<readonly AgentSessionView[]>;
  /** What a session's work is compared with: a commit. */
  readonly baseOf: (session: AgentSessionView) => Promise<string>;
  readonly onChange: vscode.Event<AgentSessionsChange>;
}

interface AgentSessionsChange {
  /** Undefined the first time. */
  readonly before: readonly AgentSessionView[] | undefined;
  readonly now: readonly AgentSessionView[];
}

/** Without trust git does not run, and where sessions are recorded is unknown: there are none then. */
export function createAgentSessions(
  context: vscode.ExtensionContext,
  link: Pick<ServerLink, 'request' | 'onNotification' | 'onReady'>,
): AgentSessions {
  const changed = new vscode.EventEmitter<AgentSessionsChange>();
  let known: readonly AgentSessionView[] | undefined;
  let asking: Promise<readonly AgentSessionView[]> | undefined;
  // A request during another one gets a new answer, not the old one.
  let wanted = 0;

  const ask = async (): Promise<readonly AgentSessionView[]> => {
    const before = known;
    let now: readonly AgentSessionView[];
    let asked: number;
    do {
      asked = wanted;
      now = (await link.request(agentSessionsRequest, undefined)) ?? known ?? [];
    } while (asked !== wanted);
    asking = undefined;
    known = now;
    await vscode.commands.executeCommand('setContext', 'pactwright.agents.sessions', now.length);
    await vscode.commands.executeCommand('setContext', 'pactwright.agents.words', sessionsContext(now));
    if (JSON.stringify(before) !== JSON.stringify(now)) changed.fire({ before, now });
    return now;
  };
  const get = (): Promise<readonly AgentSessionView[]> => {
    wanted++;
    return (asking ??= ask());
  };
  context.subscriptions.push(
    changed,
    link.onReady(() => void get()),
    link.onNotification(agentSessionsChangedNotification, () => void get()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void get()),
  );
  const baseOf = async ({ root, folder, item }: AgentSessionView): Promise<string> =>
    (await link.request(reviewBaseRequest, { root, folder, ...(item === undefined ? {} : { item }) })) ?? 'HEAD';
  return { latest: () => known ?? [], get, baseOf, onChange: changed.event };
}

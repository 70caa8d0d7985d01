import * as vscode from 'vscode';
import { agentSessionsChangedNotification } from '../../../server/src/protocol.js';
import type { ServerLink } from '../editor/serverLink.js';

/** What the server says about files beside the sessions of agents: asked for again whenever one of them changes. */
export interface AgentRecords<T> {
  readonly latest: () => readonly T[];
  /** Asks the server now, for callers that cannot wait for its notification. */
  readonly get: () => Promise<readonly T[]>;
  readonly onChange: vscode.Event<void>;
}

/** @param ask asks the server; undefined if it does not answer. */
export function followRecords<T>(
  context: Pick<vscode.ExtensionContext, 'subscriptions'>,
  link: Pick<ServerLink, 'onNotification' | 'onReady'>,
  ask: () => Promise<readonly T[] | undefined>,
): AgentRecords<T> {
  const changed = new vscode.EventEmitter<void>();
  let known: readonly T[] = [];
  let asked = 0;
  const get = async (): Promise<readonly T[]> => {
    const mine = ++asked;
    const now = (await ask()) ?? known;
    // What was asked for later is newer.
    if (mine !== asked || JSON.stringify(now) === JSON.stringify(known)) return known;
    known = now;
    changed.fire();
    return now;
  };
  context.subscriptions.push(
    changed,
    link.onReady(() => void get()),
    link.onNotification(agentSessionsChangedNotification, () => void get()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void get()),
  );
  return { latest: () => known, get, onChange: changed.event };
}

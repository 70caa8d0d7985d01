import * as vscode from 'vscode';
import { agentRowId, type AgentRow, topAgentRows } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import { toAgentTreeItem } from './agentTreeItem.js';
import { createTreeRows } from '../editor/treeRows.js';

const agentsViewId = 'pactwright.agents';

/** Ages are shown in minutes, in milliseconds. */
const ageMs = 30_000;

/** What tests and commands see of the view. */
export interface AgentTree {
  readonly rows: () => readonly AgentRow[];
}

/** The sessions of agents by what they are at: who waits for a person is first. */
export function createAgentTree(context: vscode.ExtensionContext, sessions: AgentSessions): AgentTree {
  const rows = (): readonly AgentRow[] => topAgentRows(sessions.latest());
  const shown = createTreeRows<AgentRow>({
    id: agentRowId,
    below: (row) => (row ? (row.kind === 'group' ? row.sessions : []) : rows()),
    item: (row) => toAgentTreeItem(row, Date.now()),
  });
  const view = vscode.window.createTreeView<AgentRow>(agentsViewId, { treeDataProvider: shown });
  const tell = (): void => {
    const waiting = rows().find((row) => row.kind === 'group' && row.group === 'waiting');
    const count = waiting?.kind === 'group' ? waiting.sessions.length : 0;
    view.badge =
      count === 0 ? undefined : { value: count, tooltip: vscode.l10n.t('Agents waiting for you: {0}', count) };
    shown.update();
  };
  const ages = setInterval(() => {
    if (!view.visible || !rows().some((row) => row.kind === 'group' && ['waiting', 'running'].includes(row.group)))
      return;
    // The log of one whose process was killed says nothing of that.
    void sessions.get();
    shown.update();
  }, ageMs);
  context.subscriptions.push(
    shown,
    view,
    sessions.onChange(tell),
    new vscode.Disposable(() => {
      clearInterval(ages);
    }),
  );
  return { rows };
}

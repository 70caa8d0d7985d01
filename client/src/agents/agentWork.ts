import * as vscode from 'vscode';
import type { WorkSource } from '../editor/workSource.js';
import { agentGroupOf } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import { toAgentTreeItem } from './agentTreeItem.js';

/** Sessions that are over are in the view of agents; here are those, and the newest one. */
export function createAgentWork(sessions: Pick<AgentSessions, 'latest' | 'onChange'>): WorkSource {
  return {
    rows: (root, item) => {
      const own = sessions.latest().filter((session) => session.root === root && session.item === item);
      const shown = own.filter(({ state }, at) => at === 0 || ['waiting', 'running'].includes(agentGroupOf(state)));
      return shown.map((session) => {
        const row = { kind: 'session', group: agentGroupOf(session.state), session } as const;
        const { label, description, tooltip, iconPath, command } = toAgentTreeItem(row, Date.now());
        return {
          id: `agent ${session.id}`,
          label: typeof label === 'string' ? label : session.agent,
          ...(typeof description === 'string' ? { description } : {}),
          ...(typeof tooltip === 'string' ? { tooltip } : {}),
          icon: iconPath instanceof vscode.ThemeIcon ? iconPath : new vscode.ThemeIcon('hubot'),
          command: command ?? { command: 'pactwright.agents.focus', title: vscode.l10n.t('Show') },
        };
      });
    },
    onChange: sessions.onChange,
  };
}

import * as vscode from 'vscode';
import type { AgentSessionView } from '../../../server/src/protocol.js';
import { type AgentGroup, agentRowId, type AgentRow, sessionContext, type SessionRow } from './agentRows.js';
import { groupWords, sessionDetails, sessionWords, subjectWords } from './agentWords.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** More finished sessions than this are not shown at once. */
const mostShown = 10;

/** A row as the view shows it. Icon and words show the state of an agent, never colour alone. */
export function toAgentTreeItem(row: AgentRow, now: number): vscode.TreeItem {
  const item =
    row.kind === 'group' ? groupItem(row.group, row.sessions.length) : sessionItem(row.session, row.group, now);
  item.id = agentRowId(row);
  return item;
}

function groupItem(group: AgentGroup, count: number): vscode.TreeItem {
  const item = new vscode.TreeItem(groupWords[group], group === 'finished' && count > mostShown ? Collapsed : Expanded);
  item.description = String(count);
  item.contextValue = 'group';
  return item;
}

function sessionItem(session: AgentSessionView, group: AgentGroup, now: number): vscode.TreeItem {
  const item = new vscode.TreeItem(subjectWords(session), None);
  item.description = sessionWords(session, now);
  item.tooltip = sessionDetails(session, now);
  item.iconPath = sessionIcon(session, group);
  item.contextValue = sessionContext(session, group);
  item.command = showSession(session, group);
  return item;
}

export function sessionIcon({ destroyed = 0, state }: AgentSessionView, group: AgentGroup): vscode.ThemeIcon {
  return destroyed > 0 ? destroyedIcon : (stateIcons[state] ?? icons[group]);
}

/** What a click on a session does. */
export function showSession(session: AgentSessionView, group: AgentGroup): vscode.Command {
  const row: SessionRow = { kind: 'session', group, session };
  return { command: 'pactwright.agents.reveal', title: vscode.l10n.t('Show Terminal'), arguments: [row] };
}

const icons: Readonly<Record<AgentGroup, vscode.ThemeIcon>> = {
  waiting: new vscode.ThemeIcon('bell-dot', new vscode.ThemeColor('list.warningForeground')),
  running: new vscode.ThemeIcon('loading~spin'),
  failed: new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
  finished: new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
};

const destroyedIcon = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));

const stateIcons: Readonly<Partial<Record<AgentSessionView['state'], vscode.ThemeIcon>>> = {
  refused: new vscode.ThemeIcon('shield', new vscode.ThemeColor('testing.iconFailed')),
  stopped: new vscode.ThemeIcon('debug-stop'),
};

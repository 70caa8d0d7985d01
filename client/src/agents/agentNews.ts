import * as vscode from 'vscode';
import { type AgentNews, newsOfAgents } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import type { AgentTerminals } from './agentTerminals.js';
import { subjectWords } from './agentWords.js';
import { plainMessage } from '../editor/plainMessage.js';

/** Says once when an agent waits, fails or ends, unless its terminal is what the person looks at. */
export function registerAgentNews(
  context: vscode.ExtensionContext,
  { sessions, terminals }: { readonly sessions: AgentSessions; readonly terminals: AgentTerminals },
): void {
  const tell = async ({ session, group }: AgentNews): Promise<void> => {
    const terminal = await terminals.of(session);
    if (terminal && vscode.window.state.focused && vscode.window.activeTerminal === terminal) return;
    const subject = subjectWords(session);
    const words = {
      waiting: vscode.l10n.t('{0} waits for you: {1}', session.agent, subject),
      failed: vscode.l10n.t('{0} failed: {1}', session.agent, subject),
      finished: vscode.l10n.t('{0} has finished: {1}', session.agent, subject),
    };
    const text = plainMessage([words[group], session.note].filter(Boolean).join('. '));
    const show = vscode.l10n.t('Show');
    const choice = await (group === 'failed'
      ? vscode.window.showWarningMessage(text, show)
      : vscode.window.showInformationMessage(text, show));
    if (choice === show)
      await vscode.commands.executeCommand('pactwright.agents.reveal', { kind: 'session', group, session });
  };
  context.subscriptions.push(
    sessions.onChange(({ before, now }) => {
      if (!before || !vscode.workspace.getConfiguration('pactwright').get<boolean>('agents.notify', true)) return;
      for (const news of newsOfAgents(before, now)) void tell(news);
    }),
  );
}

import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type AgentNews, canRunGate, newsOfAgents } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import type { AgentTerminals } from './agentTerminals.js';
import { claimNews, clearClaims } from './newsClaim.js';
import { subjectWords } from './agentWords.js';
import { plainMessage } from '../editor/plainMessage.js';

/** How long a window waits for one that has more to do with the news, in milliseconds. */
const patience = { ofFocused: 500, ofOthers: 1_500 } as const;

/**
 * Says when an agent waits, fails or ends, unless its terminal is what the person looks at: once, in the window that has its terminal,
 * else in the one that the person works in, else in any.
 */
export function registerAgentNews(
  context: vscode.ExtensionContext,
  { sessions, terminals }: { readonly sessions: AgentSessions; readonly terminals: AgentTerminals },
): void {
  const folder = path.join(context.globalStorageUri.fsPath, 'news');
  void clearClaims(folder, Date.now());
  const tell = async ({ session, group }: AgentNews): Promise<void> => {
    const terminal = await terminals.of(session);
    if (!terminal) await pause(vscode.window.state.focused ? patience.ofFocused : patience.ofOthers);
    const { root, id, state, since } = session;
    // What is destroyed may have scrolled by.
    const isLost = (session.destroyed ?? 0) > 0;
    if (!(await claimNews(folder, [root, id, state, since, isLost].join('\0')))) return;
    if (!isLost && terminal && vscode.window.state.focused && vscode.window.activeTerminal === terminal) return;
    const subject = subjectWords(session);
    const words = {
      waiting: vscode.l10n.t('{0} is waiting for you: {1}', session.agent, subject),
      failed: vscode.l10n.t('{0} failed: {1}', session.agent, subject),
      finished: vscode.l10n.t('{0} has finished: {1}', session.agent, subject),
    };
    const lost = isLost ? vscode.l10n.t('It destroyed uncommitted work') : '';
    const text = plainMessage([words[group], lost, session.note].filter(Boolean).join('. '));
    const actions = new Map([
      ...(isLost ? [[vscode.l10n.t('Restore…'), 'pactwright.agents.restore'] as const] : []),
      ...(session.question === undefined ? [] : [[vscode.l10n.t('Answer…'), 'pactwright.agents.answer'] as const]),
      ...(canRunGate(session) ? [[vscode.l10n.t('Run Gate'), 'pactwright.agents.runGate'] as const] : []),
      [vscode.l10n.t('Show'), 'pactwright.agents.reveal'] as const,
    ]);
    const choice = await (group === 'failed' || isLost
      ? vscode.window.showWarningMessage(text, ...actions.keys())
      : vscode.window.showInformationMessage(text, ...actions.keys()));
    const command = choice && actions.get(choice);
    if (command) await vscode.commands.executeCommand(command, { kind: 'session', group, session });
  };
  context.subscriptions.push(
    sessions.onChange(({ before, now }) => {
      if (!before || !vscode.workspace.getConfiguration('pactwright').get<boolean>('agents.notify', true)) return;
      for (const news of newsOfAgents(before, now, Date.now())) void tell(news);
    }),
  );
}

import * as vscode from 'vscode';
import { type AgentSessionView, type SessionState, silenceOf } from '../../../server/src/protocol.js';
import type { AgentGroup } from './agentRows.js';
import { shellWords } from './shellWords.js';

export const groupWords: Readonly<Record<AgentGroup, string>> = {
  waiting: vscode.l10n.t('Waiting for you'),
  running: vscode.l10n.t('Running'),
  failed: vscode.l10n.t('Failed or refused'),
  finished: vscode.l10n.t('Finished'),
};

export const stateWords: Readonly<Record<SessionState, string>> = {
  starting: vscode.l10n.t('starting'),
  running: vscode.l10n.t('running'),
  waiting: vscode.l10n.t('asks you'),
  idle: vscode.l10n.t('its turn is over'),
  finished: vscode.l10n.t('finished'),
  stopped: vscode.l10n.t('stopped'),
  refused: vscode.l10n.t('refused by the gate'),
  failed: vscode.l10n.t('failed'),
  lost: vscode.l10n.t('gone'),
};

/** `act STORY-042`: what a session is for. */
export function subjectWords({ phase, item, agent }: Pick<AgentSessionView, 'phase' | 'item' | 'agent'>): string {
  return [phase, item].filter((part) => part !== undefined).join(' ') || agent;
}

/** `3 min`: how long something took, or takes by now. @param ms milliseconds. */
function ageWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return vscode.l10n.t('less than a minute');
  if (minutes < 60) return vscode.l10n.t('{0} min', minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? vscode.l10n.t('{0} h', hours) : vscode.l10n.t('{0} days', Math.floor(hours / 24));
}

/** The state of a session, as shown beside its title. @param now milliseconds since 1970. */
export function sessionWords(session: AgentSessionView, now: number): string {
  const { agent, state, round, branch, startedAt, endedAt, dollars, note, destroyed = 0 } = session;
  const silence = silenceOf(session, now);
  // A narrow side bar cuts what comes late.
  const doing = silence === undefined ? stateWords[state] : vscode.l10n.t('silent for {0}', ageWords(silence));
  return [
    ...(subjectWords(session) === agent ? [] : [agent]),
    session.question === undefined ? doing : `${stateWords[state]}: ${session.question}`,
    ...(destroyed > 0 ? [vscode.l10n.t('destroyed uncommitted work')] : []),
    ...(round > 1 ? [vscode.l10n.t('round {0}', round)] : []),
    ageWords((endedAt ?? now) - startedAt),
    ...(dollars === undefined ? [] : [`$${dollars.toFixed(2)}`]),
    ...(branch === undefined ? [] : [branch]),
    ...(note === '' || note === session.question ? [] : [note]),
  ].join(' · ');
}

/** All that is known of a session, a line for each thing. */
export function sessionDetails(session: AgentSessionView, now: number): string {
  const { folder, command, startedAt, endedAt, gate, note, mode, model, pid } = session;
  const { inputTokens, outputTokens, dollars, pricesOf } = session;
  const lines: readonly (string | undefined)[] = [
    subjectWords(session),
    sessionWords({ ...session, note: '' }, now),
    note || undefined,
    gate && vscode.l10n.t('Gate {0}: {1}', gate.gate, [gate.answer, gate.next].filter(Boolean).join('. ')),
    vscode.l10n.t('Folder: {0}', folder),
    vscode.l10n.t('Started: {0}', new Date(startedAt).toLocaleString()),
    endedAt === undefined ? undefined : vscode.l10n.t('Ended: {0}', new Date(endedAt).toLocaleString()),
    model === undefined ? undefined : vscode.l10n.t('Model: {0}', model),
    inputTokens === undefined && outputTokens === undefined
      ? undefined
      : vscode.l10n.t('Tokens: {0} in, {1} out', inputTokens ?? 0, outputTokens ?? 0),
    dollars === undefined || pricesOf === undefined
      ? undefined
      : vscode.l10n.t('Cost: {0} at list prices of {1}', `$${dollars.toFixed(2)}`, pricesOf),
    mode === 'headless' ? vscode.l10n.t('Without a terminal') : undefined,
    pid === undefined ? undefined : vscode.l10n.t('Process {0}', pid),
    `$ ${shellWords(command)}`,
  ];
  return lines.filter((line) => line !== undefined).join('\n');
}

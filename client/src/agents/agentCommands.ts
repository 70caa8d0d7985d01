import * as vscode from 'vscode';
import { type AgentSessionView, isLive } from '../../../server/src/protocol.js';
import type { SessionRow } from './agentRows.js';
import type { AgentSessions } from './agentSessions.js';
import type { AgentTerminals } from './agentTerminals.js';
import { sessionDetails, stateWords, subjectWords } from './agentWords.js';
import type { agentCommandTable } from './agentCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import * as v from 'valibot';
import { plainMessage } from '../editor/plainMessage.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import { canRunGate } from './agentRows.js';
import { restoreSession } from './restoreSession.js';
import { reviewChanges } from './reviewChanges.js';
import { runOnSession, sessionArgs } from './sessionCommand.js';
import { createTranscripts } from './transcripts.js';
import { shellWords } from './shellWords.js';

export interface AgentDoors {
  readonly sessions: AgentSessions;
  readonly terminals: AgentTerminals;
  /** The command line's own program: absolute. */
  readonly program: string;
}

/** The commands behind the rows of the view of agents; from the palette a person chooses the session. */
export function registerAgentCommands(context: vscode.ExtensionContext, doors: AgentDoors): void {
  const { sessions, terminals, program } = doors;
  const showTranscript = createTranscripts(context, sessions, program);
  const onSession =
    (wanted: (session: AgentSessionView) => boolean, run: (session: AgentSessionView) => unknown) =>
    async (given: unknown): Promise<void> => {
      if (!isTrustedOrSay(vscode.l10n.t('Agents are not available in Restricted Mode.'))) return;
      const session = isSessionRow(given) ? given.session : await chooseSession(sessions, wanted);
      if (session) await run(session);
    };
  registerCommands(context, {
    'pactwright.agents.reveal': onSession(isLive, async (session) => {
      const terminal = await (isLive(session) ? terminals.awaited(session) : terminals.of(session));
      if (terminal) terminal.show();
      else
        void vscode.window.showInformationMessage(
          [
            session.mode === 'headless'
              ? vscode.l10n.t('This session has no terminal.')
              : vscode.l10n.t('The terminal of this session is closed or in another window.'),
            plainMessage(sessionDetails(session, Date.now())),
          ].join('\n'),
        );
    }),
    'pactwright.agents.openTranscript': onSession(hasTranscript, async ({ transcript, agent }) => {
      if (transcript === undefined) {
        void vscode.window.showInformationMessage(vscode.l10n.t('{0} has not reported a transcript.', agent));
        return;
      }
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(transcript));
    }),
    'pactwright.agents.showTranscript': onSession(() => true, showTranscript),
    'pactwright.agents.review': onSession(
      () => true,
      async (session) => reviewChanges(session.folder, await sessions.baseOf(session), subjectWords(session)),
    ),
    'pactwright.agents.stop': onSession(isLive, (session) => stopSession(session, doors)),
    'pactwright.agents.answer': onSession(asksNow, (session) => answerSession(session, terminals)),
    'pactwright.agents.resume': onSession(isResumable, (session) => {
      const name = vscode.l10n.t('{0} (resumed)', subjectWords(session));
      terminals.open(name, session.folder, sessionArgs(session, 'resume'));
    }),
    'pactwright.agents.restore': onSession(isOver, (session) => restoreSession(session, program)),
    'pactwright.agents.runGate': onSession(canRunGate, (session) => {
      const name = vscode.l10n.t('{0} (gate)', subjectWords(session));
      terminals.open(name, session.folder, sessionArgs(session, 'gate'));
    }),
    'pactwright.agents.copyCommand': onSession(
      () => true,
      async ({ command }) => {
        await vscode.env.clipboard.writeText(shellWords(command));
      },
    ),
  } satisfies CommandFunctions<typeof agentCommandTable>);
}

async function stopSession(session: AgentSessionView, { sessions, program }: AgentDoors): Promise<void> {
  const stop = vscode.l10n.t('Stop Agent');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Stop {0}, which works on {1}?', session.agent, subjectWords(session)),
    {
      modal: true,
      detail: vscode.l10n.t('This ends the agent and every process it started. Its changes are kept.'),
    },
    stop,
  );
  if (answer !== stop) return;
  const failure = await runOnSession(session, 'stop', program, 30_000);
  if (failure !== undefined) void vscode.window.showErrorMessage(vscode.l10n.t('Not stopped: {0}', failure));
  await sessions.get();
}

async function answerSession(session: AgentSessionView, terminals: AgentTerminals): Promise<void> {
  const answer = await vscode.window.showInputBox({
    title: vscode.l10n.t('{0} asks: {1}', session.agent, subjectWords(session)),
    prompt: plainMessage(session.question ?? session.note),
    placeHolder: vscode.l10n.t('Your answer'),
    ignoreFocusOut: true,
  });
  if (answer === undefined || answer.trim() === '') return;
  const name = vscode.l10n.t('{0} (answered)', subjectWords(session));
  terminals.open(name, session.folder, sessionArgs(session, 'answer', answer));
}

function asksNow({ question }: AgentSessionView): boolean {
  return question !== undefined;
}

function isOver(session: AgentSessionView): boolean {
  return !isLive(session);
}

function isResumable(session: AgentSessionView): boolean {
  return !isLive(session) && session.canResume === true;
}

function hasTranscript({ transcript }: AgentSessionView): boolean {
  return transcript !== undefined;
}

/** The view passes its own rows; from the palette and from keys there is none. */
function isSessionRow(given: unknown): given is SessionRow {
  return v.is(v.looseObject({ kind: v.literal('session'), session: v.looseObject({}) }), given);
}

async function chooseSession(
  sessions: AgentSessions,
  wanted: (session: AgentSessionView) => boolean,
): Promise<AgentSessionView | undefined> {
  const rows = (await sessions.get()).filter(wanted).map((session) => ({
    label: subjectWords(session),
    description: [session.agent, stateWords[session.state]].join(' · '),
    detail: new Date(session.startedAt).toLocaleString(),
    session,
  }));
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No matching agent sessions.'));
    return undefined;
  }
  return (await vscode.window.showQuickPick(rows, { placeHolder: vscode.l10n.t('Which session?') }))?.session;
}

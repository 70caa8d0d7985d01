import * as vscode from 'vscode';
import type { AgentSessionView } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import { plainMessage } from '../editor/plainMessage.js';
import type { AgentSessions } from './agentSessions.js';
import { folderOf } from './agentTerminals.js';
import { subjectWords } from './agentWords.js';

const scheme = 'pactwright-session';

/** Shows what happened in a session as a page; while the session goes on, the page follows. */
export function createTranscripts(
  context: vscode.ExtensionContext,
  sessions: Pick<AgentSessions, 'onChange'>,
  program: string,
): (session: AgentSessionView) => Promise<void> {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => transcriptOf(uri, program),
    }),
    sessions.onChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) changed.fire(uri);
    }),
  );
  return async (session) => {
    const query = new URLSearchParams({ root: session.root, session: session.id }).toString();
    const uri = vscode.Uri.from({ scheme, path: `/${subjectWords(session)}.md`, query });
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  };
}

async function transcriptOf({ query }: vscode.Uri, program: string): Promise<string> {
  const about = new URLSearchParams(query);
  const folder = folderOf(about.get('root') ?? '');
  const lines: string[] = [];
  const { code, errors } = await runCommandLine({
    program,
    args: ['agent', 'transcript', about.get('session') ?? '', '--root', folder],
    folder,
    onLine: (line) => lines.push(line),
    signal: AbortSignal.timeout(30_000),
  });
  return code === 0 ? lines.join('\n') : vscode.l10n.t('The session cannot be shown: {0}', plainMessage(errors));
}

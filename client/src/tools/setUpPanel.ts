import * as vscode from 'vscode';
import { runCommandLine } from '../editor/commandLine.js';
import { readEnvelope } from '../editor/operationProcess.js';
import { isOfProject } from '../editor/projectFiles.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import { readJson } from '../editor/schemas.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import { loadPage } from '../editor/webviewHtml.js';
import type { setUpCommandTable } from './setUpCommandTable.js';
import {
  type AskedSetUp,
  readSetUpPageMessage,
  type SetUpMessage,
  type SetUpPageMessage,
  setUpPlanSchema,
} from './setUpMessages.js';
import { setUpWords } from './setUpWords.js';

/**
 * The plan of `pactwright init`, `update` and `remove`, in a tab: which files would change and how, what is done in the clone, and what
 * is left to a person. Nothing is written before Apply.
 *
 * @param program the command line's own: absolute.
 */
export function createSetUpPanel(context: vscode.ExtensionContext, program: string): void {
  const show = createSinglePanel(
    context,
    { onStale: () => new vscode.Disposable(() => undefined) },
    {
      viewType: 'pactwright.setUp',
      title: vscode.l10n.t('Set Up Project for Agents'),
      open: (panel) => openSetUp(context, panel, program),
    },
  );
  registerCommands(context, {
    'pactwright.setUp': () => {
      const why = vscode.l10n.t('Pactwright starts no programs in Restricted Mode, so it cannot plan the set-up.');
      if (isTrustedOrSay(why)) show();
    },
  } satisfies CommandFunctions<typeof setUpCommandTable>);
}

function openSetUp(context: vscode.ExtensionContext, panel: vscode.WebviewPanel, program: string): OpenedPage {
  const { webview } = panel;
  let isReady = false;
  let running: AbortController | undefined;
  const post = (message: SetUpMessage): Thenable<boolean> => webview.postMessage(message);

  const begin = async (): Promise<void> => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    await post({
      type: 'begin',
      words: setUpWords(),
      folders: folders.map(({ name, uri }) => ({ name, uri: uri.toString() })),
    });
  };

  const work = async (what: 'planning' | 'applying', asked: AskedSetUp): Promise<void> => {
    // A new plan does not interrupt a write.
    running?.abort();
    const own = new AbortController();
    if (what === 'planning') running = own;
    await post({ type: 'working', what });
    const answer = await run(program, what, asked, own.signal);
    if (!own.signal.aborted) await post(answer);
  };

  const receive = async (message: SetUpPageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        return begin();
      case 'plan':
        return work('planning', message.asked);
      case 'apply':
        return work('applying', message.asked);
      case 'cancel':
        panel.dispose();
    }
  };

  const listening = [
    loadPage(context, webview, { name: 'setUp', title: panel.title, read: readSetUpPageMessage, receive }),
    new vscode.Disposable(() => running?.abort()),
  ];
  return {
    update: async () => {
      if (isReady) await begin();
    },
    listening,
  };
}

async function run(
  program: string,
  what: 'planning' | 'applying',
  asked: AskedSetUp,
  signal: AbortSignal,
): Promise<SetUpMessage> {
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.toString() === asked.root)?.uri.fsPath;
  if (folder === undefined || !vscode.workspace.isTrusted)
    return { type: 'failed', message: vscode.l10n.t('This folder is not open, or not trusted.') };
  const unsaved = vscode.workspace.textDocuments.find(({ isDirty, uri }) => isDirty && isOfProject(asked.root, uri));
  if (unsaved) {
    const name = vscode.workspace.asRelativePath(unsaved.uri);
    return { type: 'failed', message: vscode.l10n.t('{0} has unsaved changes. Save it first.', name) };
  }
  const lines: string[] = [];
  const { errors, code } = await runCommandLine({
    program,
    args: [...argumentsFor(asked), '--root', folder, '--format', 'json', ...(what === 'planning' ? ['--dry-run'] : [])],
    folder,
    onLine: (line) => lines.push(line),
    signal,
  });
  const text = lines.join('\n');
  const plan = readJson(setUpPlanSchema, text);
  if (plan && what === 'planning') return { type: 'plan', plan };
  const end = readEnvelope(text);
  if (plan && end?.kind === 'done')
    return { type: 'done', message: end.message, approvals: plan.answer.data.approvals };
  const why = end?.kind === 'refused' ? end.message : errors;
  return { type: 'failed', message: why || vscode.l10n.t('The command line failed (exit code {0}).', String(code)) };
}

function argumentsFor({ action, agents, exclude }: AskedSetUp): readonly string[] {
  if (action !== 'init') return [action];
  return [action, `--agents=${agents.join(',')}`, ...(exclude ? [`--exclude=${exclude.join(',')}`] : [])];
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import * as vscode from 'vscode';
import { runCommandLine } from '../editor/commandLine.js';
import { goToPlace } from '../editor/openPlace.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import { offset, readAs } from '../editor/schemas.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import {
  type HealthAnswer,
  type HealthFix,
  type HealthQuestion,
  type HealthRow,
  readHealthAnswer,
} from './healthAnswers.js';
import type { healthCommandTable } from './healthCommandTable.js';
import { healthPage, healthTitle } from './healthPage.js';
import { runTask } from './runTask.js';

/** What the page shows, and of which folder. */
interface Shown {
  readonly question: HealthQuestion;
  readonly folder: string;
  answer: HealthAnswer | undefined;
}

const usual: HealthQuestion = 'doctor';

/**
 * One page in a tab for what the command line says of a project: its health with buttons that put findings right, the tests that a
 * change asks for, and what tests cover. It runs no script; its links are commands.
 */
export function createHealthPanel(context: vscode.ExtensionContext, program: string): void {
  let shown: Shown | undefined;
  let refresh: (() => void) | undefined;
  const show = createSinglePanel(
    context,
    { onStale: () => new vscode.Disposable(() => undefined) },
    {
      viewType: 'pactwright.health',
      title: healthTitle(usual),
      open: (panel, update) => {
        refresh = update;
        return openHealth(panel, program, () => (shown ??= folderShown(usual)));
      },
    },
  );
  const ask = async (question: HealthQuestion): Promise<void> => {
    if (
      !isTrustedOrSay(
        vscode.l10n.t('Pactwright starts no programs in Restricted Mode, so it cannot examine the project.'),
      )
    )
      return;
    const folder = await chosenFolder();
    if (folder === undefined) return;
    shown = { question, folder, answer: undefined };
    show();
  };
  const rowAt = (at: unknown): { readonly row: HealthRow; readonly root: string } | undefined => {
    const row = shown?.answer?.rows[readAs(offset, at) ?? -1];
    return row && shown?.answer ? { row, root: shown.answer.root } : undefined;
  };
  registerCommands(context, {
    'pactwright.showDoctor': () => ask('doctor'),
    'pactwright.showRegression': () => ask('regression'),
    'pactwright.showCoverage': () => ask('coverage'),
    'pactwright.examineAgain': () => refresh?.(),
    'pactwright.openHealthPlace': async (at) => {
      const found = rowAt(at);
      if (!found || found.row.path === '') return;
      const start = { line: found.row.line ?? 0, character: 0 };
      const uri = vscode.Uri.file(path.join(found.root, ...found.row.path.split('/'))).toString();
      await goToPlace({ uri, range: { start, end: start } }, vscode.ViewColumn.Beside);
    },
    'pactwright.fixHealthFinding': async (at) => {
      const found = rowAt(at);
      if (found?.row.fix && (await applyFix(program, found.root, found.row.fix))) refresh?.();
    },
  } satisfies CommandFunctions<typeof healthCommandTable>);
}

function folderShown(question: HealthQuestion): Shown | undefined {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return folder === undefined ? undefined : { question, folder, answer: undefined };
}

async function chosenFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const folder = folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0];
  return folder?.uri.fsPath;
}

function openHealth(panel: vscode.WebviewPanel, program: string, shownNow: () => Shown | undefined): OpenedPage {
  const { webview } = panel;
  webview.options = {
    enableScripts: false,
    localResourceRoots: [],
    enableCommandUris: ['pactwright.openHealthPlace', 'pactwright.fixHealthFinding', 'pactwright.examineAgain'],
  };
  let asking: AbortController | undefined;
  const draw = (shown: Shown, state: Parameters<typeof healthPage>[1]): void => {
    panel.title = healthTitle(shown.question);
    webview.html = healthPage(shown.question, state, randomBytes(16).toString('base64'));
  };
  return {
    update: async () => {
      const shown = shownNow();
      if (!shown || !vscode.workspace.isTrusted) return;
      asking?.abort();
      const own = new AbortController();
      asking = own;
      draw(shown, { kind: 'asking' });
      const answer = await readAnswer(program, shown, own.signal);
      if (own.signal.aborted) return;
      shown.answer = typeof answer === 'string' ? undefined : answer;
      draw(shown, typeof answer === 'string' ? { kind: 'failed', message: answer } : { kind: 'answer', answer });
    },
    listening: [new vscode.Disposable(() => asking?.abort())],
  };
}

/** @returns the answer, or why there is none. */
async function readAnswer(
  program: string,
  { question, folder }: Shown,
  signal: AbortSignal,
): Promise<HealthAnswer | string> {
  const lines: string[] = [];
  const { errors, code } = await runCommandLine({
    program,
    args: [question, '--format', 'json'],
    folder,
    onLine: (line) => lines.push(line),
    signal,
  });
  const answer = readHealthAnswer(question, lines.join('\n'));
  return answer ?? (errors || vscode.l10n.t('The project could not be read (exit code {0}).', String(code)));
}

/** Once a person has seen the command. @returns whether it ran. */
async function applyFix(program: string, folder: string, { title, command }: HealthFix): Promise<boolean> {
  const run = vscode.l10n.t('Run');
  const chosen = await vscode.window.showInformationMessage(title, { modal: true, detail: command.join(' ') }, run);
  const [name = '', ...args] = command;
  if (chosen !== run || name === '') return false;
  if (name === 'pactwright') {
    const { code, errors } = await runCommandLine({
      program,
      args,
      folder,
      onLine: () => undefined,
      signal: new AbortController().signal,
    });
    if (code !== 0) void vscode.window.showErrorMessage(errors);
    return true;
  }
  const task = new vscode.Task(
    { type: 'process' },
    vscode.TaskScope.Workspace,
    title,
    'Pactwright',
    new vscode.ProcessExecution(name, args, { cwd: folder }),
  );
  await runTask(task);
  return true;
}

import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { exampleRequest, lintWorkspaceRequest } from '../../server/src/protocol.js';
import type { walkthroughCommandTable } from './commandTables.js';
import { type CommandFunctions, registerCommands } from './editor/registerCommands.js';
import type { ServerLink } from './editor/serverLink.js';

const exampleFolder = 'pactwright-example';

/** What the walkthrough's buttons do: an example to look around in, and the way to a finding and its fixes. */
export function registerWalkthrough(context: vscode.ExtensionContext, link: Pick<ServerLink, 'request'>): void {
  let shown: Shown | undefined;
  registerCommands(context, {
    'pactwright.openWalkthrough': () =>
      vscode.commands.executeCommand('workbench.action.openWalkthrough', `${context.extension.id}#start`),
    'pactwright.makeExample': () => makeExample(link),
    'pactwright.goToFinding': async () => {
      // Do not report that there is no finding while the first check is still running.
      const summary = await link.request(lintWorkspaceRequest, undefined);
      if (summary) await untilShown(summary.errors + summary.warnings + summary.infos);
      shown = (await goToFinding()) ?? shown;
    },
  } satisfies CommandFunctions<typeof walkthroughCommandTable>);
  context.subscriptions.push(
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (!shown || !uris.some((uri) => uri.toString() === shown?.uri.toString()) || isThere(shown)) return;
      shown = undefined;
      void vscode.commands.executeCommand('setContext', 'pactwright.findingFixed', true);
    }),
  );
}

/** The editor takes what the server finds a moment after the server has said that all is found; in milliseconds. */
const longestWait = 5_000;

/** Waits until the editor knows so many findings, but not for ever: it may hold back some of them. */
async function untilShown(count: number): Promise<void> {
  const isShown = (): boolean =>
    vscode.languages.getDiagnostics().reduce((sum, [uri]) => sum + findingsOf(uri).length, 0) >= count;
  if (isShown()) return;
  let listening: vscode.Disposable | undefined;
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestWait);
    listening = vscode.languages.onDidChangeDiagnostics(() => {
      if (isShown()) resolve();
    });
  });
  clearTimeout(timer);
  listening?.dispose();
}

interface Shown {
  readonly uri: vscode.Uri;
  readonly code: string;
  readonly message: string;
}

function isThere({ uri, code, message }: Shown): boolean {
  return findingsOf(uri).some((finding) => codeOf(finding) === code && finding.message === message);
}

function findingsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'pactwright');
}

function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}

/** An editor that is still starting may not yet ask us for fixes. */
const looks = 4;
const pauseMs = 500;

/** Puts the cursor on a finding that has a fix, the gravest first: the editor shows its light bulb there. @returns what is shown. */
async function goToFinding(): Promise<Shown | undefined> {
  for (let look = 1; look <= looks; look++) {
    const found = await findFixable();
    if (found) {
      const { uri, finding } = found;
      const editor = await vscode.window.showTextDocument(uri);
      editor.selection = new vscode.Selection(finding.range.start, finding.range.start);
      editor.revealRange(finding.range, vscode.TextEditorRevealType.InCenter);
      return { uri, code: codeOf(finding), message: finding.message };
    }
    if (allFindings().length > 0 && look < looks) await pause(pauseMs);
  }
  void vscode.window.showInformationMessage(
    allFindings().length === 0
      ? vscode.l10n.t('No findings in this workspace.')
      : vscode.l10n.t('No finding in this workspace has a quick fix. See the Problems view for all findings.'),
  );
  return undefined;
}

interface Placed {
  readonly uri: vscode.Uri;
  readonly finding: vscode.Diagnostic;
}

/** The gravest first. */
function allFindings(): readonly Placed[] {
  return vscode.languages
    .getDiagnostics()
    .flatMap(([uri]) => findingsOf(uri).map((finding) => ({ uri, finding })))
    .sort((a, b) => a.finding.severity - b.finding.severity);
}

async function findFixable(): Promise<Placed | undefined> {
  for (const placed of allFindings()) if (await hasFix(placed)) return placed;
  return undefined;
}

async function hasFix({ uri, finding: { range } }: Placed): Promise<boolean> {
  await vscode.workspace.openTextDocument(uri);
  const kind = vscode.CodeActionKind.QuickFix.value;
  const found: unknown = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, kind);
  return Array.isArray(found) && found.some((action) => action instanceof vscode.CodeAction && action.isPreferred);
}

/** Writes the example into a new folder that a person chooses, and opens it. */
async function makeExample(link: Pick<ServerLink, 'request'>): Promise<void> {
  const choice = await vscode.window.showOpenDialog({
    canSelectFolders: true,
    canSelectFiles: false,
    openLabel: vscode.l10n.t('Create Here'),
    title: vscode.l10n.t('Where to create the folder {0}', exampleFolder),
  });
  const [parent] = choice ?? [];
  const files = parent && (await link.request(exampleRequest, undefined));
  if (!parent || !files) return;
  const folder = vscode.Uri.joinPath(parent, exampleFolder);
  const edit = new vscode.WorkspaceEdit();
  for (const { path, text } of files)
    // Not overwriting: an existing file belongs to the user.
    edit.createFile(vscode.Uri.joinPath(folder, path), {
      overwrite: false,
      ignoreIfExists: false,
      contents: new TextEncoder().encode(text),
    });
  if (await vscode.workspace.applyEdit(edit)) await vscode.commands.executeCommand('vscode.openFolder', folder);
  else
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Could not create {0}. Does it already exist, or is the folder read-only?', folder.fsPath),
    );
}

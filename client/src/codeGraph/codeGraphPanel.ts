import path from 'node:path';
import * as vscode from 'vscode';
import { codeGraphRequest, openCommitCommand } from '../../../server/src/protocol.js';
import type { Boards } from '../editor/boards.js';
import { itemOfRow } from '../editor/itemOfRow.js';
import { goToPlace } from '../editor/openPlace.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import { isTrustedOrSay } from '../editor/restrictedMode.js';
import { readAs } from '../editor/schemas.js';
import type { ServerLink } from '../editor/serverLink.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import { loadPage } from '../editor/webviewHtml.js';
import type { codeGraphCommandTable } from './codeGraphCommandTable.js';
import {
  type AskedGraph,
  type CodeGraph,
  type GraphMessage,
  type GraphNode,
  type GraphPageMessage,
  graphSchema,
  readGraphPageMessage,
} from './codeGraphMessages.js';
import { codeGraphWords } from './codeGraphWords.js';

/**
 * The graph of the source code, in a tab. The server reads the code, and of a file that is as before nothing; it is drawn again when
 * a person asks for it: code changes with every key.
 */
export function createCodeGraphPanel(
  context: vscode.ExtensionContext,
  boards: Pick<Boards, 'latest'>,
  link: Pick<ServerLink, 'request'>,
): void {
  let wanted: AskedGraph | undefined;
  const show = createSinglePanel(
    context,
    { onStale: () => new vscode.Disposable(() => undefined) },
    {
      viewType: 'pactwright.codeGraph',
      title: vscode.l10n.t('Code Graph'),
      open: (panel) => openGraph(context, { panel, link, takeWanted: () => take() }),
    },
  );
  const take = (): AskedGraph | undefined => {
    const taken = wanted;
    wanted = undefined;
    return taken;
  };
  const showGraph = (asked?: AskedGraph): void => {
    const why = vscode.l10n.t('Pactwright starts no programs in Restricted Mode, so it cannot read the source code.');
    if (!isTrustedOrSay(why)) return;
    wanted = asked;
    show();
  };
  registerCommands(context, {
    'pactwright.showCodeGraph': () => {
      showGraph();
    },
    'pactwright.showCodeGraphOfFile': () => {
      showGraph(aroundActiveFile());
    },
    'pactwright.showCodeGraphOfItem': (row) => {
      const found = itemOfRow(boards.latest(), row);
      if (found) showGraph({ root: found.root, mode: 'item', start: found.item });
    },
  } satisfies CommandFunctions<typeof codeGraphCommandTable>);
}

/** The file in the active editor, with what is around it. */
function aroundActiveFile(): AskedGraph | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return undefined;
  const start = path.relative(folder.uri.fsPath, uri.fsPath).split(path.sep).join('/');
  return { root: folder.uri.toString(), mode: 'focus', start };
}

interface Opening {
  readonly panel: vscode.WebviewPanel;
  readonly link: Pick<ServerLink, 'request'>;
  /** What is to be drawn, once. */
  readonly takeWanted: () => AskedGraph | undefined;
}

function openGraph(context: vscode.ExtensionContext, { panel, link, takeWanted }: Opening): OpenedPage {
  const { webview } = panel;
  let isReady = false;
  let shown: { readonly asked: AskedGraph; readonly graph: CodeGraph } | undefined;
  let reading: AbortController | undefined;
  const post = (message: GraphMessage): Thenable<boolean> => webview.postMessage(message);

  const begin = async (): Promise<void> => {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const asked = takeWanted();
    await post({
      type: 'begin',
      words: codeGraphWords(),
      folders: folders.map(({ name, uri }) => ({ name, uri: uri.toString() })),
      ...(asked ? { asked } : {}),
    });
  };

  const draw = async (asked: AskedGraph): Promise<void> => {
    reading?.abort();
    const own = new AbortController();
    reading = own;
    await post({ type: 'reading' });
    const answer = await readGraph(link, asked, own.signal);
    if (own.signal.aborted) return;
    if (typeof answer !== 'string') shown = { asked, graph: answer };
    await post(typeof answer === 'string' ? { type: 'failed', message: answer } : { type: 'graph', graph: answer });
  };

  const receive = async (message: GraphPageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        isReady = true;
        return begin();
      case 'draw':
        return draw(message.asked);
      case 'open': {
        // The page may lead to what was drawn, and nowhere else.
        const node = shown?.graph.nodes.find(({ id }) => id === message.node);
        return node && shown && openNode(shown, node);
      }
      case 'export':
        return exportGraph(message);
    }
  };

  const listening = [
    loadPage(context, webview, {
      name: 'codeGraph',
      script: 'graphs',
      title: panel.title,
      read: readGraphPageMessage,
      receive,
    }),
    new vscode.Disposable(() => reading?.abort()),
  ];
  return {
    update: async () => {
      if (isReady) await begin();
    },
    listening,
  };
}

/** @returns the graph, or why there is none. */
async function readGraph(
  link: Pick<ServerLink, 'request'>,
  asked: AskedGraph,
  signal: AbortSignal,
): Promise<CodeGraph | string> {
  const folder = vscode.Uri.parse(asked.root).fsPath;
  const isOpen = vscode.workspace.workspaceFolders?.some(({ uri }) => isWithin(folder, uri.fsPath)) ?? false;
  if (!isOpen || !vscode.workspace.isTrusted) return vscode.l10n.t('This folder is not open, or not trusted.');
  const answer = await link.request(codeGraphRequest, { folder, input: inputFor(asked) }, signal);
  if (answer && 'problem' in answer) return answer.problem;
  return readAs(graphSchema, answer?.data) ?? vscode.l10n.t('The source code could not be read.');
}

function isWithin(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return !way.startsWith('..') && !path.isAbsolute(way);
}

function inputFor({ mode, start }: AskedGraph): Readonly<Record<string, string>> {
  if (start === '') return { mode };
  return mode === 'focus' || mode === 'item' ? { mode, [mode]: start } : { mode, entry: start };
}

/** Code beside the graph, so that it stays in sight. */
async function openNode(
  { asked, graph }: { readonly asked: AskedGraph; readonly graph: CodeGraph },
  { id, kind, path: file, line = 1 }: GraphNode,
): Promise<void> {
  if (kind === 'commit') {
    await vscode.commands.executeCommand(openCommitCommand, asked.root, id);
    return;
  }
  if (kind === 'module' || file === '') return;
  const uri = vscode.Uri.file(path.join(graph.root, ...file.split('/'))).toString();
  const start = { line: line - 1, character: 0 };
  await goToPlace({ uri, range: { start, end: start } }, vscode.ViewColumn.Beside);
}

async function exportGraph({ format, content }: GraphPageMessage & { type: 'export' }): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder.uri, `code-graph.${format}`) } : {}),
    filters: { [format.toUpperCase()]: [format] },
    title: vscode.l10n.t('Export the Code Graph'),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
  const said = vscode.l10n.t('The graph was written to {0}.', vscode.workspace.asRelativePath(uri));
  await vscode.window.showInformationMessage(said);
}

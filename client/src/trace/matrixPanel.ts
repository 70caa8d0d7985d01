import * as vscode from 'vscode';
import { matrixExportRequest, matrixRequest, type MatrixView } from '../../../server/src/protocol.js';
import { type MatrixMessage, type PageMessage, readPageMessage } from './matrixMessages.js';
import { matrixWords } from './matrixWords.js';
import { goToPlace } from '../editor/openPlace.js';
import type { ServerLink } from '../editor/serverLink.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import type { TraceItems } from '../editor/traceItems.js';
import { loadPage } from '../editor/webviewHtml.js';

export interface MatrixPanel {
  /** Shows the matrix of all projects, or of one project or item only. */
  readonly show: (only?: MatrixMessage['only']) => void;
}

/** The matrix of requirements, criteria, scenarios and tests: one page for all projects, recreated when it is shown. */
export function createMatrixPanel(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): MatrixPanel {
  let only: MatrixMessage['only'];
  const takeOnly = (): MatrixMessage['only'] => {
    const taken = only;
    only = undefined;
    return taken;
  };
  const show = createSinglePanel(context, items, {
    viewType: 'pactwright.matrix',
    title: vscode.l10n.t('Trace Matrix'),
    open: (panel, refresh) => openMatrix(context, link, { panel, refresh, takeOnly }),
  });
  return {
    show: (wanted) => {
      only = wanted;
      show();
    },
  };
}

interface Matrix {
  readonly panel: vscode.WebviewPanel;
  readonly refresh: () => void;
  /** What to show, sent to the page once. */
  readonly takeOnly: () => MatrixMessage['only'];
}

function openMatrix(
  context: vscode.ExtensionContext,
  link: ServerLink,
  { panel, refresh, takeOnly }: Matrix,
): OpenedPage {
  const { webview } = panel;
  let projects: readonly MatrixView[] = [];
  let isReady = false;
  let sent = '';

  const update = async (): Promise<void> => {
    if (!isReady) return;
    const answer = await link.request(matrixRequest, undefined);
    projects = answer ?? projects;
    const only = takeOnly();
    const text = JSON.stringify([answer === undefined, projects]);
    if (text === sent && only === undefined) return;
    sent = text;
    const words = matrixWords(answer !== undefined);
    const message: MatrixMessage = { type: 'matrix', projects, words, ...(only ? { only } : {}) };
    await webview.postMessage(message);
  };

  const receive = async (message: PageMessage): Promise<void> => {
    switch (message.type) {
      case 'ready':
        // A recreated page knows nothing yet.
        isReady = true;
        sent = '';
        refresh();
        return;
      case 'open':
        // The page may lead to where the server's own answer leads, and nowhere else.
        if (!placesOf(projects).has(message.uri)) return;
        return openBeside(message);
      case 'export':
        return exportMatrix(link, message);
    }
  };

  const listening = [
    loadPage(context, webview, { name: 'matrix', title: panel.title, read: readPageMessage, receive }),
  ];
  return { update, listening };
}

function placesOf(projects: readonly MatrixView[]): ReadonlySet<string> {
  return new Set(
    projects.flatMap(({ items }) =>
      items.flatMap(({ place, rows }) => [
        place.uri,
        ...rows
          .flatMap(({ requirement, criterion, scenario, tests }) => [requirement, criterion, scenario, ...tests])
          .flatMap((cell) => (cell ? [cell.place.uri] : [])),
      ]),
    ),
  );
}

/** Beside the matrix, so that it stays in sight. */
async function openBeside({ uri, line, character }: PageMessage & { type: 'open' }): Promise<void> {
  const start = { line, character };
  await goToPlace({ uri, range: { start, end: start } }, vscode.ViewColumn.Beside);
}

async function exportMatrix(
  link: ServerLink,
  { root, item, gaps, format }: PageMessage & { type: 'export' },
): Promise<void> {
  const content = await link.request(matrixExportRequest, {
    root,
    gaps,
    format,
    ...(item === undefined ? {} : { item }),
  });
  if (typeof content !== 'string') {
    await vscode.window.showErrorMessage(
      vscode.l10n.t('Could not export the matrix: the Pactwright server is not running or failed.'),
    );
    return;
  }
  const name = item === undefined ? 'trace-matrix' : `${item}-matrix`;
  const uri = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(vscode.Uri.parse(root), `${name}.${format}`),
    filters: { [formatNames[format]]: [format] },
    title: vscode.l10n.t('Export the Matrix'),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  const open = vscode.l10n.t('Open');
  const said = vscode.l10n.t('The matrix was written to {0}.', vscode.workspace.asRelativePath(uri));
  if ((await vscode.window.showInformationMessage(said, open)) === open)
    await vscode.commands.executeCommand('vscode.open', uri);
}

const formatNames = { md: 'Markdown', csv: 'CSV', html: 'HTML' } as const;

import * as vscode from 'vscode';
import { matrixExportRequest, matrixRequest, type MatrixView } from '../../server/src/protocol.js';
import { type MatrixMessage, type PageMessage, readPageMessage } from './matrixMessages.js';
import { matrixWords } from './matrixWords.js';
import { goToPlace } from './openPlace.js';
import type { ServerLink } from './serverLink.js';
import type { TraceItems } from './traceItems.js';
import { webviewHtml } from './webviewHtml.js';

const viewType = 'pactwright.matrix';

export interface MatrixPanel {
  /** Shows the matrix of all projects, or of one project or item only. */
  readonly show: (only?: MatrixMessage['only']) => void;
}

/** The matrix of requirements, criteria, scenarios and tests: one page for all projects, made anew when it is shown. */
export function createMatrixPanel(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): MatrixPanel {
  let shown:
    { readonly panel: vscode.WebviewPanel; readonly update: (only?: MatrixMessage['only']) => void } | undefined;

  const attach = (panel: vscode.WebviewPanel, first?: MatrixMessage['only']): void => {
    const { webview } = panel;
    const media = vscode.Uri.joinPath(context.extensionUri, 'media');
    const scripts = vscode.Uri.joinPath(context.extensionUri, 'dist/webview');
    webview.options = { enableScripts: true, localResourceRoots: [media, scripts] };
    let projects: readonly MatrixView[] = [];
    let sent = '';
    let only = first;
    let stale = true;

    const update = async (anew: boolean): Promise<void> => {
      if (!panel.visible) {
        stale = true;
        return;
      }
      stale = false;
      const answer = await link.request(matrixRequest, undefined);
      projects = answer ?? projects;
      const text = JSON.stringify([answer === undefined, projects]);
      if (!anew && text === sent && only === undefined) return;
      sent = text;
      const message: MatrixMessage = {
        type: 'matrix',
        projects,
        words: matrixWords(answer !== undefined),
        ...(only ? { only } : {}),
      };
      only = undefined;
      await webview.postMessage(message);
    };

    const receive = async (message: PageMessage): Promise<void> => {
      switch (message.type) {
        case 'ready':
          return update(true);
        case 'open':
          // The page may lead to where the server's own answer leads, and nowhere else.
          if (!placesOf(projects).has(message.uri)) return;
          return openBeside(message);
        case 'export':
          return exportMatrix(link, message);
      }
    };

    const listening = [
      items.onStale(() => void update(false)),
      panel.onDidChangeViewState(() => {
        if (stale) void update(false);
      }),
      webview.onDidReceiveMessage((message: unknown) => {
        const read = readPageMessage(message);
        if (read) void receive(read);
      }),
    ];
    panel.onDidDispose(() => {
      for (const one of listening) one.dispose();
      if (shown?.panel === panel) shown = undefined;
    });
    shown = {
      panel,
      update: (wanted) => {
        only = wanted;
        void update(false);
      },
    };
    webview.html = webviewHtml(webview, {
      script: vscode.Uri.joinPath(scripts, 'matrix.js'),
      style: vscode.Uri.joinPath(media, 'matrix.css'),
      title: panel.title,
    });
  };

  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel) => {
        attach(panel);
        return Promise.resolve();
      },
    }),
    new vscode.Disposable(() => {
      shown?.panel.dispose();
    }),
  );

  return {
    show: (only) => {
      if (shown) {
        shown.panel.reveal();
        shown.update(only);
        return;
      }
      const panel = vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Trace Matrix'), vscode.ViewColumn.Active);
      // An image of a tab does not take the colour of its text.
      const media = vscode.Uri.joinPath(context.extensionUri, 'media');
      panel.iconPath = {
        light: vscode.Uri.joinPath(media, 'tab-light.svg'),
        dark: vscode.Uri.joinPath(media, 'tab-dark.svg'),
      };
      attach(panel, only);
    },
  };
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
      vscode.l10n.t('The matrix was not exported, as the Pactwright server is not running or failed.'),
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

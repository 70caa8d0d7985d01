import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { type InsightsPage, insightsRequest } from '../../server/src/protocol.js';
import { insightsWords } from './insightsWords.js';
import type { ServerLink } from './serverLink.js';
import type { TraceItems } from './traceItems.js';
import { escapeHtml } from './webviewHtml.js';

const viewType = 'pactwright.insights';

/**
 * The page of insights, made by the server: charts and tables that need no script, so the page runs none and sends nothing.
 * It follows what is committed while it is shown.
 */
export function createInsightsPanel(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): void {
  let shown: { readonly panel: vscode.WebviewPanel; readonly update: () => void } | undefined;

  const attach = (panel: vscode.WebviewPanel): void => {
    const { webview } = panel;
    webview.options = { enableScripts: false, localResourceRoots: [] };
    let page: InsightsPage = { style: '', body: '' };
    let stale = true;

    const update = async (): Promise<void> => {
      stale = !panel.visible;
      if (stale) return;
      const answer = await link.request(insightsRequest, insightsWords());
      const next = answer ?? notAnswered();
      // A page that is set anew is laid out anew.
      if (next.body === page.body && next.style === page.style) return;
      page = next;
      webview.html = pageHtml(page, panel.title);
    };

    const listening = [
      items.onStale(() => void update()),
      panel.onDidChangeViewState(() => {
        if (stale) void update();
      }),
    ];
    panel.onDidDispose(() => {
      for (const one of listening) one.dispose();
      if (shown?.panel === panel) shown = undefined;
    });
    shown = { panel, update: () => void update() };
    void update();
  };

  context.subscriptions.push(
    vscode.window.registerWebviewPanelSerializer(viewType, {
      deserializeWebviewPanel: (panel) => {
        attach(panel);
        return Promise.resolve();
      },
    }),
    vscode.commands.registerCommand('pactwright.openInsights', () => {
      if (shown) {
        shown.panel.reveal();
        shown.update();
        return;
      }
      const panel = vscode.window.createWebviewPanel(viewType, vscode.l10n.t('Insights'), vscode.ViewColumn.Active);
      const media = vscode.Uri.joinPath(context.extensionUri, 'media');
      // An image of a tab does not take the colour of its text.
      panel.iconPath = {
        light: vscode.Uri.joinPath(media, 'tab-light.svg'),
        dark: vscode.Uri.joinPath(media, 'tab-dark.svg'),
      };
      attach(panel);
    }),
    new vscode.Disposable(() => {
      shown?.panel.dispose();
    }),
  );
}

/** Nothing may load or run but this very style sheet, and nothing may connect anywhere. */
function pageHtml({ style, body }: InsightsPage, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
${body}
</body>
</html>`;
}

function notAnswered(): InsightsPage {
  const said = vscode.l10n.t('The Pactwright server is not running. Restart it, and the insights are shown here.');
  return {
    style: '',
    body: `<main><h1>${escapeHtml(vscode.l10n.t('Insights'))}</h1><p>${escapeHtml(said)}</p></main>`,
  };
}

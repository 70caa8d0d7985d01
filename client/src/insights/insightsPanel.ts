import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { escapeHtml, htmlPage, type InsightsPage, insightsRequest, styleOnly } from '../../../server/src/protocol.js';
import { insightsWords } from './insightsWords.js';
import type { insightsCommandTable } from './insightsCommandTable.js';
import { type CommandFunctions, registerCommands } from '../editor/registerCommands.js';
import type { ServerLink } from '../editor/serverLink.js';
import { createSinglePanel, type OpenedPage } from '../editor/singlePanel.js';
import type { TraceItems } from '../editor/traceItems.js';

/**
 * The page of insights, made by the server: charts and tables that need no script, so the page runs none and sends nothing.
 * It follows what is committed while it is shown.
 */
export function createInsightsPanel(context: vscode.ExtensionContext, link: ServerLink, items: TraceItems): void {
  const show = createSinglePanel(context, items, {
    viewType: 'pactwright.insights',
    title: vscode.l10n.t('Insights'),
    open: (panel) => openInsights(panel, link),
  });
  registerCommands(context, { 'pactwright.openInsights': show } satisfies CommandFunctions<
    typeof insightsCommandTable
  >);
}

function openInsights(panel: vscode.WebviewPanel, link: ServerLink): OpenedPage {
  const { webview } = panel;
  webview.options = { enableScripts: false, localResourceRoots: [] };
  let page: InsightsPage = { style: '', body: '' };
  let isClosed = false;
  return {
    update: async () => {
      const next = (await link.request(insightsRequest, insightsWords())) ?? notAnswered();
      // A page that is set again is laid out again.
      if (isClosed || (next.body === page.body && next.style === page.style)) return;
      page = next;
      webview.html = pageHtml(page, panel.title);
    },
    listening: [
      panel.onDidDispose(() => {
        isClosed = true;
      }),
    ],
  };
}

/** Nothing may load or run but this very style sheet. */
function pageHtml({ style, body }: InsightsPage, title: string): string {
  const nonce = randomBytes(16).toString('base64');
  return htmlPage({
    language: vscode.env.language,
    title,
    policy: styleOnly(`'nonce-${nonce}'`),
    head: `<style nonce="${nonce}">${style}</style>`,
    body,
  });
}

function notAnswered(): InsightsPage {
  const said = vscode.l10n.t('The Pactwright server is not running. Restart it to see the insights.');
  return {
    style: '',
    body: `<main><h1>${escapeHtml(vscode.l10n.t('Insights'))}</h1><p>${escapeHtml(said)}</p></main>`,
  };
}

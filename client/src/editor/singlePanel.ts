import * as vscode from 'vscode';
import type { TraceItems } from './traceItems.js';

export interface SinglePanelOptions {
  readonly viewType: string;
  readonly title: string;
  /** Sets a new page up. @param refresh updates it, once it is in sight. */
  readonly open: (panel: vscode.WebviewPanel, refresh: () => void) => OpenedPage;
}

export interface OpenedPage {
  /** Called while the page is in sight: when it is shown, and after what it shows may have changed. */
  readonly update: () => Promise<void>;
  /** Disposed of with the page. */
  readonly listening?: readonly vscode.Disposable[];
}

/**
 * A page in a tab, of which there is one for all projects. It is restored with its window, and what it shows follows the items
 * of the projects while it is in sight.
 *
 * @returns what shows it, recreated where it is not open.
 */
export function createSinglePanel(
  context: vscode.ExtensionContext,
  items: Pick<TraceItems, 'onStale'>,
  { viewType, title, open }: SinglePanelOptions,
): () => void {
  let shown: { readonly panel: vscode.WebviewPanel; readonly refresh: () => void } | undefined;

  const attach = (panel: vscode.WebviewPanel): void => {
    let isStale = true;
    const refresh = (): void => {
      isStale = !panel.visible;
      if (!isStale) void page.update();
    };
    const page = open(panel, refresh);
    const listening = [
      ...(page.listening ?? []),
      items.onStale(refresh),
      panel.onDidChangeViewState(() => {
        if (isStale) refresh();
      }),
    ];
    panel.onDidDispose(() => {
      for (const one of listening) one.dispose();
      if (shown?.panel === panel) shown = undefined;
    });
    shown = { panel, refresh };
    refresh();
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

  return () => {
    if (shown) {
      shown.panel.reveal();
      shown.refresh();
      return;
    }
    const panel = vscode.window.createWebviewPanel(viewType, title, vscode.ViewColumn.Active);
    const media = vscode.Uri.joinPath(context.extensionUri, 'media');
    // An image of a tab does not take the colour of its text.
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, 'tab-light.svg'),
      dark: vscode.Uri.joinPath(media, 'tab-dark.svg'),
    };
    attach(panel);
  };
}

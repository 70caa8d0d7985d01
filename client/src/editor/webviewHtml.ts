import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { htmlPage } from '../../../server/src/protocol.js';

export interface WebviewParts {
  /** Which page it is, for a script that serves several. */
  readonly name: string;
  readonly script: vscode.Uri;
  readonly style: vscode.Uri;
  readonly title: string;
  /** Whether the style brings a font: the editor's icons. */
  readonly font?: boolean;
}

/** A page of ours. Nothing may load but its own script, style and font, and nothing may connect anywhere. */
export function webviewHtml(
  webview: vscode.Webview,
  { name, script, style, title, font = false }: WebviewParts,
): string {
  const nonce = randomBytes(16).toString('base64');
  const fonts = font ? `; font-src ${webview.cspSource}` : '';
  return htmlPage({
    language: vscode.env.language,
    title,
    policy: `script-src 'nonce-${nonce}'; style-src ${webview.cspSource}${fonts}`,
    head: `<link rel="stylesheet" href="${webview.asWebviewUri(style).toString()}">`,
    body: `<script nonce="${nonce}" data-page="${name}" src="${webview.asWebviewUri(script).toString()}"></script>`,
  });
}

interface Page<M> {
  /** Of its style in `dist/webview`, without ending. */
  readonly name: string;
  /** Of its script there; its own name if not given. */
  readonly script?: string;
  readonly title: string;
  /** @returns undefined if a message is not one of the page's. */
  readonly read: (message: unknown) => M | undefined;
  readonly receive: (message: M) => Promise<void>;
}

/** Loads a page into a panel. @returns what takes its messages. */
export function loadPage<M>(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  webview: vscode.Webview,
  { name, script = name, title, read, receive }: Page<M>,
): vscode.Disposable {
  const scripts = vscode.Uri.joinPath(extensionUri, 'dist/webview');
  webview.options = { enableScripts: true, localResourceRoots: [scripts] };
  const listening = webview.onDidReceiveMessage((message: unknown) => {
    const known = read(message);
    if (known) void receive(known);
  });
  webview.html = webviewHtml(webview, {
    name,
    script: vscode.Uri.joinPath(scripts, `${script}.js`),
    style: vscode.Uri.joinPath(scripts, `${name}.css`),
    title,
  });
  return listening;
}

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

export interface WebviewParts {
  readonly script: vscode.Uri;
  readonly style: vscode.Uri;
  readonly title: string;
  /** Whether the style brings a font: the editor's icons. */
  readonly font?: boolean;
}

/** A page of ours. Nothing may load but its own script, style and font, and nothing may connect anywhere. */
export function webviewHtml(webview: vscode.Webview, { script, style, title, font = false }: WebviewParts): string {
  const nonce = randomBytes(16).toString('base64');
  const fonts = font ? ` font-src ${webview.cspSource};` : '';
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${webview.cspSource};${fonts}`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${webview.asWebviewUri(style).toString()}">
</head>
<body>
<script nonce="${nonce}" src="${webview.asWebviewUri(script).toString()}"></script>
</body>
</html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

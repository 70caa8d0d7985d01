import * as vscode from 'vscode';
import type { ChosenItem } from './itemPicks.js';
import type { TraceItems } from './traceItems.js';

const title = /^#\s/u;

/** The item whose spec, else whose first document, a file is. */
export async function itemOfSpec(items: Pick<TraceItems, 'get'>, uri: vscode.Uri): Promise<ChosenItem | undefined> {
  const wanted = uri.toString();
  for (const { root, items: all } of (await items.get()) ?? [])
    for (const item of all) if (vscode.Uri.parse(item.place.uri).toString() === wanted) return { root, item };
  return undefined;
}

/** The first heading of the first level, else the first line. */
export function titleLine(document: vscode.TextDocument): vscode.Range {
  for (let line = 0; line < Math.min(document.lineCount, 50); line++)
    if (title.test(document.lineAt(line).text)) return document.lineAt(line).range;
  return document.lineAt(0).range;
}

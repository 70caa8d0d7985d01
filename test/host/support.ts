import * as assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { PactwrightApi } from '../../client/src/extension.js';

/** Waits for the extension to be active, and answers what it offers. */
export async function extensionApi(): Promise<PactwrightApi> {
  const extension = vscode.extensions.getExtension<PactwrightApi>('pactwright.pactwright');
  assert.ok(extension, 'the extension is not loaded: is engines.vscode newer than this VS Code?');
  return extension.activate();
}

/**
 * Asks again and again until there is an answer. The limit is there to say what was waited for; it is no measurement.
 *
 * @param what the end of the sentence "waited in vain for …"
 * @param seen what to show of the state when it never comes
 */
export async function until<T>(
  what: string,
  probe: () => T | undefined | Promise<T | undefined>,
  seen: () => unknown = () => '',
): Promise<T> {
  const giveUp = Date.now() + 30_000;
  while (Date.now() < giveUp) {
    const answer = await probe();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${what}; seen: ${JSON.stringify(seen())}`);
}

/** A file of the workspace folder with that index. */
export function fileIn(folder: number, path: string): vscode.Uri {
  const found = vscode.workspace.workspaceFolders?.[folder];
  assert.ok(found, `there is no workspace folder ${folder}`);
  return vscode.Uri.joinPath(found.uri, path);
}

/** The code of a diagnostic, with or without a link. */
export function codeOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}

/** The extension's findings in a file: code and place, in the order of the file. */
export function findings(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'pactwright')
    .sort((a, b) => a.range.start.compareTo(b.range.start));
}

/** Waits until a file has a finding of that rule. */
export function finding(uri: vscode.Uri, code: string): Promise<vscode.Diagnostic> {
  return until(
    `${code} in ${uri.path}`,
    () => findings(uri).find((diagnostic) => codeOf(diagnostic) === code),
    () => ({ findings: findings(uri).map(codeOf), open: openTexts(uri) }),
  );
}

function openTexts(uri: vscode.Uri): string[] {
  return vscode.workspace.textDocuments
    .filter((document) => document.uri.path === uri.path)
    .map(
      (document) =>
        `${document.isDirty ? 'dirty' : 'saved'}, version ${document.version}: ${document.getText().slice(0, 200)}`,
    );
}

/** Waits until a file has no finding of that rule. */
export function noFinding(uri: vscode.Uri, code: string): Promise<true> {
  return until(`the end of ${code} in ${uri.path}`, () =>
    findings(uri).some((diagnostic) => codeOf(diagnostic) === code) ? undefined : true,
  );
}

/** Waits until a process is gone. */
export function ended(pid: number): Promise<true> {
  return until(`the end of process ${pid}`, () => {
    try {
      process.kill(pid, 0);
      return undefined;
    } catch {
      return true;
    }
  });
}

/** Opens a file in an editor. */
export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** The quick fixes of a kind at a place. */
export async function quickFixes(
  uri: vscode.Uri,
  range: vscode.Range,
  kind: vscode.CodeActionKind = vscode.CodeActionKind.QuickFix,
): Promise<vscode.CodeAction[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    kind.value,
    100,
  );
  return found.filter((action) => action.kind !== undefined && kind.contains(action.kind));
}

/** The command lines of the processes that a process has started (Linux). */
export function childrenOf(pid: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
        return parent === String(pid) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return []; // it ended meanwhile
      }
    });
}

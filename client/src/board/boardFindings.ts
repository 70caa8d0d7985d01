import * as vscode from 'vscode';
import type { EntryOfBoard } from '../editor/boardEntries.js';
import { editorRange } from '../editor/editorRange.js';
import { isOfProject } from '../editor/projectFiles.js';

interface FindingRow extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
}

/** Lists the findings about an entry, and goes to the one that is chosen. */
export async function chooseFinding({ board, section, entry }: EntryOfBoard): Promise<void> {
  const boardUri = vscode.Uri.parse(board.uri);
  const { start } = editorRange(entry.range);
  const next = [...section.entries, ...board.sections.flatMap(({ range }) => [{ range }])]
    .map(({ range }) => editorRange(range).start)
    .filter((other) => other.isAfter(start))
    .reduce<vscode.Position | undefined>((first, other) => (first?.isBefore(other) ? first : other), undefined);
  const lines = new vscode.Range(start, next ?? new vscode.Position(Number.MAX_SAFE_INTEGER, 0));
  const rows = vscode.languages.getDiagnostics().flatMap(([uri, findings]) => {
    const isBoard = uri.toString() === boardUri.toString();
    if (!isBoard && !(isOfProject(board.root, uri) && isOfItem(uri, entry.id))) return [];
    return findings
      .filter((finding) => finding.source === 'pactwright' && (!isBoard || isAbout(finding, uri, lines)))
      .map((finding) => toRow(uri, finding));
  });
  if (rows.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No findings about {0}.', entry.id ?? entry.title));
    return;
  }
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t('Findings about {0}', entry.id ?? entry.title),
    matchOnDescription: true,
  });
  if (chosen)
    await vscode.window.showTextDocument(chosen.uri, {
      selection: chosen.range,
      viewColumn: vscode.ViewColumn.Beside,
    });
}

/** A finding about several entries is at the first of them, with the others as related places. */
function isAbout({ range, relatedInformation = [] }: vscode.Diagnostic, uri: vscode.Uri, lines: vscode.Range): boolean {
  if (lines.contains(range.start)) return true;
  const here = relatedInformation.filter(({ location }) => location.uri.toString() === uri.toString());
  return here.some(({ location }) => lines.contains(location.range.start));
}

/** Spec and test case are named after their item: `STORY-001.md`, `STORY-001_case.md`. */
function isOfItem({ path }: vscode.Uri, id: string | undefined): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return id !== undefined && (name === `${id}.md` || name.startsWith(`${id}_`));
}

function toRow(uri: vscode.Uri, { severity, message, code, range }: vscode.Diagnostic): FindingRow {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const icon = severity === Error ? 'error' : severity === Warning ? 'warning' : 'info';
  const rule = typeof code === 'object' ? code.value : (code ?? '');
  return {
    label: `$(${icon}) ${message}`,
    description: `${rule} · ${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`,
    uri,
    range,
  };
}

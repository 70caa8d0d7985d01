import { type CodeAction, CodeActionKind, type Range, type TextDocumentEdit } from 'vscode-languageserver';
import type { AnyDocument } from '../../documents/document.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { Finding } from '../../rules/finding.js';
import { chooseFixes } from '../../rules/fixes.js';
import { toDiagnostic } from './diagnostic.js';

/** The kind of the action that applies every safe fix of a document, e.g. on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.pactwright`;

export interface CodeActionRequest {
  readonly document: AnyDocument;
  /** All findings of the document. */
  readonly findings: readonly Finding[];
  readonly uri: string;
  /** The editor's version of the document; null for one that is not open. */
  readonly version: number | null;
  readonly range: Range;
  /** The kinds asked for; undefined asks for all. */
  readonly only: readonly string[] | undefined;
  readonly uriOf: (path: string) => string;
}

/** Quick fixes for the findings the range touches, and the fix-all action of the document. */
export function codeActions(request: CodeActionRequest): CodeAction[] {
  const { document, findings, range } = request;
  const actions: CodeAction[] = [];
  if (wants(request.only, CodeActionKind.QuickFix))
    for (const finding of findings) {
      if (!finding.fix || !touches(finding.range, range)) continue;
      actions.push({
        title: finding.fix.title,
        kind: CodeActionKind.QuickFix,
        diagnostics: [toDiagnostic(finding, request.uriOf)],
        isPreferred: finding.fix.safe,
        edit: { documentChanges: [toDocumentEdit(request, document, finding.fix.edits)] },
      });
    }
  // Asked for by kind only: in the light bulb's menu it would stand beside every quick fix of the line.
  if (request.only && wants(request.only, fixAllKind)) {
    const edits = chooseFixes(findings.filter(({ fix }) => fix?.safe)).flatMap(({ fix }) => fix?.edits ?? []);
    if (edits.length > 0)
      actions.push({
        title: 'Fix everything Pactwright is certain of',
        kind: fixAllKind,
        edit: { documentChanges: [toDocumentEdit(request, document, edits)] },
      });
  }
  return actions;
}

/** Kinds are prefixes: who asks for `source.fixAll` gets `source.fixAll.pactwright`. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
}

function touches(a: Range, b: Range): boolean {
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}

function isBefore(a: Range['start'], b: Range['start']): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function toDocumentEdit(
  { uri, version }: CodeActionRequest,
  document: AnyDocument,
  edits: readonly TextEdit[],
): TextDocumentEdit {
  return {
    textDocument: { uri, version },
    edits: edits.map(({ span, newText }) => ({ range: document.lines.rangeOf(span), newText })),
  };
}

import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver';
import { parseDocument } from '../../documents/parseDocument.js';
import { alignTables } from '../../languageFeatures/refactorings/alignTables.js';
import { createMissing } from '../../languageFeatures/refactorings/createMissing.js';
import { extractRequirement } from '../../languageFeatures/refactorings/extractRequirement.js';
import type { Refactoring } from '../../languageFeatures/refactorings/refactoring.js';
import { renumber } from '../../languageFeatures/refactorings/renumber.js';
import { composeEdits } from '../../markdown/composeEdits.js';
import { applyEdits } from '../../markdown/textEdit.js';
import { chooseFixes } from '../../rules/fixes.js';
import { findingActions } from './findingActions.js';
import { isSettledDocument, type SettledDocument } from './settledFile.js';
import { type ChangeTarget, editOf, withChanges } from './withChanges.js';
import { toWorkspaceEdit } from './workspaceEdit.js';

/** The kind of the action that applies every safe fix of a document and aligns its tables, e.g. on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.pactwright`;

/** The kinds of our refactorings, as the editor sorts and asks for them. */
export const refactoringKinds: Readonly<Record<Refactoring['kind'], string>> = {
  create: `${CodeActionKind.Refactor}.create`,
  extract: CodeActionKind.RefactorExtract,
  renumber: `${CodeActionKind.RefactorRewrite}.renumber`,
  align: `${CodeActionKind.RefactorRewrite}.align`,
};

export interface CodeActionRequest extends ChangeTarget {
  readonly range: Range;
  /** The kinds asked for; undefined asks for all. */
  readonly only: readonly string[] | undefined;
}

/** Quick fixes for the findings the range touches, and of a document the refactorings there and the fix-all action. */
export async function codeActions(request: CodeActionRequest): Promise<CodeAction[]> {
  const { disk, settled, range, only } = request;
  const fixes = wants(only, CodeActionKind.QuickFix)
    ? findingActions(
        request,
        settled.findings.filter((finding) => touches(finding.range, range)),
      )
    : [];
  if (!isSettledDocument(settled)) return [...(await fixes)];
  const inDocument = { disk, settled, range, only };
  const refactorings = refactoringsAt(inDocument).map((refactoring) => toAction(inDocument, refactoring));
  const actions = [...(await fixes), ...(await Promise.all(refactorings)).flat()];
  // Asked for by kind only: in the light bulb's menu it would be beside every quick fix of the line.
  return [...actions, ...(only && wants(only, fixAllKind) ? await fixAll(settled) : [])];
}

interface DocumentRequest extends CodeActionRequest {
  readonly settled: SettledDocument;
}

function refactoringsAt({ settled, range, only }: DocumentRequest): readonly Refactoring[] {
  if (!wants(only, CodeActionKind.Refactor) && !only?.some((kind) => kind.startsWith(CodeActionKind.Refactor)))
    return [];
  const { document } = settled;
  const start = document.lines.offsetAt(range.start);
  const end = document.lines.offsetAt(range.end);
  const aligned = alignTables(document);
  const here = aligned.some(({ span }) => touches(document.lines.rangeOf(span), range));
  return [
    ...createMissing(settled, start),
    ...[extractRequirement(document, { start, end }), renumber(settled, start)].flatMap((one) => one ?? []),
    ...(here ? [{ title: 'Align tables and tasks', kind: 'align' as const, changes: [editOf(settled, aligned)] }] : []),
  ];
}

async function toAction(
  request: DocumentRequest,
  { title, kind, changes }: Refactoring,
): Promise<readonly CodeAction[]> {
  if (!wants(request.only, refactoringKinds[kind])) return [];
  return withChanges({ title, kind: refactoringKinds[kind] }, changes, request);
}

async function fixAll(settled: SettledDocument): Promise<readonly CodeAction[]> {
  const { document, findings } = settled;
  const fixes = chooseFixes(findings.filter(({ fix }) => fix?.safe)).flatMap(({ fix }) => fix?.edits ?? []);
  const fixed =
    fixes.length === 0 ? document : await parseDocument(document.kind, document.path, applyEdits(document.text, fixes));
  const edits = composeEdits(document.text, fixes, alignTables(fixed));
  if (edits.length === 0) return [];
  return [
    {
      title: 'Fix all safe problems (Pactwright)',
      kind: fixAllKind,
      edit: toWorkspaceEdit([editOf(settled, edits)], settled),
    },
  ];
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

import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver';
import { parseDocument } from '../../documents/parseDocument.js';
import { alignTables } from '../../languageFeatures/refactorings/alignTables.js';
import { createMissing } from '../../languageFeatures/refactorings/createMissing.js';
import { extractRequirement } from '../../languageFeatures/refactorings/extractRequirement.js';
import type { Refactoring } from '../../languageFeatures/refactorings/refactoring.js';
import { renumber } from '../../languageFeatures/refactorings/renumber.js';
import { composeEdits } from '../../markdown/composeEdits.js';
import { applyEdits, type TextEdit } from '../../markdown/textEdit.js';
import { openCommitCommand } from '../../protocol.js';
import type { Finding, Fix } from '../../rules/finding.js';
import { chooseFixes } from '../../rules/fixes.js';
import type { Disk } from '../../workspace/machine.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { toDiagnostic } from './diagnostic.js';
import { firstOutside } from './firstOutside.js';
import type { SettledDocument } from './session.js';
import { toPath } from './uris.js';
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

/** So many commits of one finding are offered to be opened. */
const mostCommits = 3;

export interface CodeActionRequest {
  readonly disk: Pick<Disk, 'insideRoot'>;
  readonly settled: SettledDocument;
  readonly range: Range;
  /** The kinds asked for; undefined asks for all. */
  readonly only: readonly string[] | undefined;
}

/** Quick fixes for the findings the range touches, the refactorings there, and the fix-all action of the document. */
export async function codeActions(request: CodeActionRequest): Promise<CodeAction[]> {
  const { settled, range, only } = request;
  const fixes = wants(only, CodeActionKind.QuickFix)
    ? settled.findings.filter((finding) => touches(finding.range, range)).map((finding) => fixesOf(request, finding))
    : [];
  const refactorings = refactoringsAt(request).map((refactoring) => toAction(request, refactoring));
  const actions = (await Promise.all([...fixes, ...refactorings])).flat();
  // Asked for by kind only: in the light bulb's menu it would be beside every quick fix of the line.
  return [...actions, ...(only && wants(only, fixAllKind) ? await fixAll(settled) : [])];
}

async function fixesOf(request: CodeActionRequest, finding: Finding): Promise<readonly CodeAction[]> {
  const { settled } = request;
  const { fix, otherFixes = [], commits = [] } = finding;
  const about = { kind: CodeActionKind.QuickFix, diagnostics: [toDiagnostic(finding, settled.uriOf)] };
  const fixed = ({ title, edits, others = [] }: Fix, isPreferred: boolean): Promise<readonly CodeAction[]> =>
    withChanges({ ...about, title, isPreferred }, [editOf(settled, edits), ...others], request);
  return [
    ...(fix ? await fixed(fix, fix.safe) : []),
    ...(await Promise.all(otherFixes.map((other) => fixed(other, false)))).flat(),
    ...commits.slice(0, mostCommits).map((hash): CodeAction => {
      const title = `Open commit ${hash.slice(0, 7)}`;
      return { ...about, title, command: { title, command: openCommitCommand, arguments: [settled.rootUri, hash] } };
    }),
  ];
}

function refactoringsAt({ settled, range, only }: CodeActionRequest): readonly Refactoring[] {
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
  request: CodeActionRequest,
  { title, kind, changes }: Refactoring,
): Promise<readonly CodeAction[]> {
  if (!wants(request.only, refactoringKinds[kind])) return [];
  return withChanges({ title, kind: refactoringKinds[kind] }, changes, request);
}

/** The action with its edit; none where it would make a file behind a link that leads out of the project. */
async function withChanges(
  action: CodeAction,
  changes: readonly FileChange[],
  { disk, settled }: CodeActionRequest,
): Promise<readonly CodeAction[]> {
  const root = toPath(settled.rootUri);
  const made = changes.filter(({ kind }) => kind !== 'edit');
  // What the operating system does not let through here, it does not let the editor through.
  const outside = root === undefined ? undefined : await firstOutside(disk, root, made).catch(() => undefined);
  return outside === undefined ? [{ ...action, edit: toWorkspaceEdit(changes, settled) }] : [];
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

function editOf(
  { document }: SettledDocument,
  edits: readonly TextEdit[],
): {
  readonly kind: 'edit';
  readonly path: string;
  readonly edits: readonly TextEdit[];
} {
  return { kind: 'edit', path: document.path, edits };
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

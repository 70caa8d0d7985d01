import { groupBy } from '../../base/groupBy.js';
import type { Grammar } from '../../syntax/grammar.js';
import type { Syntax, SyntaxNode } from '../../syntax/openSyntax.js';
import { applyEdits, type Stub, type StubEdit } from '../../syntax/stub.js';
import { type OtherResults, supportFor } from '../../syntax/otherResults/otherResults.js';
import { stubsOf } from '../../syntax/stubsOf.js';
import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import { linesOf } from './addedLines.js';
import { changedLines } from './changedLines.js';
import { isProductSource, isRunnerFile, isTestSupport } from './productFiles.js';

/** The work with everything it changed replaced by what does nothing. */
export interface StubbedWork {
  /** Texts by path: each changed function returns at once, other changed parts are empty, and other files are as they were. */
  readonly neutral: Overlay;
  /** The same, but that each function throws. */
  readonly throwing: Overlay;
  /** The same, but that each function gives what no test expects; undefined if a changed function cannot do that. */
  readonly odd: Overlay | undefined;
  /** What files that only pass on what other files hold pass on, name by name. */
  readonly wirings: readonly ChangedWiring[];
  /** What was replaced, as people call it: functions and values, or the file where it has no name. */
  readonly replaced: readonly string[];
  /** Files whose change could not be replaced as a whole: what tests say of them is unknown. */
  readonly unclear: readonly string[];
  /** The changed parts, each with the file it is in. */
  readonly parts: readonly ChangedPart[];
}

export interface ChangedPart {
  readonly path: string;
  /** The whole file as it is now. */
  readonly text: string;
  readonly part: Stub;
}

/** A name that a file passes on, and what the work changed of what it stands for. */
export interface ChangedWiring {
  readonly path: string;
  readonly text: string;
  readonly unwired: readonly StubEdit[];
  readonly defined: readonly ChangedPart[];
}

export type Overlay = ReadonlyMap<string, string | undefined>;

export async function stubWork(syntax: Syntax, { changes }: Work, paths: DocumentPaths): Promise<StubbedWork> {
  const files: StubbedFile[] = [];
  for (const change of changes)
    if (isOfProduct(change, paths)) files.push((await stubFile(syntax, change)) ?? asBefore(change));
  const names = new Set(
    files.flatMap(({ path, parts }) => [stemOf(path), ...parts.flatMap(({ name }) => name.split('.'))]),
  );
  return {
    neutral: new Map(files.map(({ path, neutral }) => [path, neutral])),
    throwing: new Map(files.map(({ path, throwing }) => [path, throwing])),
    odd: files.every(({ parts }) =>
      parts.every(({ kind, odd, throwing }) => kind !== 'function' || odd !== undefined || !throwing),
    )
      ? new Map(files.map(({ path, odd }) => [path, odd]))
      : undefined,
    wirings: files.flatMap((file) => wiringsOf(file, files)),
    replaced: files.flatMap(({ path, parts }) => parts.filter(isReplaced).map(({ name }) => name || path)),
    unclear: files.filter((file) => !isClear(file, names)).map(({ path }) => path),
    parts: files.flatMap(({ path, text, parts }) => parts.filter(isReplaced).map((part) => ({ path, text, part }))),
  };
}

/**
 * The work whose changed functions give callers something else.
 *
 * @returns nothing if none of them can.
 */
export async function withOtherResults(
  syntax: Syntax,
  { parts }: StubbedWork,
  results: OtherResults,
): Promise<ReadonlyMap<string, string>> {
  const overlay = new Map<string, string>();
  for (const [path, ofFile] of groupBy(parts, (part) => part.path)) {
    const [first] = ofFile;
    const wrapped = ofFile.flatMap(({ part }) => part.wrapped ?? []);
    if (!first || wrapped.length === 0) continue;
    const support = await syntax.read(path, first.text, (...file) => supportFor(...file, results));
    if (!support) continue;
    overlay.set(path, applyEdits(first.text, [...wrapped, ...support.edits]));
    const { beside } = support;
    if (beside) overlay.set(`${path.slice(0, path.lastIndexOf('/') + 1)}${beside.name}`, beside.text);
  }
  return overlay;
}

interface StubbedFile {
  readonly path: string;
  /** As it is now. */
  readonly text: string;
  readonly neutral: string | undefined;
  readonly throwing: string | undefined;
  readonly odd: string | undefined;
  /** The changed ones. */
  readonly parts: readonly Stub[];
  /** Whether something was taken away besides what was replaced. */
  readonly lost: boolean;
}

/** Whether tests may look at what a change does: it is no test, no document, and nothing that says how tests run. */
export function isOfProduct({ path, before, after }: WorkChange, paths: DocumentPaths): boolean {
  if (path.startsWith('../') || (before ?? after) === undefined) return false;
  return (
    !isTestSupport(path) && !isRunnerFile(path) && documentKindOf(path, paths) === undefined && !/\.md$/iu.test(path)
  );
}

function asBefore({ path, before }: WorkChange): StubbedFile {
  return { path, text: '', neutral: before, throwing: before, odd: before, parts: [], lost: false };
}

/** @returns undefined if the file cannot be read as a tree. */
async function stubFile(syntax: Syntax, change: WorkChange): Promise<StubbedFile | undefined> {
  const { path, before, after } = change;
  if (after === undefined || !isProductSource(path)) return undefined;
  const changed = new Set(changedLines(change).filter((line) => linesOf(after)[line]?.trim() !== ''));
  const partsOf = (root: SyntaxNode, grammar: Grammar): readonly Stub[] | undefined =>
    root.hasError ? undefined : stubsOf(root, grammar);
  const now = await syntax.read(path, after, partsOf);
  if (!now) return undefined;
  const parts = partsAt(now, changed);
  const were = before === undefined ? [] : ((await syntax.read(path, before, partsOf)) ?? []);
  const gone = before === undefined ? [] : partsAt(were, new Set(changedLines({ before: after, after: before })));
  const stay = new Set([...now.flatMap(({ name }) => (name === '' ? [] : [name])), ...parts.map(({ name }) => name)]);
  const replaced = (how: (part: Stub) => Stub['neutral']): string => applyEdits(after, parts.flatMap(how));
  return {
    path,
    text: after,
    neutral: replaced(({ neutral }) => neutral),
    throwing: replaced(({ neutral, throwing }) => throwing ?? neutral),
    odd: replaced(({ neutral, odd }) => odd ?? neutral),
    parts,
    lost: gone.some((part) => isReplaced(part) && !stay.has(part.name)),
  };
}

/** Nothing where a file defines something, too: what it passes on is its own then. */
function wiringsOf({ path, text, parts }: StubbedFile, files: readonly StubbedFile[]): readonly ChangedWiring[] {
  if (parts.some(isReplaced)) return [];
  const all = files.flatMap((file) =>
    file.parts.filter(isReplaced).map((part): ChangedPart => ({ path: file.path, text: file.text, part })),
  );
  return parts
    .flatMap(({ wirings = [] }) => wirings)
    .map(({ defined, unwired }) => {
      const named = all.filter(({ part: { name } }) => name === defined || name.startsWith(`${defined}.`));
      return {
        path,
        text,
        unwired,
        defined: named.length > 0 ? named : all.filter((one) => stemOf(one.path) === defined),
      };
    });
}

/** The files that pass these on, which pass on nothing under their names. */
export function withoutWirings(wirings: readonly ChangedWiring[]): Overlay {
  return edited(wirings.map(({ unwired, ...file }) => ({ ...file, edits: unwired })));
}

/** The work where these parts alone do nothing. */
export function withoutParts(parts: readonly ChangedPart[]): Overlay {
  return edited(parts.map(({ path, text, part: { neutral } }) => ({ path, text, edits: neutral })));
}

function edited(
  all: readonly { readonly path: string; readonly text: string; readonly edits: readonly StubEdit[] }[],
): Overlay {
  return new Map(
    [...groupBy(all, ({ path }) => path)].map(([path, ofFile]) => [
      path,
      applyEdits(
        ofFile[0]?.text ?? '',
        ofFile.flatMap(({ edits }) => edits),
      ),
    ]),
  );
}

function partsAt(parts: readonly Stub[], lines: ReadonlySet<number>): readonly Stub[] {
  return parts.filter(({ first, last }) => [...lines].some((line) => first <= line && line <= last));
}

function isReplaced({ kind }: Stub): boolean {
  return kind === 'function' || kind === 'value' || kind === 'statement';
}

/** @param names what was replaced anywhere in the work: wiring that names nothing else needs no stub of its own. */
function isClear({ parts, lost }: StubbedFile, names: ReadonlySet<string>): boolean {
  const isKnown = (word: string): boolean => names.has(word) || syntaxWords.has(word);
  return (
    !lost &&
    parts.every(
      ({ kind, name }) =>
        kind !== 'unknown' && (kind !== 'wiring' || (name.match(/[\p{L}\p{N}_$]+/gu) ?? []).every(isKnown)),
    )
  );
}

/** What else may be in a list of exports. */
const syntaxWords = new Set(['export', 'from', 'as', 'type', 'default', 'js', 'ts', 'mjs', '__all__']);

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/u, '');
}

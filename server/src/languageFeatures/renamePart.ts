import type { SourceFile } from '../code/sourceFile.js';
import { findCitations } from '../documents/citations.js';
import type { AnyDocument } from '../documents/document.js';
import { readBriefly } from '../documents/unreadDocument.js';
import type { Span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { TextFile } from '../markdown/textFile.js';
import { type IdReference, type IdTarget, idReferencesOf, mayConcern } from '../trace/idReferences.js';
import { sourceReferencesTo } from '../trace/sourceReferences.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { FeatureContext } from './featureContext.js';

/** New ids for requirements, criteria or scenarios of one item, all of one kind: by the id they have now. */
export type NewIds = ReadonlyMap<string, string>;

export type PartKind = Exclude<IdTarget['kind'], 'item'>;

/** A range that cannot say what it said with the new ids. */
export interface BrokenRange {
  readonly file: TextFile;
  readonly span: Span;
}

/**
 * Gives requirements, criteria or scenarios of an item other ids: in spec, test cases, tests, and wherever else they are named
 * with their item. A range is rewritten where its ids still follow one another.
 *
 * @param ids all that the item has, where other ranges must be written as lists.
 * @param otherRanges what becomes of a range whose ids do not follow one another any more: it is left and reported, or its ids
 *   are listed; those that `ids` does not have are then left out, as there is nothing of that id.
 */
export function renameParts(
  { project, trace }: Pick<FeatureContext, 'project' | 'trace'>,
  item: string,
  kind: PartKind,
  ids: NewIds,
  otherRanges: 'report' | 'list' = 'report',
): { readonly changes: readonly FileChange[]; readonly broken: readonly BrokenRange[] } {
  const changes: FileChange[] = [];
  const broken: BrokenRange[] = [];
  const rewrite = (file: TextFile, span: Span, named: readonly string[], edits: TextEdit[]): void => {
    const written = file.text.slice(span.start, span.end);
    const newText = oneId.test(written)
      ? rewriteId(written, ids.get(named[0] ?? ''))
      : rewriteRange(written, named, ids, otherRanges);
    if (newText === undefined) broken.push({ file, span });
    else if (newText !== written) edits.push({ span, newText });
  };
  const rewriteIn = (document: AnyDocument): void => {
    const cited = citedInFences(document);
    const edits: TextEdit[] = [];
    for (const group of byPlace(document, item, kind)) {
      const [first] = group;
      if (!first || !group.some(({ id }) => ids.has(id)) || (first.quoted && !cited.has(first.span.start))) continue;
      const named = group.map(({ id }) => id);
      rewrite(document, first.span, named, edits);
    }
    if (edits.length > 0) changes.push({ kind: 'edit', path: document.path, edits });
  };
  for (const document of project.documents)
    if (mayConcern(document, item))
      readBriefly(document, () => {
        rewriteIn(document);
      });
  for (const [file, places] of sourcePlaces(trace, item, kind, ids)) {
    const edits: TextEdit[] = [];
    for (const span of places) {
      const named = findCitations(file.text.slice(span.start, span.end), 0, ['R', 'AC']).map(({ value }) => value);
      rewrite(file, span, named.length > 0 ? named : [file.text.slice(span.start, span.end)], edits);
    }
    if (edits.length > 0) changes.push({ kind: 'edit', path: file.path, edits });
  }
  return { changes, broken };
}

/** The references to something of the item, those that share a place (a range) together. */
function byPlace(document: AnyDocument, item: string, kind: PartKind): Iterable<readonly IdReference[]> {
  const groups = new Map<number, IdReference[]>();
  for (const reference of idReferencesOf(document)) {
    if (reference.kind !== kind || reference.item !== item) continue;
    const group = groups.get(reference.span.start);
    if (group) group.push(reference);
    else groups.set(reference.span.start, [reference]);
  }
  return groups.values();
}

/** What a criterion cites counts in fences, too. */
function citedInFences(document: AnyDocument): ReadonlySet<number> {
  if (document.kind !== 'spec') return new Set();
  return new Set(document.model.criteria.flatMap(({ cites }) => cites.map(({ span }) => span.start)));
}

const oneId = /^(?:TC-|AC-?|R)\d+$/i;

/** The id in the form it is written in: `AC-2` keeps its hyphen. */
function rewriteId(written: string, newId: string | undefined): string {
  const digits = /\d+$/.exec(newId ?? '')?.[0];
  return digits === undefined ? written : written.replace(/\d+$/, digits);
}

const rangeEnds = /^([A-Za-z]+-?)(\d+)([^\d]*?)([A-Za-z]*-?)(\d+)$/;

function rewriteRange(
  written: string,
  named: readonly string[],
  ids: NewIds,
  otherwise: 'report' | 'list',
): string | undefined {
  const ends = rangeEnds.exec(written);
  if (!ends) return undefined;
  const [, letters = '', from = '', separator = '', lastLetters = '', to = ''] = ends;
  const there = otherwise === 'list' ? named.filter((id) => ids.has(id)) : named;
  const numbers = there.map((id) => numberOf(ids.get(id) ?? id));
  // One that runs backwards, or very far, stands for its two ends.
  if (Math.abs(Number(to) - Number(from)) + 1 !== named.length) {
    const [first, last] = named.map((id) => numberOf(ids.get(id) ?? id));
    return `${letters}${first ?? from}${separator}${lastLetters}${last ?? to}`;
  }
  const first = Math.min(...numbers);
  const last = Math.max(...numbers);
  if (last - first + 1 === numbers.length)
    return first === last ? `${letters}${first}` : `${letters}${first}${separator}${lastLetters}${last}`;
  if (otherwise === 'report') return undefined;
  return numbers
    .toSorted((a, b) => a - b)
    .map((number) => `${letters}${number}`)
    .join(', ');
}

function numberOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/** Where tests and notes name one of the ids, each place once. */
function sourcePlaces(
  trace: FeatureContext['trace'],
  item: string,
  kind: PartKind,
  ids: NewIds,
): ReadonlyMap<SourceFile, readonly Span[]> {
  const places = new Map<SourceFile, Map<number, Span>>();
  for (const id of ids.keys())
    for (const { file, span } of sourceReferencesTo(trace, { kind, id, item })) {
      const known = places.get(file) ?? new Map<number, Span>();
      known.set(span.start, span);
      places.set(file, known);
    }
  return new Map(Array.from(places, ([file, spans]) => [file, [...spans.values()]]));
}

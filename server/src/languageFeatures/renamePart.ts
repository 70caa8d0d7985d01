import type { AnyDocument } from '../documents/document.js';
import type { Span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import { type IdReference, type IdTarget, idReferencesOf } from '../trace/idReferences.js';
import { sourceReferencesTo } from '../trace/sourceReferences.js';
import type { FileChange } from '../workspace/fileChange.js';
import type { FeatureContext } from './featureContext.js';

/** New ids for requirements, criteria or scenarios of one item, all of one kind: by the id they have now. */
export type NewIds = ReadonlyMap<string, string>;

export type PartKind = Exclude<IdTarget['kind'], 'item'>;

/** A range that cannot say what it said with the new ids. */
export interface BrokenRange {
  readonly document: AnyDocument;
  readonly span: Span;
}

/**
 * Gives requirements, criteria or scenarios of an item other ids: in spec, test cases, tests, and wherever else they are named
 * with their item. A range is rewritten where its ids still follow one another.
 */
export function renameParts(
  { project, trace }: Pick<FeatureContext, 'project' | 'trace'>,
  item: string,
  kind: PartKind,
  ids: NewIds,
): { readonly changes: readonly FileChange[]; readonly broken: readonly BrokenRange[] } {
  const changes: FileChange[] = [];
  const broken: BrokenRange[] = [];
  for (const document of project.documents) {
    if (document.item !== item && !document.text.includes(item)) continue;
    const cited = citedInFences(document);
    const edits: TextEdit[] = [];
    for (const group of byPlace(document, item, kind)) {
      const [first] = group;
      if (!first || !group.some(({ id }) => ids.has(id)) || (first.quoted && !cited.has(first.span.start))) continue;
      const written = document.text.slice(first.span.start, first.span.end);
      const newText = first.range ? rewriteRange(written, group, ids) : rewriteId(written, ids.get(first.id));
      if (newText === undefined) broken.push({ document, span: first.span });
      else if (newText !== written) edits.push({ span: first.span, newText });
    }
    if (edits.length > 0) changes.push({ kind: 'edit', path: document.path, edits });
  }
  return { changes: [...changes, ...inSources(trace, item, kind, ids)], broken };
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

/** The id in the form it is written in: `AC-2` stays with its hyphen. Undefined where it has no such form. */
function rewriteId(written: string, newId: string | undefined): string | undefined {
  const letters = /^(?:TC-|AC-?|R)(?=\d+$)/i.exec(written)?.[0];
  const digits = /\d+$/.exec(newId ?? '')?.[0];
  return letters === undefined || digits === undefined ? undefined : letters + digits;
}

function rewriteRange(written: string, group: readonly IdReference[], ids: NewIds): string | undefined {
  const ends = /^([A-Za-z]+-?)(\d+)([^\d]*?)([A-Za-z]*-?)(\d+)$/.exec(written);
  if (!ends) return undefined;
  const [, letters = '', from = '', separator = '', lastLetters = '', to = ''] = ends;
  const before = group.map(({ id }) => numberOf(id));
  const numbers = group.map(({ id }) => numberOf(ids.get(id) ?? id));
  // One that runs backwards, or very far, stands for its two ends.
  const spread = Math.abs(Number(to) - Number(from)) + 1 !== before.length;
  const [first = 0, last = first] = spread ? numbers : [Math.min(...numbers), Math.max(...numbers)];
  if (!spread && (new Set(numbers).size !== numbers.length || last - first + 1 !== numbers.length)) return undefined;
  return `${letters}${first}${separator}${lastLetters}${last}`;
}

function numberOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

function inSources(trace: FeatureContext['trace'], item: string, kind: PartKind, ids: NewIds): readonly FileChange[] {
  const edits = new Map<string, TextEdit[]>();
  for (const [id, newId] of ids)
    for (const { file, span } of sourceReferencesTo(trace, { kind, id, item })) {
      const newText = rewriteId(file.text.slice(span.start, span.end), newId);
      if (newText === undefined) continue;
      const list = edits.get(file.path) ?? [];
      list.push({ span, newText });
      edits.set(file.path, list);
    }
  return Array.from(edits, ([path, list]) => ({ kind: 'edit', path, edits: list }));
}

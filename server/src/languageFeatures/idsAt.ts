import type { AnyDocument } from '../documents/document.js';
import { contains } from '../markdown/span.js';
import { type IdReference, idReferencesOf } from '../trace/idReferences.js';

/**
 * The ids at an offset, its end included: one, except for the middle of a range such as `R1–R4`, which stands for all of its ids;
 * on one of its ends it is that id alone.
 */
export function idsAt(document: AnyDocument, offset: number): readonly IdReference[] {
  const found = idReferencesOf(document).filter(({ span }) => contains(span, offset));
  const [first] = found;
  const last = found.at(-1);
  if (!first?.range || !last) return found.slice(0, 1);
  const written = document.text.slice(first.span.start, first.span.end);
  const firstEnd = first.span.start + (/^[A-Za-z]+-?\d+/.exec(written)?.[0].length ?? 0);
  const lastStart = first.span.end - (/(?:[A-Za-z]+-?)?\d+$/.exec(written)?.[0].length ?? 0);
  if (offset <= firstEnd) return [first];
  return offset >= lastStart ? [last] : found;
}

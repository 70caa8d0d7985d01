import type { AnyDocument } from '../documents/document.js';
import { type IdReference, idReferencesOf, isSameTarget } from '../trace/idReferences.js';
import { idsAt } from './idsAt.js';

/** Where the id at an offset is in its document, that place included. */
export function documentHighlights(document: AnyDocument, offset: number): readonly IdReference[] {
  const targets = idsAt(document, offset);
  if (targets.length === 0) return [];
  const found = idReferencesOf(document).filter((reference) =>
    targets.some((target) => isSameTarget(reference, target)),
  );
  // The ids of a range share one place.
  return [...new Map(found.map((reference) => [reference.span.start, reference])).values()];
}

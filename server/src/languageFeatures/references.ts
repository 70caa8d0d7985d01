import type { AnyDocument } from '../documents/document.js';
import { readBriefly } from '../documents/unreadDocument.js';
import { type IdReference, type IdTarget, idReferencesOf, isSameTarget, mayConcern } from '../trace/idReferences.js';
import { sourceReferencesTo } from '../trace/sourceReferences.js';
import type { Project } from '../workspace/project.js';
import type { FeatureContext } from './featureContext.js';
import type { FilePlace } from './filePlace.js';
import { idsAt } from './idsAt.js';

/** An id in a document. */
export interface Occurrence {
  readonly document: AnyDocument;
  readonly reference: IdReference;
}

/** Everywhere in the documents where an id is, in the order of documents and text. */
export function occurrencesOf({ documents }: Project, target: IdTarget): readonly Occurrence[] {
  return documents
    .filter((document) => mayConcern(document, target.item))
    .flatMap((document) =>
      readBriefly(document, () => idReferencesOf(document))
        .filter((reference) => isSameTarget(reference, target))
        .map((reference) => ({ document, reference })),
    );
}

/**
 * Everywhere in documents and tests where the id at an offset is.
 *
 * @param withDefinition whether the places that define it are wanted, too.
 */
export function references(
  { document, project, trace }: FeatureContext,
  offset: number,
  withDefinition: boolean,
): readonly FilePlace[] {
  const places = idsAt(document, offset).flatMap((target): readonly FilePlace[] => [
    ...occurrencesOf(project, target)
      .filter(({ reference }) => withDefinition || reference.role === 'mention')
      .map(({ document: file, reference: { span } }) => ({ file, span })),
    ...sourceReferencesTo(trace, target),
  ]);
  // The ids of a range share its place.
  return [...new Map(places.map((place) => [`${place.file.path} ${place.span.start}`, place])).values()];
}

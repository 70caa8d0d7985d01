import type { MergeParts } from '../../server/src/documents/defineDocumentKind.js';
import type { DocumentKind } from '../../server/src/documents/document.js';
import { registeredKinds } from '../../server/src/documents/registry.js';

/** The kinds of documents that are merged by what stands in them. */
export const mergedKinds = registeredKinds.all.filter(({ merge }) => merge).map(({ name }) => name);

/** How documents of a kind are merged. */
export function mergePartsOf(kind: DocumentKind): MergeParts {
  const { merge } = registeredKinds.get(kind);
  if (!merge) throw new Error(`a ${kind} is merged line by line`);
  return merge;
}

import type { OutlineEntry } from '../documents/defineDocumentKind.js';
import type { DocumentKinds } from '../documents/documentKinds.js';
import type { DocumentWith } from '../documents/parsed.js';
import { registeredKinds } from '../documents/registry.js';

/** What has an id in a document, in order: requirements, criteria, scenarios, entries. Headings are the editor's own matter. */
export function documentSymbols(
  document: DocumentWith<unknown>,
  kinds: DocumentKinds = registeredKinds,
): readonly OutlineEntry[] {
  return kinds.get(document.kind).outline?.(document) ?? [];
}

import type { DocumentWith } from './parsed.js';
import type { DocumentKind, Facts, Models } from './registry.js';

export type { DocumentKind };

/** A document of a kind that the registry lists. */
export type ParsedDocument<K extends DocumentKind = DocumentKind> = DocumentWith<Models[K], K, Facts[K]>;

export type AnyDocument = { [K in DocumentKind]: ParsedDocument<K> }[DocumentKind];

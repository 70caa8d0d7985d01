import type { DocumentKind, ParsedDocument } from '../../../server/src/documents/document.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';

/** A document of a kind that the test knows. */
export async function parsedOf<K extends DocumentKind>(
  kind: K,
  path: string,
  text: string,
): Promise<ParsedDocument<K>> {
  return (await parseDocument(kind, path, text)) as unknown as ParsedDocument<K>; // of the kind that was asked for
}

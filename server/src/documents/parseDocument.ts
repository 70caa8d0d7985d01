import type { Changing } from '../base/changing.js';
import { createLineIndex } from '../markdown/lineIndex.js';
import type { DocumentKindDefinition, ParsedModel } from './defineDocumentKind.js';
import type { AnyDocument, DocumentKind } from './document.js';
import { syntaxAt } from './documentKinds.js';
import type { DocumentWith } from './parsed.js';
import { registeredKinds } from './registry.js';
import { findSuppressions } from './suppressions.js';

/**
 * Parses one document. Never throws, whatever the text; what cannot be read is in `problems`. The parsers of YAML and Gherkin
 * are loaded the first time they are needed.
 *
 * @param path relative to the project root, with `/`.
 * @param before the document as it was before, if it existed: of a board is taken over what is where it was.
 */
export async function parseDocument<K extends DocumentKind>(
  kind: K,
  path: string,
  text: string,
  before?: AnyDocument,
): Promise<AnyDocument & { readonly kind: K }> {
  const parsed = await parseAs(registeredKinds.get(kind), path, text, before?.kind === kind ? before : undefined);
  return parsed as AnyDocument & { readonly kind: K }; // kind and model belong together, as one definition makes both
}

/** Parses a document of a kind, which need not be registered. */
export async function parseAs<Name extends string, Model>(
  kind: DocumentKindDefinition<Name, Model>,
  path: string,
  text: string,
  before?: DocumentWith<Model>,
): Promise<DocumentWith<Model, Name>> {
  return asDocument(kind, path, text, (before && kind.reparse?.(text, before)) ?? (await kind.parse({ path, text })));
}

/** The document where its parser need not be loaded first; else undefined. @param item if it is known. @see parseDocument */
export function parseAtOnce(kind: DocumentKind, path: string, text: string, item?: string): AnyDocument | undefined {
  const definition = registeredKinds.get(kind);
  const parsed = definition.parse({ path, text });
  if (parsed instanceof Promise) return undefined;
  return asDocument(definition, path, text, parsed, item) as AnyDocument; // kind and model belong together, as one definition made both
}

function asDocument<Name extends string, Model>(
  kind: DocumentKindDefinition<Name, Model>,
  path: string,
  text: string,
  { model, problems, blocks }: ParsedModel<Model>,
  item = kind.itemOf?.(path),
): DocumentWith<Model, Name> {
  // Written out: spread, they would cost several times as much.
  const document: Changing<DocumentWith<Model, Name>> = {
    kind: kind.name,
    path,
    text,
    lines: createLineIndex(text),
    blocks,
    model,
    problems,
    facts: kind.facts?.(model),
    suppressions: findSuppressions(text, blocks, syntaxAt(kind, path)),
  };
  if (item !== undefined) document.item = item;
  return document;
}

import type { AnyDocument } from '../documents/document.js';
import { registeredKinds } from '../documents/registry.js';
import { findItemIds } from '../documents/itemId.js';
import { parseInline } from '../markdown/inline.js';
import { overlaps, type Span } from '../markdown/span.js';
import type { Project } from '../workspace/project.js';

export interface ItemLink {
  readonly span: Span;
  /** The spec's path, relative to the project root. */
  readonly target: string;
  readonly tooltip: string;
}

/** remark reads half a megabyte a second: in a longer document the links would keep other requests waiting. */
const longest = 32_000;

/**
 * The item ids in a Markdown document that have a spec, the document itself left out. Ids inside code and links are left
 * alone: code is quoted text, and a link already leads somewhere. Documents over 32,000 characters have none.
 */
export function itemLinks(document: AnyDocument, project: Project): ItemLink[] {
  if (registeredKinds.syntaxOf(document) !== 'markdown') return [];
  if (document.text.length > longest) return [];
  const taken = [
    ...parseInline(document.text).flatMap(({ kind, span }) => (kind === 'link' || kind === 'code' ? [span] : [])),
    ...document.blocks.flatMap(({ kind, span }) => (kind === 'fence' || kind === 'html' ? [span] : [])),
  ];
  return findItemIds(document.text).flatMap(({ value, span }) => {
    const spec = project.spec(value);
    if (!spec || spec.path === document.path || taken.some((other) => overlaps(other, span))) return [];
    return [{ span, target: spec.path, tooltip: spec.model.title?.text.value ?? value }];
  });
}

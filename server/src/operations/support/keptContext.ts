import { contextSections } from '../../documents/context.js';
import type { ParsedDocument } from '../../documents/document.js';
import { headingParts } from '../../documents/headingParts.js';
import { nextLine } from '../../markdown/lines.js';

/** What of a session context is not written anew. */
export interface KeptContext {
  /** What stands below Agent Continuation, as it stands there; undefined where there is nothing. */
  readonly continuation?: readonly [string];
  /** Sections that the format does not know, with their headings. */
  readonly sections: readonly string[];
}

const [continuationHeading] = contextSections.slice(-1);

export function keptContext({ text, blocks }: ParsedDocument<'context'>): KeptContext {
  const parts = headingParts(blocks, ({ level, text: name }) => (level === 2 ? name : undefined));
  const known = new Set<string>(contextSections);
  const continuation = parts.find(({ head }) => head === continuationHeading);
  const below =
    continuation && text.slice(nextLine(text, continuation.heading.span.end), continuation.span.end).trimEnd();
  return {
    ...(below === undefined || below.trim() === '' ? {} : { continuation: [below] as const }),
    sections: parts.filter(({ head }) => !known.has(head)).map(({ span }) => text.slice(span.start, span.end)),
  };
}

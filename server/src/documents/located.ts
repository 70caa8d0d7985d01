import type { Located, Span } from '../markdown/span.js';

/** A stretch of a document as a value with its place. */
export function locate(text: string, span: Span): Located {
  return { value: text.slice(span.start, span.end), span };
}

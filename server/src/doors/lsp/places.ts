import type { Span } from '../../markdown/span.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { Place } from '../../protocol.js';

/**
 * A stretch of a file as LSP has it.
 *
 * @param uriOf the URI of a path relative to the project root.
 * @param span by default the start of the file.
 */
export function placeIn(
  uriOf: (path: string) => string,
  { path, lines }: Pick<TextFile, 'path' | 'lines'>,
  span: Span = { start: 0, end: 0 },
): Place {
  return { uri: uriOf(path), range: lines.rangeOf(span) };
}

/** The start of a file. */
export function startOf(uri: string): Place {
  const start = { line: 0, character: 0 };
  return { uri, range: { start, end: start } };
}

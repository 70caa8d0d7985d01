import type { Span } from '../../markdown/span.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { GatePlace } from '../gate.js';

/** A stretch of a file that was read, as a place a person can go to. */
export function placeOf(file: Pick<TextFile, 'path' | 'lines'>, span: Span): GatePlace {
  return { path: file.path, range: file.lines.rangeOf(span) };
}

/** A line of a file. @param line from 0. @param length of the line in UTF-16 units. */
export function lineOf(path: string, line: number, length: number): GatePlace {
  return { path, range: { start: { line, character: 0 }, end: { line, character: length } } };
}

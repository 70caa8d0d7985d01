import type { TaskMarker } from './blocks.js';
import { LEFT_BRACKET, RIGHT_BRACKET, isBlank, isLineBreak, skipBlanks, trimBlanks } from '../base/characters.js';
import { span } from './span.js';

/** A task marker at the start of an item's first paragraph, and where the text behind it begins. */
export interface Task {
  readonly marker: TaskMarker;
  /** The paragraph's first character behind the marker. */
  readonly textStart: number;
  /** What follows the marker on its own line, trimmed; empty if that is nothing. */
  readonly lineTextStart: number;
  readonly lineTextEnd: number;
}

/**
 * The task marker (https://github.github.com/gfm/#task-list-items-extension-) that begins the paragraph at `[start, end)`. A
 * blank must follow it, and then text, which may be on the next line.
 */
export function readTask(text: string, start: number, end: number): Task | undefined {
  if (text.charCodeAt(start) !== LEFT_BRACKET || start + 4 > end) return undefined;
  if (text.charCodeAt(start + 2) !== RIGHT_BRACKET) return undefined;
  const mark = text.charAt(start + 1);
  const checked = mark === 'x' || mark === 'X';
  if (!checked && mark !== ' ' && mark !== '\t') return undefined;
  const markerEnd = start + 3;
  if (!isWhitespace(text.charCodeAt(markerEnd))) return undefined;
  let textStart = markerEnd;
  while (textStart < end && isWhitespace(text.charCodeAt(textStart))) textStart++;
  if (textStart === end) return undefined;
  const lineTextStart = skipBlanks(text, markerEnd, end);
  const markerSpan = span(start, markerEnd);
  const marker = { checked, span: markerSpan, mark };
  if (lineTextStart !== textStart) return { marker, textStart, lineTextStart: markerEnd, lineTextEnd: markerEnd };
  let lineEnd = lineTextStart;
  while (lineEnd < end && !isLineBreak(text.charCodeAt(lineEnd))) lineEnd++;
  return { marker, textStart, lineTextStart, lineTextEnd: trimBlanks(text, lineTextStart, lineEnd) };
}

const isWhitespace = (unit: number): boolean => isBlank(unit) || isLineBreak(unit);

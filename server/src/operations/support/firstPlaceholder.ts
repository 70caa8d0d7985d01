import { templateSentences } from '../../documents/spec/specTemplate.js';
import { createLineIndex } from '../../markdown/lineIndex.js';
import { type Range, type Span, span } from '../../markdown/span.js';

/** Where the first text to be replaced is. */
export interface PlaceholderPlace {
  readonly path: string;
  /** UTF-16 offsets. */
  readonly span: Span;
  /** Lines and characters from 0. */
  readonly range: Range;
}

/** The first placeholder of a spec that was made from the template: the sentence of its first section. */
export function firstPlaceholder(path: string, text: string): PlaceholderPlace {
  const sentence = templateSentences.background;
  const start = text.indexOf(`\n${sentence}\n`) + 1;
  const place = span(start, start + sentence.length);
  return { path, span: place, range: createLineIndex(text).rangeOf(place) };
}

import type { Span } from '../../markdown/span.js';
import { trimmedSpan } from '../textLines.js';

/** A place as @cucumber/gherkin gives it: line and column from 1, columns in code points; no column at the end of the file. */
interface GherkinLocation {
  readonly line: number;
  readonly column?: number;
}

/** Turns lines and columns of Gherkin into spans of the document. */
export interface GherkinPlaces {
  /** From the location to the end of its line, spaces left out; past the end of the file, its last line that is not blank. */
  restOfLine(location: GherkinLocation): Span;
  /** The whole line without the spaces at its ends. */
  line(number: number): Span;
  readonly count: number;
}

/**
 * @param from where the parser's text begins in the document, at the start of a line. Only `\n` ends a line here, as it does
 * for the parser.
 */
export function createGherkinPlaces(text: string, from: number): GherkinPlaces {
  const starts = [from];
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const startOf = (number: number): number => starts[number - 1] ?? text.length;
  const line = (number: number): Span =>
    trimmedSpan(text, { start: startOf(number), end: number < starts.length ? startOf(number + 1) - 1 : text.length });
  const lastLine = (): Span => {
    for (let number = starts.length; number > 0; number--) {
      const span = line(number);
      if (span.end > span.start) return span;
    }
    return { start: from, end: from };
  };
  return {
    count: starts.length,
    line,
    restOfLine: ({ line: number, column }) => {
      if (column === undefined || number > starts.length) return lastLine();
      const whole = line(number);
      let at = startOf(number);
      for (let left = column - 1; left > 0 && at < whole.end; left--)
        at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      return { start: Math.min(at, whole.end), end: whole.end };
    },
  };
}

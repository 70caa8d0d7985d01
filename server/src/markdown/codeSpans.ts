import { BACKSLASH, BACKTICK } from '../base/characters.js';
import { type Span, span } from './span.js';

/**
 * The code spans in a paragraph, heading or table cell, backticks included, in document order. Backticks pair as in
 * CommonMark 6.1; what is in an HTML comment is left out. Raw tags and autolinks are not looked for, so that a backtick
 * inside one counts as one outside. Linear in the text.
 *
 * @param within The span of one block of inline text: a code span never reaches beyond it.
 */
export function codeSpans(text: string, within: Span): readonly Span[] {
  return scan(text, within).code;
}

/**
 * The HTML comments in a paragraph, heading or table cell (CommonMark 6.6), those written inside code spans left out.
 * Linear in the text.
 */
export function inlineComments(text: string, within: Span): readonly Span[] {
  return scan(text, within).comments;
}

function scan(
  text: string,
  { start, end }: Span,
): { readonly code: readonly Span[]; readonly comments: readonly Span[] } {
  const code: Span[] = [];
  const comments: Span[] = [];
  const findRun = runFinder(text, end);
  let noCommentEnd = false;
  for (let at = start; at < end;) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at += 2;
    else if (unit === BACKTICK) {
      const runEnd = endOfRun(text, at, end);
      const closing = findRun(runEnd - at, runEnd);
      if (closing >= 0) {
        code.push(span(at, closing + runEnd - at));
        at = closing + runEnd - at;
      } else at = runEnd;
    } else if (!noCommentEnd && text.startsWith('<!--', at)) {
      const commentEnd = endOfComment(text, at, end);
      noCommentEnd = commentEnd < 0;
      if (!noCommentEnd) comments.push(span(at, commentEnd));
      at = noCommentEnd ? at + 4 : commentEnd;
    } else at++;
  }
  return { code, comments };
}

/** Finds the first run of exactly `length` backticks from an offset on; the offsets asked for must not go down. */
function runFinder(text: string, end: number): (length: number, from: number) => number {
  /** Where runs begin, by their length, the nearest last; read at the first backtick, as most texts have none. */
  let runs: Map<number, number[]> | undefined;
  return (length, from) => {
    runs ??= runsByLength(text, from, end);
    const ahead = runs.get(length);
    while (ahead !== undefined) {
      const nearest = ahead.at(-1);
      if (nearest === undefined) break;
      if (nearest >= from) return nearest;
      ahead.pop();
    }
    return -1;
  };
}

function runsByLength(text: string, start: number, end: number): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (let at = end; at > start;) {
    let runStart = at;
    while (runStart > start && text.charCodeAt(runStart - 1) === BACKTICK) runStart--;
    if (runStart < at) {
      const ofLength = runs.get(at - runStart);
      if (ofLength === undefined) runs.set(at - runStart, [runStart]);
      else ofLength.push(runStart);
    }
    at = runStart - 1;
  }
  return runs;
}

function endOfRun(text: string, at: number, end: number): number {
  while (at < end && text.charCodeAt(at) === BACKTICK) at++;
  return at;
}

function endOfComment(text: string, at: number, end: number): number {
  // `<!-->` and `<!--->` are whole comments.
  const found = text.slice(at + 2, end).indexOf('-->');
  return found < 0 ? -1 : at + 2 + found + 3;
}

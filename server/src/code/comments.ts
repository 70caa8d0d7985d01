import type { Span } from '../markdown/span.js';
import { languageOf } from './languageOf.js';
import { readTokens } from './parseSource.js';

/** A comment of a source file. */
export interface SourceComment {
  /** With its delimiters. */
  readonly span: Span;
  /** What it says, without them. */
  readonly content: Span;
}

/** The comments of a source file in a language whose tests are found, in document order; linear in the text. */
export function sourceComments(path: string, text: string): readonly SourceComment[] {
  const tokens = readTokens(path, text)?.all ?? [];
  return tokens.flatMap(({ comments }) =>
    comments.map(({ start, end }) => {
      const whole = text.slice(start, end);
      const open = /^(?:\/\*+|\/\/[/!]?|#+)/u.exec(whole)?.[0].length ?? 0;
      const close = whole.startsWith('/*') && whole.endsWith('*/') && whole.length >= open + 2 ? 2 : 0;
      return { span: { start, end }, content: { start: start + open, end: end - close } };
    }),
  );
}

/** What begins a comment that ends with its line. */
export function lineCommentOf(path: string): '#' | '//' {
  const language = languageOf(path);
  return language === 'python' || language === 'ruby' ? '#' : '//';
}

/**
 * The string or comment of several lines that a place is in, from its first character to behind its last: no comment can be
 * put between its lines.
 */
export function linesAround(path: string, text: string, at: number): Span | undefined {
  const tokens = readTokens(path, text)?.all ?? [];
  const pieces = tokens.flatMap((token): Span[] => [...token.comments, ...(token.kind === 'string' ? [token] : [])]);
  const around = pieces.find(({ start, end }) => start < at && at < end);
  return around && /[\r\n]/u.test(text.slice(around.start, at)) ? { start: around.start, end: around.end } : undefined;
}

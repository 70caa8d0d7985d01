import type { Located, Span } from '../markdown/span.js';
import type { Comment, Tokens } from './tokens.js';

/** What is at a span, as it is written. */
export function located(text: string, { start, end }: Span): Located {
  return { value: text.slice(start, end), span: { start, end } };
}

/** What is at each of some spans, as it is written; a comment that ignores a finding says nothing of a test. */
export function eachLocated(text: string, spans: readonly Span[]): Located[] {
  return spans.map((span) => located(text, span)).filter(({ value }) => !isDirective.test(value));
}

const isDirective = /^[/*#!\s]*pactwright-/u;

/** The comments right above a token: on lines of their own, no blank line between them and it. */
export function commentsAbove(tokens: Tokens, index: number): readonly Comment[] {
  const { comments } = tokens.at(index);
  return comments.slice(comments.length - countAbove(tokens, index));
}

function countAbove(tokens: Tokens, index: number): number {
  const { comments, breaks } = tokens.at(index);
  const behind = index > 0 ? countBehind(comments) : 0;
  let below = breaks;
  let count = 0;
  for (let at = comments.length - 1; at >= behind && below <= 1; at--, count++) {
    const comment = comments[at];
    if (!comment || isAboutOuter(tokens.text, comment)) break;
    below = comment.breaks;
  }
  return count;
}

/** Rust's comments on what they are in, and licences that are to be kept. */
function isAboutOuter(text: string, { start }: Comment): boolean {
  return text.charCodeAt(start) === 47 && text.charCodeAt(start + 2) === 33;
}

/** How many comments are on the line of the token before. */
function countBehind(comments: readonly Comment[]): number {
  const own = comments.findIndex(({ breaks }) => breaks > 0);
  return own < 0 ? comments.length : own;
}

/** The comments behind a token on its line. */
export function commentsBehind(tokens: Tokens, index: number): readonly Comment[] {
  if (index + 1 >= tokens.all.length) return [];
  const { comments } = tokens.at(index + 1);
  return comments.slice(0, countBehind(comments));
}

/** The comments at the start of a body whose first token is at `index`. */
export function commentsAtStart(tokens: Tokens, index: number): readonly Comment[] {
  return tokens.at(index).comments;
}

/** The comments at the start of a body that say something of the whole body, not of what is right below them. */
export function commentsOnGroup(tokens: Tokens, index: number): readonly Comment[] {
  const { comments } = tokens.at(index);
  return comments.slice(0, comments.length - countAbove(tokens, index));
}

/** The comments of a file before its first token, without those right above it where a test or a group of tests owns them. */
export function commentsOnFile(tokens: Tokens, ownsFirst: boolean): readonly Comment[] {
  return ownsFirst ? commentsOnGroup(tokens, 0) : tokens.at(0).comments;
}

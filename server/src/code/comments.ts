import type { Located, Span } from '../markdown/span.js';
import { indentAt } from './indentedLines.js';
import { languageFacts } from './languageFacts.js';
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
  return language === undefined ? '//' : languageFacts[language].lineComment;
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

/** Whether some comment may name an item: most files have none. */
const mayNameItem = /^[ \t]*(?:#|\/\/|\/?\*).*\b(?:STORY|BUG|HOTFIX)-/mu;
/** A line that sets a comment apart: `# ---- STORY-002`, `// =====`. */
const rule = /^[ \t]*(?:#|\/\/|\/?\*+)\s*[-=~*#─═━]{3,}/mu;

/**
 * The comments that are headings of what follows: on lines of their own, with a blank line below them or with a drawn line.
 * Only of files in which a comment may name an item.
 */
export function headingComments(path: string, text: string): readonly Located[] {
  if (!mayNameItem.test(text)) return [];
  return blocksOf(text, sourceComments(path, text)).filter(
    ({ value, span: { end } }) => /^[^\n]*(?:\r?\n|\r)[ \t]*(?:\r|\n)/u.test(text.slice(end)) || rule.test(value),
  );
}

/** Comments on lines of their own; those on lines right below each other are one. */
function blocksOf(text: string, comments: readonly SourceComment[]): readonly Located[] {
  const blocks: Located[] = [];
  for (const { span } of comments) {
    if (text.slice(lineStart(text, span.start), span.start).trim() !== '') continue;
    const last = blocks.at(-1);
    const isNext = last && /^[ \t]*(?:\r\n|\n|\r)?[ \t]*$/u.test(text.slice(last.span.end, span.start));
    const start = isNext ? last.span.start : span.start;
    if (isNext) blocks.pop();
    blocks.push({ value: text.slice(start, span.end), span: { start, end: span.end } });
  }
  return blocks;
}

/** How far the line is indented that something is on. */
export function lineIndentAt(text: string, at: number): number {
  const start = lineStart(text, at);
  return indentAt(text, start + (/^[ \t]*/u.exec(text.slice(start))?.[0].length ?? 0));
}

function lineStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

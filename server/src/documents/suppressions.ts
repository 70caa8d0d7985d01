import type { Block } from '../markdown/blocks.js';
import type { Located, Span } from '../markdown/span.js';
import type { SuppressionComment } from './parsed.js';
import { inlineComments } from '../markdown/codeSpans.js';
import { textLines, trimmedSpan } from './textLines.js';

/** The comment syntax of a document: `<!-- … -->` in Markdown, `# …` in feature files and YAML. */
export type CommentSyntax = 'markdown' | 'feature' | 'yaml';

const directive = /^\s*(pactwright-[a-z-]+)/iu;
const kinds = ['disable-next-line', 'disable', 'enable'] as const;
/** What every such comment holds: a text without it has none. Without the flag `u`, with which the engine tries every character. */
export const anyDirective = /pactwright-/i;

/**
 * The comments of a document that begin with `pactwright-`: a directive, then rule codes or names with spaces or commas
 * between them, then, if wanted, ` -- ` and the reason. In Markdown only comments that are blocks of their own count, in list
 * items too, and those in a line of text are listed as such; in feature files and YAML only comments on a line of their own, outside doc strings and block scalars.
 *
 * @param blocks the document's Markdown blocks; not looked at for other documents.
 */
export function findSuppressions(
  text: string,
  blocks: readonly Block[],
  syntax: CommentSyntax,
): readonly SuppressionComment[] {
  // Most documents have none, and a search for a word costs nothing.
  if ((syntax === 'markdown' && !text.includes('<!--')) || !anyDirective.test(text)) return [];
  const comments = syntax === 'markdown' ? htmlComments(text, blocks) : hashComments(text, syntax);
  return comments.flatMap(({ span, content, inText }) =>
    inText ? readCommentInText(text, span, content) : readComment(text, span, content),
  );
}

interface Comment {
  readonly span: Span;
  /** Without the comment's marks. */
  readonly content: Span;
  readonly inText?: true;
}

function htmlComments(text: string, blocks: readonly Block[]): Comment[] {
  return blocks.flatMap((block): Comment[] => {
    if (block.kind === 'list') return block.items.flatMap((item) => htmlComments(text, item.children));
    if (block.kind === 'paragraph') return commentsInText(text, block.span);
    if (block.kind === 'heading') return commentsInText(text, block.textSpan);
    if (block.kind !== 'html' || !block.comment) return [];
    const open = block.span.start + '<!--'.length;
    const close = text.indexOf('-->', open);
    if (close < 0 || close >= block.span.end) return [];
    return [{ span: { start: block.span.start, end: close + 3 }, content: { start: open, end: close } }];
  });
}

function commentsInText(text: string, within: Span): Comment[] {
  return inlineComments(text, within).map((span) => ({
    span,
    content: { start: span.start + '<!--'.length, end: Math.max(span.start + '<!--'.length, span.end - '-->'.length) },
    inText: true,
  }));
}

function readCommentInText(text: string, span: Span, content: Span): SuppressionComment[] {
  const word = directive.exec(text.slice(content.start, content.end))?.[1];
  return word !== undefined && isKnown(word) ? [{ kind: 'disable', codes: [], span, inText: true }] : [];
}

function hashComments(text: string, syntax: 'feature' | 'yaml'): Comment[] {
  const comments: Comment[] = [];
  let docString: string | undefined;
  let scalarIndent: number | undefined;
  for (const whole of textLines(text, { start: 0, end: text.length })) {
    const line = trimmedSpan(text, whole);
    const value = text.slice(line.start, line.end);
    if (value === '') continue;
    const indent = line.start - whole.start;
    if (docString !== undefined) {
      if (value === docString) docString = undefined;
      continue;
    }
    if (scalarIndent !== undefined && indent > scalarIndent) continue;
    scalarIndent = undefined;
    if (value.startsWith('#')) comments.push({ span: line, content: { start: line.start + 1, end: line.end } });
    else if (syntax === 'feature') docString = /^("""|```)/u.exec(value)?.[0];
    else if (/(?:^|\s)[|>][-+\d]*(?:\s+#.*)?$/u.test(value)) scalarIndent = indent;
  }
  return comments;
}

const isKnown = (word: string): boolean => kinds.some((known) => `pactwright-${known}` === word.toLowerCase());

/** The directive of a comment, if it is one. @param content the comment without its marks. */
export function readComment(text: string, span: Span, content: Span): SuppressionComment[] {
  const body = text.slice(content.start, content.end);
  const match = directive.exec(body);
  const word = match?.[1];
  if (!match || word === undefined) return [];
  const rest = match[0].length;
  const reason = /\s--(?=\s|$)/u.exec(body.slice(rest));
  const list = body.slice(rest, reason ? rest + reason.index : undefined);
  const codes = Array.from(list.matchAll(/[^\s,]+/gu), (code): Located => {
    const start = content.start + rest + code.index;
    return { value: code[0], span: { start, end: start + code[0].length } };
  });
  const kind = kinds.find((known) => `pactwright-${known}` === word);
  // In other letters it may be a word of a sentence: `Pactwright-generated`.
  if (kind === undefined && !word.startsWith('pactwright-') && !isKnown(word)) return [];
  if (kind !== undefined) return [{ kind, codes, span }];
  const start = content.start + rest - word.length;
  return [{ kind: 'disable', codes: [], span, unknown: { value: word, span: { start, end: start + word.length } } }];
}

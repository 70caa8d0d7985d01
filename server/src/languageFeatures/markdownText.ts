/**
 * A text of a document as Markdown that shows it letter by letter: no link, image, HTML, code or command can be made of it.
 * Line breaks become spaces.
 *
 * Every ASCII punctuation character may be escaped (https://spec.commonmark.org/0.31.2/#backslash-escapes).
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[!-/:-@[-`{-~]/gu, '\\$&');
}

/** A link to a file, or a place in it. */
export function markdownLink(text: string, uri: string): string {
  // In angle brackets parentheses need no escape; the URI itself holds no brackets of that kind.
  return `[${escapeMarkdown(text)}](<${uri.replace(/[<>\s]/gu, encodeURIComponent)}>)`;
}

/**
 * A text as Markdown that shows it, and is still good to read where it is not rendered: what would make markup of it is escaped,
 * line breaks become blanks.
 */
export function escapeProse(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_[\]<>|#&~$]/gu, '\\$&');
}

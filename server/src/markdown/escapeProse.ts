/**
 * A text as Markdown that shows it, and is still good to read where it is not rendered: what would make markup of it is escaped,
 * line breaks become blanks. Control characters and the marks that turn the reading direction are left out: it is shown in terminals, too.
 */
export function escapeProse(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .replace(/[\\`*_[\]<>|#&~$]/gu, '\\$&');
}

/**
 * A text as Markdown that shows it, and is still good to read where it is not rendered: what would make markup of it is escaped,
 * line breaks become spaces. What would tell somebody of it (`@name`) becomes code, as hosts look for that after all escapes are
 * resolved. Control characters and the marks that turn the reading direction are left out: it is shown in terminals, too.
 */
export function escapeProse(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .split(mention)
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : part.replace(/[\\`*_[\]<>|#&~$]/gu, '\\$&')))
    .join('');
}

/** An email address mentions no one; a package does, if its scope is somebody's name. */
const mention = /(?<![a-z0-9])(@[a-z0-9](?:[\w./@-]*[\w/])?)/iu;

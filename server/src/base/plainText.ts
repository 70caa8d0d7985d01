/**
 * Text from a repository as a terminal may show it: on one line, and without control characters (which move the cursor,
 * recolour or rename the window) and without the marks that turn the reading direction (which make text look like another).
 */
export function plainText(text: string): string {
  return plainLines(text.replace(/\s+/g, ' '));
}

/** The same for a text of several lines, with the spaces and tabs it has. */
export function plainLines(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '');
}

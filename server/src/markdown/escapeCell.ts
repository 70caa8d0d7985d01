/**
 * A text as it is in a cell of a table: pipes are escaped, in code spans too (https://github.github.com/gfm/#tables-extension-).
 * Backslashes in front of a pipe are doubled, so that they do not undo that.
 */
export function escapeCell(text: string): string {
  return text.replace(/(\\*)\|/gu, '$1$1\\|');
}

/** A text without what an editor leaves out or makes alike: the byte order mark, and the kinds of line breaks. */
export function comparableText(text: string): string {
  return text.replace(/^\u{FEFF}/u, '').replace(/\r\n?/g, '\n');
}

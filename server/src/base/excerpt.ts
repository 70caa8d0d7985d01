/** A text of the document as a message shows it: spaces folded, cut where it is long. */
export function excerpt(text: string, length = 60): string {
  // Only what can be shown is looked at: a document may be one line of many megabytes.
  const folded = text
    .slice(0, length * 4)
    .replace(/\s+/gu, ' ')
    .trim();
  return folded.length > length ? `${folded.slice(0, length - 1).trimEnd()}…` : folded;
}

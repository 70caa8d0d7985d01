/** V8 makes substrings of this length or longer views of the whole text, which then stays in memory. */
const shortestView = 13;

/** The same text, without keeping in memory the longer one that it is a part of. */
export function ownText(text: string): string {
  // JSON also preserves half of a surrogate pair.
  return text.length < shortestView ? text : (JSON.parse(JSON.stringify(text)) as string);
}

/** From this length on the engine makes parts of a text as views of the whole, which then stays in memory. */
const shortestView = 13;

/** The same text, which does not hold a longer one that it was cut from. */
export function ownText(text: string): string {
  // JSON keeps half of a surrogate pair, too.
  return text.length < shortestView ? text : (JSON.parse(JSON.stringify(text)) as string);
}

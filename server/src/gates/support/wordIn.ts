/** Whether a text names a value: as a whole, not as a part of a longer number or word. */
export function isWordIn(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!continues(text.charAt(at - 1), value.charAt(0)) && !continues(text.charAt(at + value.length), value.slice(-1)))
      return true;
  return false;
}

function continues(beside: string, end: string): boolean {
  return /\d/u.test(end) ? /\d/u.test(beside) : /\p{L}/u.test(end) && /\p{L}/u.test(beside);
}

/** Whether source code has an identifier. */
export function hasIdentifier(text: string, name: string): boolean {
  return text.split(/[^\p{L}\p{N}_$]+/u).includes(name);
}

/** Code without comments and what its texts hold, roughly. */
export function codeOnly(text: string): string {
  return text.replace(/(["'`])(?:\\.|(?!\1)[^\\])*?\1|(?:\/\/|#).*$/gmu, ' ');
}

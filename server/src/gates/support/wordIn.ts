import { escapePattern } from '../../code/runners/testName.js';

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

/**
 * Whether code has a variable or a parameter of its own of that name, as far as its words tell.
 *
 * @param isPlain whether `name = …` sets another one.
 */
export function isDeclared(text: string, name: string, { isPlain = false } = {}): boolean {
  const word = String.raw`(?<![\w$.])${escapePattern(name)}(?![\w$])`;
  const ways = [
    String.raw`\b(?:const|let|var|for)\s+[^=;\n]*${word}`,
    String.raw`${word}[^=\n(]*:=`,
    String.raw`\b(?:def|func|function)\b[^\n]*\([^)\n]*${word}`,
    String.raw`\([^()\n]*${word}[^()\n]*\)\s*=>|${word}\s*=>`,
    ...(isPlain ? [] : [String.raw`^\s*${word}\s*(?::[^=\n]*)?=(?!=)`]),
  ];
  return new RegExp(ways.join('|'), 'mu').test(text);
}

/** What a text in source code says, without its quotes and what is before them (`f"…"`). */
export function textInside(literal: string): string {
  return literal.replace(/^\w*["'`]+|["'`]+$/gu, '');
}

import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import { indicesOf, plainCode, type Stretch } from './plainCode.js';

/** Code on one line, as a message or a comparison wants it. */
export function plainOf(code: CodeFile, stretch: Stretch): string {
  return plainCode(code, indicesOf(stretch)).join(' ');
}

const constants = new Set('true false null undefined nil None True False NaN Infinity'.split(' '));

/** A value that is written out: a number, a text, a truth value, nothing; lists and objects of such. */
export function isLiteral({ tokens, language }: CodeFile, { first, last }: Stretch): boolean {
  if (last < first) return false;
  for (let at = first; at <= last; at++) {
    const token = tokens.at(at);
    if (token.kind === 'string') {
      if (tokens.text.charAt(token.start) === '`' && tokens.text.slice(token.start, token.end).includes('${'))
        return false;
      if (
        /^(?:\w*[fF]\w*["']|"[^]*#\{|\$)/u.test(tokens.text.slice(token.start, token.end)) &&
        dialects[language].fillsTexts
      )
        return false;
    } else if (token.kind === 'word') {
      const word = tokens.read(at);
      const isKey = tokens.is(at + 1, ':') && !tokens.is(at + 2, ':');
      if (!/^\d/u.test(word) && !constants.has(word) && !isKey) return false;
    } else if (!'-+.,:[]{}'.includes(tokens.read(at))) return false;
  }
  return true;
}

/** A single number, text or constant. */
export function isPlainLiteral(code: CodeFile, stretch: Stretch): boolean {
  return isLiteral(code, stretch) && !/[[\]{},:]/u.test(withoutStrings(code, stretch));
}

function withoutStrings({ tokens }: CodeFile, { first, last }: Stretch): string {
  let text = '';
  for (let at = first; at <= last; at++) if (tokens.at(at).kind !== 'string') text += tokens.read(at);
  return text;
}

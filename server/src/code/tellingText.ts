import { parseJson } from '../base/json.js';
import { languageOf } from './languageOf.js';
import { parseSource } from './parseSource.js';
import { codeOf } from './testChanges/codeFile.js';
import { indicesOf, plainCode } from './testChanges/plainCode.js';

/** Code without comments and white space, anything else without blank lines and trailing spaces. */
export function tellingText(path: string, text: string): string {
  const code = languageOf(path) === undefined ? undefined : codeOf(parseSource(path, text));
  if (code) return plainCode(code, indicesOf({ first: 0, last: code.tokens.all.length - 2 })).join(' ');
  if (path.endsWith('.json')) {
    const value = parseJson(text);
    if (value !== undefined) return JSON.stringify(value);
  }
  return tellingLines(text).join('\n');
}

/** Without comments of the shell's kind on lines of their own. */
export function tellingLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/u)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !/^\s*#/u.test(line));
}

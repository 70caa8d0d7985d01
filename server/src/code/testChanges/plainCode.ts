import type { SourceLanguage } from '../sourceFile.js';
import type { Tokens } from '../tokens.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';

/** Tokens of a file: from the first to the last, both included; empty if the last is before the first. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The indices of a stretch, without those of the stretches that are left out of it. @param without in order. */
export function indicesOf({ first, last }: Stretch, without: readonly Stretch[] = []): number[] {
  const indices: number[] = [];
  let next = 0;
  for (let at = first; at <= last; at++) {
    while ((without[next]?.last ?? Infinity) < at) next++;
    const left = without[next];
    if (left && left.first <= at) at = left.last;
    else indices.push(at);
  }
  return indices;
}

/**
 * Code as it reads to a machine, piece by piece: no comments, no white space, none of what a formatter adds or takes away (a
 * comma before a closing bracket, a semicolon, the kind of quotes). Two codes that read the same do the same.
 */
export function plainCode({ tokens, language, depths }: CodeFile, indices: readonly number[]): string[] {
  const pieces: string[] = [];
  const outermost = dialects[language].indents ? depths.get(indices[0] ?? 0) : undefined;
  indices.forEach((index, place) => {
    const token = tokens.at(index);
    const depth = outermost === undefined ? undefined : depths.get(index);
    // What a line belongs to is said by nothing else.
    if (depth !== undefined && place > 0) pieces.push(`\n${depth - (outermost ?? 0)}`);
    const read = tokens.read(index);
    if (token.kind === 'string') {
      pieces.push(plainString(read, tokens.text.slice(token.inner.start, token.inner.end), language));
      return;
    }
    if (read === ';') return;
    const before = pieces.at(-1);
    // What was between two commas may have been left out.
    if (read === ',' && (before === undefined || before === ',' || before === '{' || before === '[')) return;
    if (before === ',' && isClosing(tokens, index) && !isTuple(tokens, index, language)) pieces.pop();
    pieces.push(read);
  });
  if (pieces.at(-1) === ',') pieces.pop();
  return pieces;
}

function plainString(read: string, inner: string, language: SourceLanguage): string {
  const first = read.charAt(0);
  return dialects[language].quotesAlike &&
    (first === '"' || first === "'") &&
    read.charAt(1) !== first &&
    !/["'\\#]/u.test(inner)
    ? `'${inner}'`
    : read;
}

function isClosing(tokens: Tokens, index: number): boolean {
  return tokens.is(index, ')') || tokens.is(index, ']') || tokens.is(index, '}');
}

/** In Python `(1,)` is another thing than `(1)`. */
function isTuple(tokens: Tokens, close: number, language: SourceLanguage): boolean {
  return language === 'python' && tokens.is(close, ')') && tokens.is(close - 3, '(');
}

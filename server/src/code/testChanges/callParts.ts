import type { CodeFile } from './codeFile.js';
import type { Stretch } from './plainCode.js';

/** The arguments between a bracket and the one that closes it, without empty ones. */
export function argumentsOf({ tokens }: CodeFile, open: number): readonly Stretch[] {
  const close = tokens.closing(open) ?? open;
  return partsBetween(tokens, open + 1, close - 1);
}

/** What commas part, outside of brackets. */
export function partsBetween(tokens: CodeFile['tokens'], first: number, last: number): readonly Stretch[] {
  const parts: Stretch[] = [];
  let from = first;
  for (let at = first; at <= last; at = tokens.past(at))
    if (tokens.is(at, ',')) {
      if (at > from) parts.push({ first: from, last: at - 1 });
      from = at + 1;
    }
  if (from <= last) parts.push({ first: from, last });
  return parts;
}

/** The calls and words behind a value, joined by points: `.not.toBe(3)`. */
export interface Chain {
  readonly words: readonly string[];
  /** The arguments of the last call in it. */
  readonly arguments: readonly Stretch[];
  /** Whether the last word is called. */
  readonly called: boolean;
  /** Its last token, or the one before if there is none. */
  readonly last: number;
}

/** Longer chains are none of an assertion. */
const longestChain = 40;

/** Reads the chain that begins at a point. @param at the token that may be the point. */
export function chainAt(code: CodeFile, at: number): Chain {
  const { tokens } = code;
  const words: string[] = [];
  let found: readonly Stretch[] = [];
  let called = false;
  let next = at;
  for (let steps = 0; steps < longestChain; steps++) {
    let dot = next;
    while (tokens.is(dot, '?') || tokens.is(dot, '!')) dot++;
    if (!tokens.is(dot, '.') || tokens.at(dot + 1).kind !== 'word') break;
    words.push(tokens.read(dot + 1));
    next = dot + 2;
    called = false;
    if (tokens.is(next, '<')) next = pastTypes(tokens, next) ?? next;
    if (tokens.is(next, '(')) {
      found = argumentsOf(code, next);
      called = true;
      next = tokens.past(next);
    }
  }
  return { words, arguments: found, called, last: next - 1 };
}

/** Behind short type arguments that a bracket follows. */
export function pastTypes(tokens: CodeFile['tokens'], open: number): number | undefined {
  let depth = 0;
  for (let at = open, steps = 0; steps < 40; steps++, at = tokens.past(at)) {
    if (tokens.is(at, '<')) depth++;
    else if (tokens.is(at, '>') && !tokens.is(at - 1, '=') && --depth === 0)
      return tokens.is(at + 1, '(') ? at + 1 : undefined;
  }
  return undefined;
}

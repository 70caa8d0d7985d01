import type { Assertion } from './assertion.js';
import { type Block, blocksAround } from './blocks.js';
import type { CodeFile } from './codeFile.js';
import { constant, itself } from './constants.js';
import type { Stretch } from './plainCode.js';
import { byEnvironment } from './surroundings.js';
import { swallowed } from './swallowed.js';
import { flaw, type Flaw, type TestCode } from './testCode.js';

/** @returns undefined for an assertion that can fail, as far as reading tells. */
export function flawOf(test: TestCode, assertion: Assertion): Flaw | undefined {
  const around = blocksAround(test.blocks, assertion.first, test.stretch);
  return (
    neverReached(test, assertion, around) ??
    swallowed(test, around) ??
    byEnvironment(test, assertion.first) ??
    (assertion.kind === 'check'
      ? (unfinished(test, assertion) ?? constant(test, assertion) ?? itself(test, assertion))
      : undefined)
  );
}

function neverReached({ code }: TestCode, { first }: Assertion, around: readonly Block[]): Flaw | undefined {
  for (const block of around) {
    if (block.leaves !== undefined && block.leaves <= first)
      return flaw('is unreachable: an earlier statement always leaves the test');
    if ((block.kind === 'condition' || block.kind === 'loop') && isNever(code, block.head))
      return flaw('is under a condition that is never true');
  }
  return undefined;
}

const falsehoods = new Set('false False 0 nil None null undefined'.split(' '));

/** `if (false)`, `while (0)`, `if False:`. */
function isNever({ tokens }: CodeFile, { first, last }: Stretch): boolean {
  let at = first;
  while (tokens.is(at, '}') || tokens.is(at, 'else')) at++;
  if (!/^(?:if|elif|elsif|while)$/u.test(tokens.read(at))) return false;
  const isBracketed = tokens.is(at + 1, '(');
  const value = isBracketed ? at + 2 : at + 1;
  if (!falsehoods.has(tokens.read(value)) || tokens.at(value).kind !== 'word') return false;
  const end = isBracketed ? value + 1 : value;
  return (!isBracketed || tokens.is(end, ')')) && (end === last || (end + 1 === last && tokens.is(last, ':')));
}

/** An expectation that is incomplete, or not awaited. */
function unfinished({ code }: TestCode, { first, last, matcher, subject }: Assertion): Flaw | undefined {
  const { tokens, language } = code;
  const word = tokens.read(first);
  const isLooking = /^(?:expect|assertThat|Expect|Ω)$/u.test(word);
  if (
    isLooking &&
    subject &&
    /^(?:not|resolves|rejects|resolves\.not|rejects\.not)?$/u.test(matcher) &&
    language !== 'rust'
  )
    return flaw(`\`${word}\` has a value but no assertion`);
  if (language !== 'typescript') return undefined;
  if (isLooking && /^to[A-Z]/u.test(matcher.split('.').at(-1) ?? '') && !tokens.is(last, ')'))
    return flaw(`\`${matcher}\` is not called`);
  if (!isLooking || !/^(?:resolves|rejects)\b/u.test(matcher)) return undefined;
  const before = tokens.read(first - 1);
  const isWaitedFor = ['await', 'return', '>', '(', '[', ',', '=', ':', '?'].includes(before);
  const isPassedOn = tokens.is(last + 1, '.');
  return isWaitedFor || isPassedOn
    ? undefined
    : flaw('is a promise that is not awaited, so the test ends before it can fail');
}

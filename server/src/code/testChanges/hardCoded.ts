import type { CodeFile } from './codeFile.js';
import { functionsOf, type NamedFunction } from './functions.js';
import { isTelling, keyOf, type Literal, literalAt, type TestLiterals } from './literals.js';
import type { Stretch } from './plainCode.js';

/** Code that knows the answer of a test. */
export interface HardCoded extends Stretch {
  readonly function: string;
  /** What is given back, as it is written. */
  readonly answer: string;
  /** What it is given for, as it is written; undefined if the function gives nothing else. */
  readonly input?: string;
}

/**
 * Functions that give back what only tests expect, for what only tests give, or whatever they are given. A constant without
 * parameters, a message, a value that something else names, and a choice of which tests name a part only, are none.
 *
 * @param known whether something else than the tests names the literal: the code as it was, or a requirement.
 */
export function hardCodedIn(
  code: CodeFile,
  { inputs, expected }: TestLiterals,
  known: (literal: Literal) => boolean,
): readonly HardCoded[] {
  return functionsOf(code).flatMap((declared): readonly HardCoded[] => {
    const answers = returned(code, declared.body).filter(
      (literal) => isTelling(literal) && expected.has(keyOf(literal)) && !known(literal),
    );
    const [answer] = answers;
    if (!answer) return [];
    const base = { function: declared.name, first: answer.first, last: answer.last, answer: written(code, answer) };
    if (isWholeBody(code, declared, answer)) return takesSomething(code, declared) ? [base] : [];
    const branches = comparedIn(code, declared.body);
    const own = branches.filter((literal) => inputs.has(keyOf(literal)) && !isTrivial(literal));
    const [input] = own;
    // A choice that tests name a part of is one that means something.
    if (!input || own.length < branches.length || own.some((literal) => isTelling(literal) && known(literal)))
      return [];
    if (isLabel(input, answer)) return [];
    return [{ ...base, input: written(code, input) }];
  });
}

function written({ tokens }: CodeFile, { first, last }: Stretch): string {
  const { start, end } = tokens.span(first, last);
  return tokens.text.slice(start, end).slice(0, 60);
}

function isTrivial({ kind, value }: Literal): boolean {
  return kind === 'text' ? value.length < 3 : value === '0' || value === '1';
}

/** `open` is called `Open`. */
function isLabel(input: Literal, answer: Literal): boolean {
  const plain = ({ value }: Literal): string => value.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  return plain(input) === plain(answer);
}

/** `return 42`, `? 42`, `: 42`, `=> 42`, `-> 42`, `then 42`. */
function returned(code: CodeFile, { first, last }: Stretch): readonly Literal[] {
  const { tokens } = code;
  const found: Literal[] = [];
  for (let at = first; at <= last; at++) {
    const literal = literalAt(code, at);
    if (!literal) continue;
    const before = at === first ? 'return' : tokens.read(at - 1);
    const isGiven =
      before === 'return' ||
      before === '?' ||
      before === 'then' ||
      (before === '>' && /^[=-]$/u.test(tokens.read(at - 2)));
    const isOther = before === ':' && !tokens.is(at - 2, ')') && tokens.at(at - 2).kind !== 'word';
    const next = literal.last + 1;
    const isWhole =
      next > last ||
      tokens.is(next, ';') ||
      tokens.is(next, '}') ||
      tokens.is(next, ',') ||
      tokens.is(next, ':') ||
      tokens.at(next).breaks > 0 ||
      tokens.is(next, 'if');
    if ((isGiven || isOther) && isWhole) found.push(literal);
    at = literal.last;
  }
  return found;
}

/** `=== 17`, `== 17`, `17 ==`, `case 17`, `when 17`, `17 =>`. */
function comparedIn(code: CodeFile, { first, last }: Stretch): readonly Literal[] {
  const { tokens } = code;
  const found: Literal[] = [];
  for (let at = first; at <= last; at++) {
    const literal = literalAt(code, at);
    if (!literal) continue;
    const before = tokens.read(at - 1);
    const next = literal.last + 1;
    const isAfter = (before === '=' && tokens.is(at - 2, '=')) || before === 'case' || before === 'when';
    const isBefore =
      tokens.is(next, '=') && (tokens.is(next + 1, '=') || (tokens.is(next + 1, '>') && code.language === 'rust'));
    if (isAfter || isBefore) found.push(literal);
    at = literal.last;
  }
  return found;
}

function isWholeBody({ tokens }: CodeFile, { body }: NamedFunction, { first, last }: Literal): boolean {
  const start = tokens.is(first - 1, 'return') ? first - 1 : first;
  const end = tokens.is(last + 1, ';') ? last + 1 : last;
  const begins =
    start === body.first || (start > body.first && tokens.at(body.first).kind === 'string' && start === body.first + 1);
  return begins && (end >= body.last || (end + 1 === body.last && tokens.is(body.last, 'end')));
}

/** Whether a function has parameters that it is meant to use. */
function takesSomething({ tokens }: CodeFile, { head }: NamedFunction): boolean {
  for (let at = head.first; at <= head.last; at++) {
    if (!tokens.is(at, '(')) continue;
    const close = tokens.closing(at) ?? at;
    // The receiver of a method in Go is in brackets of its own.
    if (tokens.is(at - 1, 'func') && tokens.is(close + 2, '(')) {
      at = close;
      continue;
    }
    for (let inner = at + 1; inner < close; inner++) {
      const word = tokens.at(inner).kind === 'word' ? tokens.read(inner) : '';
      if (word !== '' && word !== 'self' && word !== 'this' && word !== 'mut' && word !== 'cls')
        return !word.startsWith('_');
    }
    return false;
  }
  return false;
}

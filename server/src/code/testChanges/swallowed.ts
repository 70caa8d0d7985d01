import type { SourceLanguage } from '../sourceFile.js';
import type { Block } from './blocks.js';
import { partsBetween } from './callParts.js';
import { type CodeFile, lineFrom } from './codeFile.js';
import type { Stretch } from './plainCode.js';
import { readAssertions } from './readAssertions.js';
import { flaw, type Flaw, type TestCode } from './testCode.js';
import { plainOf } from './values.js';

/** A handler of errors: its body, and what it calls the error. */
interface Handler extends Stretch {
  readonly name?: string;
}

/** Whether what an assertion throws is caught by code of the test that neither fails nor keeps it. */
export function swallowed(test: TestCode, around: readonly Block[]): Flaw | undefined {
  const { code } = test;
  for (const block of around) {
    const promise = block.kind === 'function' ? chainedHandler(code, block) : undefined;
    if (promise && drops(test, promise)) return flaw('is where a rejected promise is caught and ignored');
    const handler =
      block.kind === 'try' ? (code.lines.length > 0 ? lineHandler(code, block) : catchOf(code, block)) : undefined;
    if (handler && drops(test, handler)) return flaw('is in a `try` that ignores what it catches, including failures');
  }
  return undefined;
}

/** What a handler has to name so that a failed assertion gets there; without a pattern, all do. */
const failuresNamed: Readonly<Partial<Record<SourceLanguage, RegExp>>> = {
  python: /^except$|\b(?:Exception|BaseException|AssertionError)\b/u,
  ruby: /\b(?:Exception|Assertion|ExpectationNotMetError)\b/u,
  java: /\b(?:Throwable|Error|AssertionError)\b/u,
  csharp: /^$|\( (?:System \. )?Exception\b|Assert/u,
};

const catchesFailure = (language: SourceLanguage, named: string): boolean =>
  failuresNamed[language]?.test(named) ?? true;

/** `except Exception as error:`, `rescue Exception`: those that catch a failed assertion. */
function lineHandler(code: CodeFile, { body }: Block): Handler | undefined {
  const { tokens, language, lines } = code;
  const place = lineFrom(lines, body.last + 1);
  const line = lines[place];
  if (!line || !['except', 'rescue'].includes(tokens.read(line.first))) return undefined;
  const next = Math.min(lines[place + 1]?.first ?? Infinity, line.blockEnd + 1);
  let end = line.first;
  while (end < next && !tokens.is(end, ':')) end++;
  const head = plainOf(code, { first: line.first, last: end - 1 });
  if (!catchesFailure(language, head)) return undefined;
  return { first: end, last: line.blockEnd, ...(tokens.is(end - 2, 'as') ? { name: tokens.read(end - 1) } : {}) };
}

function catchOf(code: CodeFile, { body }: Block): Handler | undefined {
  const { tokens, language } = code;
  const word = body.last + 2;
  if (!tokens.is(word, 'catch')) return undefined;
  const open = tokens.is(word + 1, '(') ? tokens.past(word + 1) : word + 1;
  const what = plainOf(code, { first: word + 1, last: open - 1 });
  if (!catchesFailure(language, what) || !tokens.is(open, '{')) return undefined;
  const name = language === 'typescript' ? word + 2 : open - 2;
  return {
    first: open + 1,
    last: (tokens.closing(open) ?? open) - 1,
    ...(open > word + 1 && tokens.at(name).kind === 'word' ? { name: tokens.read(name) } : {}),
  };
}

/** `.catch(() => {})` behind the call that a callback is an argument of. */
function chainedHandler({ tokens, language }: CodeFile, { body }: Block): Handler | undefined {
  if (language !== 'typescript') return undefined;
  const close = body.last + 2;
  if (!tokens.is(close, ')') || !tokens.is(close + 1, '.') || !tokens.is(close + 2, 'catch')) return undefined;
  const open = close + 3;
  const [handler] = partsBetween(tokens, open + 1, (tokens.closing(open) ?? open) - 1);
  if (!handler || !tokens.is(handler.last, '}')) return undefined;
  let first = handler.first;
  while (first < handler.last && !tokens.is(first, '{')) first = tokens.past(first);
  const name = tokens.is(handler.first, '(') ? handler.first + 1 : handler.first;
  return {
    first: first + 1,
    last: handler.last - 1,
    ...(tokens.at(name).kind === 'word' ? { name: tokens.read(name) } : {}),
  };
}

const failing = /^(?:throw|raise|done|reject|fail|exit|panic)$/u;
const printing = /^(?:console|print|println|log|logger|logging|warn|puts|Debug|Trace|System|Console|void)$/u;

const nothing = new Set('true false null undefined None True False'.split(' '));

/** Whether nothing in a handler fails the test, passes the error on or keeps something to be looked at. */
function drops({ code, asserting }: TestCode, { first, last, name }: Handler): boolean {
  const { tokens } = code;
  const indices: number[] = [];
  let prints = false;
  let named = false;
  for (let at = first; at <= last; at++) {
    const word = tokens.at(at).kind === 'word' ? tokens.read(at) : '';
    if (failing.test(word)) return false;
    if (
      word === 'return' &&
      tokens.at(at + 1).kind === 'word' &&
      tokens.at(at + 1).breaks === 0 &&
      !nothing.has(tokens.read(at + 1))
    )
      return false;
    if (printing.test(word)) prints = true;
    if (word !== '' && word === name) named = true;
    if (tokens.is(at, '=') && !tokens.is(at + 1, '=') && !tokens.is(at - 1, '=')) return false;
    indices.push(at);
  }
  return !(named && !prints) && readAssertions(code, indices, asserting).length === 0;
}

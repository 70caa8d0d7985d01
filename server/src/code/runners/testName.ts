import type { Located } from '../../markdown/span.js';
import { languageFacts } from '../languageFacts.js';
import type { SourceFile } from '../sourceFile.js';

/**
 * A name as its runner shows it: pieces of fixed text, with anything in between two of them. One piece is a name that is known
 * whole; `['adds ', '']` begins with `adds `.
 */
export type TestName = readonly string[];

/** Names joined by a fixed text. */
export function joinNames(names: readonly TestName[], separator: string): TestName {
  const [first = [''], ...rest] = names;
  return rest.reduce((before, name) => concat(concat(before, [separator]), name), first);
}

function concat(before: TestName, after: TestName): TestName {
  const [first = '', ...rest] = after;
  return [...before.slice(0, -1), (before.at(-1) ?? '') + first, ...rest];
}

/** Whether nothing of a name is known. */
export function isUnknown(name: TestName): boolean {
  return name.every((piece) => piece === '') && name.length > 1;
}

/** The source of a regular expression for exactly this name, without anchors; `any` stands for what is not known. */
export function patternOf(name: TestName, any = '[\\s\\S]*'): string {
  return name.map(escapePattern).join(any);
}

/**
 * Text as a regular expression that means just it, in the language of JavaScript, Python, Go and Java alike. Line breaks are
 * written out, as an argument with one in it is cut off by scripts for Windows.
 */
export function escapePattern(text: string): string {
  return text
    .replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    .replace(/\n/gu, '\\n')
    .replace(/\r/gu, '\\r');
}

/** The name of a test or suite as its runner shows it. */
export function runnerName(file: Pick<SourceFile, 'language' | 'text'>, { value, span }: Located): TestName {
  const { language, text } = file;
  const titles = language === undefined ? 'name' : languageFacts[language].titles;
  if (titles === 'name') return [value.replace(/^r#/u, '')];
  const quote = text.charAt(span.start - 1);
  const isText = `"'\``.includes(quote) && quote !== '' && text.charAt(span.end) === quote;
  if (titles === 'givenOrName') {
    if (!isText) return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(value) && !isArgument(text, span.start) ? [value] : ['', ''];
    return [quote === '`' ? value : unescape(value)];
  }
  if (!isText) return ['', ''];
  if (isShownByKey(text, span.start)) return ['', shownStart(unescape(value)), ''];
  const pieces = quote === '`' ? splitTemplate(value) : [value];
  const known = pieces.map(unescape);
  // A call of what a call has made: `it.each([1, 2])('adds %i')`, where the title is a form to be filled in.
  return /[)`]\s{0,9}\(\s{0,99}$/u.test(text.slice(Math.max(0, span.start - 101), span.start - 1))
    ? known.flatMap(splitForm)
    : known;
}

/** Whether a text is in a table whose values titles name: `each([{ title: '…' }])('$title', …)`. */
function isShownByKey(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 101), start - 1).trimEnd();
  return !before.endsWith('(') && /\.(?:each|for)\b[\s\S]*?\(\s*["'`]\$/u.test(text);
}

/** Vitest puts such a text into quotes and shows no more than 40 characters of it; Jest shows it as it is. */
function shownStart(value: string): string {
  return /^[^"'`\\\n]{0,30}/u.exec(value)?.[0] ?? '';
}

/** Whether what is there is the title of a subtest, computed when it runs. */
function isArgument(text: string, start: number): boolean {
  return /\bRun\(\s*$/u.test(text.slice(Math.max(0, start - 30), start));
}

/** The fixed pieces of a template; what is in `${…}` is not known. */
function splitTemplate(value: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < value.length; at++) {
    if (value.charAt(at) === '\\') at++;
    else if (value.startsWith('${', at)) {
      pieces.push(value.slice(from, at));
      let depth = 1;
      for (at += 2; at < value.length && depth > 0; at++)
        if (value.charAt(at) === '{') depth++;
        else if (value.charAt(at) === '}') depth--;
      from = at--;
    }
  }
  return [...pieces, value.slice(from)];
}

/** `%s` and `$name` in titles of `each` and `for`. */
function splitForm(text: string): string[] {
  return text.split(/%[sdifjoOpc#$]|\$[\w.#]+/u).map((piece) => piece.replaceAll('%%', '%'));
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  v: '\v',
  f: '\f',
  a: '\u0007',
  '0': '\0',
  '\n': '',
};

/** What a text with escapes stands for, in JavaScript and Go. */
function unescape(text: string): string {
  return text.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|U([\da-f]{8})|x([\da-f]{2})|([\s\S]))/giu,
    (
      whole,
      braced: string | undefined,
      four: string | undefined,
      eight: string | undefined,
      two: string | undefined,
      one: string | undefined,
    ) => {
      const code = braced ?? four ?? eight ?? two;
      if (code === undefined) return one === undefined ? whole : (escapes[one] ?? one);
      const point = parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}

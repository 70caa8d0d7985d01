import {
  APOSTROPHE,
  BACKTICK,
  COLON,
  DOT,
  EQUALS,
  EXCLAMATION_MARK,
  GREATER_THAN,
  HYPHEN,
  LESS_THAN,
  QUESTION_MARK,
  QUOTATION_MARK,
  SLASH,
  UNDERSCORE,
  isBlank,
  isDigit,
  isLetter,
  skipBlanks,
} from '../base/characters.js';

/** The start conditions of HTML blocks in CommonMark 4.6, by their numbers there; 0: none. */
export type HtmlBlockKind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** `<!--` */
export const HTML_COMMENT = 2;

const RAW_NAMES = new Set(['pre', 'script', 'style', 'textarea']);
const LONGEST_RAW_NAME = 8;

const BLOCK_NAMES = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);
const LONGEST_BLOCK_NAME = 10;

/** The kind of HTML block that begins with the `<` at `at`; `end` is the line's end. */
export function htmlBlockKind(text: string, at: number, end: number): HtmlBlockKind {
  const first = at + 1 < end ? text.charCodeAt(at + 1) : 0;
  if (first === EXCLAMATION_MARK) {
    if (text.startsWith('--', at + 2)) return HTML_COMMENT;
    if (text.startsWith('[CDATA[', at + 2)) return 5;
    return at + 2 < end && isLetter(text.charCodeAt(at + 2)) ? 4 : 0;
  }
  if (first === QUESTION_MARK) return 3;
  const closing = first === SLASH;
  const nameStart = closing ? at + 2 : at + 1;
  if (nameStart >= end || !isLetter(text.charCodeAt(nameStart))) return 0;
  let nameEnd = nameStart + 1;
  while (nameEnd < end && isNameUnit(text.charCodeAt(nameEnd))) nameEnd++;
  if (nameEnd - nameStart <= LONGEST_BLOCK_NAME) {
    const name = text.slice(nameStart, nameEnd).toLowerCase();
    const after = nameEnd < end ? text.charCodeAt(nameEnd) : GREATER_THAN;
    const delimited = after === GREATER_THAN || isBlank(after);
    if (delimited && !closing && RAW_NAMES.has(name)) return 1;
    if (BLOCK_NAMES.has(name)) {
      if (delimited) return 6;
      if (after === SLASH && nameEnd + 1 < end && text.charCodeAt(nameEnd + 1) === GREATER_THAN) return 6;
    }
  }
  const tagEnd = closing ? skipBlanks(text, nameEnd, end) : attributesEnd(text, nameEnd, end);
  const complete = tagEnd >= 0 && tagEnd < end && text.charCodeAt(tagEnd) === GREATER_THAN;
  return complete && skipBlanks(text, tagEnd + 1, end) === end ? 7 : 0;
}

/** The offset at which an opening tag's `>` must be, or -1 where its attributes are malformed. */
function attributesEnd(text: string, at: number, end: number): number {
  for (;;) {
    const name = skipBlanks(text, at, end);
    if (name >= end) return -1;
    const unit = text.charCodeAt(name);
    if (unit === SLASH) return name + 1;
    if (unit === GREATER_THAN) return name;
    if (name === at || !(isLetter(unit) || unit === UNDERSCORE || unit === COLON)) return -1;
    at = name + 1;
    while (at < end && isAttributeNameUnit(text.charCodeAt(at))) at++;
    const equals = skipBlanks(text, at, end);
    if (equals < end && text.charCodeAt(equals) === EQUALS) {
      at = attributeValueEnd(text, skipBlanks(text, equals + 1, end), end);
      if (at < 0) return -1;
    }
  }
}

function attributeValueEnd(text: string, at: number, end: number): number {
  if (at >= end) return -1;
  const quote = text.charCodeAt(at);
  if (quote === QUOTATION_MARK || quote === APOSTROPHE) {
    for (let offset = at + 1; offset < end; offset++) if (text.charCodeAt(offset) === quote) return offset + 1;
    return -1;
  }
  let offset = at;
  while (offset < end && isUnquotedUnit(text.charCodeAt(offset))) offset++;
  return offset === at ? -1 : offset;
}

const isNameUnit = (unit: number): boolean => isLetter(unit) || isDigit(unit) || unit === HYPHEN;

const isAttributeNameUnit = (unit: number): boolean =>
  isNameUnit(unit) || unit === UNDERSCORE || unit === COLON || unit === DOT;

const isUnquotedUnit = (unit: number): boolean =>
  !isBlank(unit) &&
  unit !== QUOTATION_MARK &&
  unit !== APOSTROPHE &&
  unit !== EQUALS &&
  unit !== LESS_THAN &&
  unit !== GREATER_THAN &&
  unit !== BACKTICK;

/**
 * Answers whether a line satisfies the end condition of an HTML block of kinds 1 to 5 (kinds 6 and 7 end at a blank line).
 * Lines must be asked for in document order: what was found behind a line is kept, so that a text without any end is
 * searched once, not once per line.
 */
export class HtmlEndFinder {
  readonly #text: string;
  readonly #found = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  endsIn(kind: HtmlBlockKind, start: number, end: number): boolean {
    switch (kind) {
      case 1:
        return this.#rawEndTagIn(start, end);
      case 2:
        return this.#next('-->', start) + 3 <= end;
      case 3:
        return this.#next('?>', start) + 2 <= end;
      case 4:
        return this.#next('>', start) + 1 <= end;
      case 5:
        return this.#next(']]>', start) + 3 <= end;
      default:
        return false;
    }
  }

  #rawEndTagIn(start: number, end: number): boolean {
    for (let at = this.#next('</', start); at + 2 < end; at = this.#next('</', at + 2)) {
      let after = at + 2;
      while (after < end && after - at - 2 <= LONGEST_RAW_NAME && isLetter(this.#text.charCodeAt(after))) after++;
      if (after < end && this.#text.charCodeAt(after) === GREATER_THAN) {
        if (RAW_NAMES.has(this.#text.slice(at + 2, after).toLowerCase())) return true;
      }
    }
    return false;
  }

  #next(needle: string, start: number): number {
    let found = this.#found.get(needle) ?? -1;
    if (found < start) {
      found = this.#text.indexOf(needle, start);
      if (found < 0) found = this.#text.length;
      this.#found.set(needle, found);
    }
    return found;
  }
}

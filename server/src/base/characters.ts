/** UTF-16 code units that Markdown's block structure turns on. */
export const TAB = 9;
export const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION_MARK = 33;
export const QUOTATION_MARK = 34;
export const HASH = 35;
export const APOSTROPHE = 39;
export const LEFT_PARENTHESIS = 40;
export const RIGHT_PARENTHESIS = 41;
export const ASTERISK = 42;
export const PLUS = 43;
export const HYPHEN = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const QUESTION_MARK = 63;
export const LEFT_BRACKET = 91;
export const BACKSLASH = 92;
export const RIGHT_BRACKET = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const VERTICAL_BAR = 124;
export const TILDE = 126;
export const BYTE_ORDER_MARK = 0xfeff;

export const isBlank = (unit: number): boolean => unit === SPACE || unit === TAB;
export const isLineBreak = (unit: number): boolean => unit === LINE_FEED || unit === CARRIAGE_RETURN;
export const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57;
export const isLetter = (unit: number): boolean => (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90);

// These two run several times on every line, mostly in code that the engine has not compiled yet: no calls in them.

/** The first offset in `[at, end)` that is neither space nor tab; `end` if there is none. */
export function skipBlanks(text: string, at: number, end: number): number {
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== SPACE && unit !== TAB) break;
  }
  return at;
}

/** The end of `[start, end)` without the spaces and tabs it ends in. */
export function trimBlanks(text: string, start: number, end: number): number {
  for (; end > start; end--) {
    const unit = text.charCodeAt(end - 1);
    if (unit !== SPACE && unit !== TAB) break;
  }
  return end;
}

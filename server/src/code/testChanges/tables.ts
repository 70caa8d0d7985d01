import { partsBetween } from './callParts.js';
import type { CodeFile } from './codeFile.js';
import { dialects } from './dialects.js';
import type { Stretch } from './plainCode.js';
import { plainOf } from './values.js';

/** What takes a table of cases. */
const takers = new Set('each for parametrize cases values CsvSource ValueSource of in with_cases TestCases'.split(' '));
/** Attributes that are a case each. */
const caseAttributes = /^(?:\[ (?:InlineData|TestCase|DataRow)\b|# \[ (?:case|test_case)\b)/u;

interface Coded {
  readonly code: CodeFile;
  readonly stretch: Stretch & { readonly own: readonly number[] };
}

/** The tokens of a test, or of other code, without the rows of its tables that were not there before. */
export function tokensWithoutNewRows(old: Coded, now: Coded): readonly number[] {
  const rows = new Map<string, number>();
  for (const row of rowsOf(old)) {
    const text = plainOf(old.code, row);
    rows.set(text, (rows.get(text) ?? 0) + 1);
  }
  const left = new Set<number>();
  for (const row of rowsOf(now)) {
    const text = plainOf(now.code, row);
    const before = rows.get(text) ?? 0;
    rows.set(text, before - 1);
    if (before <= 0) for (let at = row.first; at <= row.last; at++) left.add(at);
  }
  return now.stretch.own.filter((index) => !left.has(index));
}

function rowsOf({ code, stretch }: Coded): readonly Stretch[] {
  const { tokens } = code;
  const rows: Stretch[] = [];
  for (const at of stretch.own) {
    const close = tokens.closing(at);
    if (close === undefined || close > stretch.last) continue;
    const attribute = attributeAt(code, at, close);
    if (attribute) rows.push(attribute);
    else if (!tokens.is(at, '(')) rows.push(...rowsIn(code, at, close));
  }
  return rows;
}

function attributeAt(code: CodeFile, at: number, close: number): Stretch | undefined {
  const { caseMark } = dialects[code.language];
  if (caseMark === undefined) return undefined;
  const first = at - caseMark;
  const stretch = { first, last: close };
  return close - first < 60 && caseAttributes.test(plainOf(code, stretch)) ? stretch : undefined;
}

/** The rows of a list that is taken as a table, or given a name. */
function rowsIn(code: CodeFile, open: number, close: number): readonly Stretch[] {
  const { tokens, language } = code;
  const before = tokens.is(open - 1, '(') ? open - 2 : open - 1;
  const isTaken = takers.has(tokens.read(before));
  const isNamed = tokens.is(open - 1, '=');
  const { tableAfter } = dialects[language];
  const isAfter =
    tableAfter === 'comma'
      ? tokens.is(open - 1, ',')
      : tableAfter === 'type' && (tokens.is(open - 1, '}') || tokens.at(open - 1).kind === 'word');
  if (!isTaken && !isNamed && !isAfter) return [];
  const parts = partsBetween(tokens, open + 1, close - 1);
  const areRows = parts.every(
    ({ first }) =>
      ['[', '{', '('].includes(tokens.read(first)) || tokens.is(first + 1, ':') || tokens.is(first, 'pytest'),
  );
  return isTaken || (areRows && parts.length > 0) ? parts : [];
}

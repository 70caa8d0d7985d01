import type { Located } from '../markdown/span.js';

/** An item id taken apart: `STORY-al-042` is type `STORY`, prefix `al`, number `042`. */
export interface ItemId {
  readonly type: 'STORY' | 'BUG' | 'HOTFIX';
  readonly prefix?: string;
  readonly number: string;
}

// The prefix may hold digits and hyphens (`STORY-bob-01-003`); the last run of digits is the number.
const whole = /^(STORY|HOTFIX|BUG)(?:-([A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*))?-(\d+)$/;

const everyItemId = /(?<![\w-])(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*-\d+(?!\w)/g;
const mayHoldItemId = /(?:STORY|HOTFIX|BUG)-/;

/** Takes a whole item id apart; undefined if the text is not one. */
export function parseItemId(text: string): ItemId | undefined {
  const match = whole.exec(text);
  if (!match) return undefined;
  const [, type, prefix, number] = match;
  if ((type !== 'STORY' && type !== 'BUG' && type !== 'HOTFIX') || number === undefined) return undefined;
  return prefix === undefined ? { type, number } : { type, prefix, number };
}

/**
 * The item ids in a text, each as long as it can be and never a part of a longer word.
 *
 * @param offset added to every span, for a text that was cut out of a document.
 */
export function findItemIds(text: string, offset = 0): Located[] {
  // Most texts have none.
  if (!mayHoldItemId.test(text)) return [];
  const found: Located[] = [];
  // Not `matchAll`, which builds the expression again.
  everyItemId.lastIndex = 0;
  for (let match = everyItemId.exec(text); match !== null; match = everyItemId.exec(text)) {
    const value = match[0];
    const start = offset + match.index;
    found.push({ value, span: { start, end: start + value.length } });
  }
  return found;
}

/** The longest range in a commit message; a longer one means something else. */
const longestRange = 100;

/** What follows an id and names more: `~059`, `..063`, `–STORY-009`, `, -2 and -3`. */
const continued =
  /^(?:(?<range>~|\.{2,3}|[–—])|\s*(?:,|and\b|&|\+|\/)\s*(?:and\s+)?(?=-))(?:(?<base>(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*)?-)?(?<number>\d{1,9})(?![\w])/u;

/** All items that a message names, those of ranges and enumerations (`STORY-057~059`, `STORY-1, -2 and -3`) too, each as its id. */
export function itemIdsNamed(text: string): readonly string[] {
  return findItemIds(text).flatMap(({ value, span: { end } }) => [value, ...idsAfter(value, text, end)]);
}

function idsAfter(id: string, text: string, from: number): readonly string[] {
  const named: string[] = [];
  let at = from;
  let last = id;
  for (;;) {
    const found = continued.exec(text.slice(at, at + 100));
    const { range, base, number = '' } = found?.groups ?? {};
    const before = last.slice(0, last.lastIndexOf('-'));
    // A whole id after a range is found by itself; here it only ends the range.
    if (!found || (base !== undefined && base !== before)) return named;
    const first = Number(last.slice(before.length + 1)) + 1;
    const end = Number(number);
    const width = last.length - before.length - 1;
    if (range !== undefined && (end < first || end - first > longestRange)) return named;
    for (let one = range === undefined ? end : first; one <= end; one++)
      named.push(`${before}-${String(one).padStart(width, '0')}`);
    last = named.at(-1) ?? last;
    at += found[0].length;
  }
}

/** What is wrong with a text that must be an item id, as the end of a sentence that begins with it. */
export const itemProblem = (text: string): string | undefined =>
  parseItemId(text) ? undefined : 'is not an item id: write it as its spec has it, e.g. STORY-042';

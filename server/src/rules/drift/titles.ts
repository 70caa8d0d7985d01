import type { Located, Span } from '../../markdown/span.js';
import { memoEach, memoFor } from '../../base/memo.js';

// Links to issues, issue numbers and marks such as `[P1]` or a priority in backticks, as people add them to entries; bounded, as titles are short.
const remarks = /(?:\s*(?:[-–—]\s*)?\(?(?:\[[^\]]{0,100}\](?:\([^()\s]{0,500}\))?|#\d{1,9}|`P\d`)\)?){1,5}\s*$/u;

/** The title without links, issue numbers and marks at its end. */
export function titleWithoutRemarks({ value, span: { start } }: Located): Span {
  return { start, end: start + withoutRemarks(value).length };
}

function withoutRemarks(title: string): string {
  return title.length > 1_000 ? title : title.replace(remarks, '').trimEnd();
}

/** What a title is compared by: its letters and digits, without remarks and without `Spec` and an item id at its start. */
const wordsOf = memoFor(({ value }: Located): string =>
  (
    withoutRemarks(value)
      .normalize('NFKC')
      .replace(/^[\s*_]*Spec\b[\s:：]*(?:(?:STORY|BUG|HOTFIX)-[\w-]*\d(?!\w)[\s:：]*)?/iu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' '),
);

export type TitleRelation = 'same' | 'reworded' | 'different';

const compared = memoEach<Located, { readonly other: Located }, TitleRelation>();

/**
 * Whether two titles say the same: only letters and digits count, in any letter case. `reworded`: one is the beginning of the
 * other or has all its words in order, or they share most of their letters in pairs. What was said of two titles is kept for as long as they live.
 */
export function relationOf(one: Located, other: Located): TitleRelation {
  if (one.value === other.value) return 'same';
  return compared(one, { other }, () => compare(wordsOf(one), wordsOf(other)));
}

function compare(a: string, b: string): TitleRelation {
  // An entry or a spec without title is the business of PW304 and PW102.
  if (a === b || a === '' || b === '') return 'same';
  return isShortened(a, b) || isShortened(b, a) || likeness(a, b) >= 0.5 ? 'reworded' : 'different';
}

/** Whether a title has no words but those of the other, in the same order; two at least, or its first ones. */
function isShortened(short: string, long: string): boolean {
  if (`${long} `.startsWith(`${short} `)) return true;
  const words = short.split(' ');
  let at = 0;
  for (const word of long.split(' ')) if (word === words[at]) at++;
  return words.length > 1 && at === words.length;
}

/** The share of letter pairs that two texts have in common, from 0 to 1 (Sørensen and Dice); for texts in any script. */
function likeness(a: string, b: string): number {
  const some = pairsOf(a);
  const others = pairsOf(b);
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return (2 * shared) / Math.max(1, some.size + others.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = text.slice(0, 500).replaceAll(' ', '');
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) => letters.slice(index, index + 2)),
  );
}

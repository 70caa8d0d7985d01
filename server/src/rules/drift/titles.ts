import type { Located, Span } from '../../markdown/span.js';

// Links to issues and other links at the end, as people add them to entries; bounded, as titles are short.
const remarks = /(?:\s*[-–—(]?\s*(?:\[[^\]]{0,100}\]\([^()\s]{0,500}\)|\(?#\d{1,9}\)?)\)?){1,5}\s*$/u;

/** The title without links and issue numbers at its end. */
export function remarkFreeTitle({ value, span: { start } }: Located): Span {
  return { start, end: start + withoutRemarks(value).length };
}

function withoutRemarks(title: string): string {
  return title.length > 1_000 ? title : title.replace(remarks, '').trimEnd();
}

/**
 * Whether two titles say the same: blanks, letter case, emphasis, back ticks, kinds of dashes and quotation marks, punctuation
 * at the end and remarks apart. `shorter`: one of them is the beginning of the other.
 */
export function sameTitle(one: string, other: string): 'same' | 'shorter' | 'different' {
  const a = folded(one);
  const b = folded(other);
  // An entry or a spec without title is the business of PW304 and PW102.
  if (a === b || a === '' || b === '') return 'same';
  return isBeginning(a, b) || isBeginning(b, a) ? 'shorter' : 'different';
}

function isBeginning(part: string, whole: string): boolean {
  return whole.startsWith(part) && !/[\p{L}\p{N}]/u.test(whole.charAt(part.length));
}

function folded(title: string): string {
  return withoutRemarks(title)
    .normalize('NFKC')
    .replace(/[*`_"'“”„‘’«»]/gu, '')
    .replace(/[‐-―−]/gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(/[\s.!,;:]+$/u, '')
    .trim()
    .toLowerCase();
}

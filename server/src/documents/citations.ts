import { HYPHEN, isDigit } from '../base/characters.js';
import { type Located, span } from '../markdown/span.js';

/** What can be cited: a requirement (`R1`) or an acceptance criterion (`AC1`). */
export type CitationKind = 'R' | 'AC';

// More ids than this in one range are a slip of the pen: the range counts as its two ends.
const longestRange = 200;

// A range's second end may leave out the letters (`R3-5`), then without spaces, so that `R3 - 5 items` is no range.
// Digits are bounded: what is longer than a safe integer is no id.
const beginning = /(?:R|AC-?)\d/i;
const citation =
  /(?<!\w)(R|AC-?)(\d{1,15})(?!\w)(?:(?:[ \t]*(?:[-–~]|\.{2,3}|…)[ \t]*|—|[ \t]+(?:to|through)[ \t]+)(R|AC-?)(\d{1,15})(?!\w)|(?:[-–~]|\.{2,3}|…)(\d{1,15})(?![\w-]|\.\d))?/gi;

// An id that may begin a range or be none, and one that is surely an id by itself.
const maybeRange = /(?:R|AC-?)\d+(?![\d,;:)\]]|$)/i;
const simple = /(?<!\w)(?:R|AC-?)\d{1,15}(?=[,;:)\]]|$)/gi;

/** Whether a text may cite anything: a quick look, as most texts cite nothing. */
export function mayCite(text: string): boolean {
  return beginning.test(text);
}

/**
 * The ids a text cites as whole words in any letter case, normalised (`r01` → `R1`, `AC-2` → `AC2`), in the order of the
 * text. A range (`R1-R4`, `R1–R4`, `R1—R4`, `R1..R4`, `R1 to R4`, `R3-5`) yields each of its ids with the span of the whole range.
 * Linear in the text; never throws.
 *
 * @param text a document, or a stretch cut out of one.
 * @param offset added to every span, for a text that was cut out of a document.
 * @param kinds the kinds wanted.
 */
export function findCitations(text: string, offset: number, kinds: readonly CitationKind[]): Located[] {
  const found: Located[] = [];
  if (!mayCite(text)) return found;
  if (!maybeRange.test(text)) return findSimple(text, offset, kinds);
  // Not `matchAll`, which builds the expression again.
  citation.lastIndex = 0;
  for (let match = citation.exec(text); match !== null; match = citation.exec(text)) {
    // By index, as taking an array apart makes an object of every element.
    const whole = match[0];
    const letters = match[1] ?? '';
    const digits = match[2] ?? '';
    const lastLetters = match[3];
    const lastDigits = match[4];
    const bareDigits = match[5];
    const start = offset + match.index;
    const kind = kindOf(letters);
    const first = Number(digits);
    const endKind = lastLetters === undefined ? kind : kindOf(lastLetters);
    const endDigits = lastDigits ?? bareDigits;
    if (endDigits !== undefined && endKind !== kind) {
      // `R1-AC2` is no range but two ids.
      const split = start + letters.length + digits.length;
      const end = start + whole.length;
      const secondStart = end - endDigits.length - (lastLetters?.length ?? 0);
      if (kinds.includes(kind)) found.push({ value: `${kind}${first}`, span: { start, end: split } });
      if (kinds.includes(endKind))
        found.push({ value: `${endKind}${Number(endDigits)}`, span: { start: secondStart, end } });
      continue;
    }
    if (!kinds.includes(kind)) continue;
    const place = span(start, start + whole.length);
    if (endDigits === undefined) found.push({ value: kind + String(first), span: place });
    else
      for (const number of numbersOf(first, Number(endDigits))) found.push({ value: `${kind}${number}`, span: place });
  }
  return found;
}

/** Where nothing but `,`, `;`, `:`, a closing bracket or the end follows any id: so it is in most texts, and takes no `exec`. */
function findSimple(text: string, offset: number, kinds: readonly CitationKind[]): Located[] {
  const found: Located[] = [];
  simple.lastIndex = 0;
  while (simple.test(text)) {
    const end = simple.lastIndex;
    let digits = end;
    while (isDigit(text.charCodeAt(digits - 1))) digits--;
    const start = digits - lettersBefore(text, digits);
    const kind = kindOf(text.slice(start, digits));
    if (!kinds.includes(kind)) continue;
    const place = span(offset + start, offset + end);
    found.push({ value: kind + String(Number(text.slice(digits, end))), span: place });
  }
  return found;
}

/** The length of the `R`, `AC` or `AC-` that ends at an offset. */
function lettersBefore(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last === HYPHEN) return 3;
  return (last | 32) === 114 ? 1 : 2;
}

/** By the length of `R`, `AC` or `AC-` in any letter case. */
const kindOf = ({ length }: string): CitationKind => (length === 1 ? 'R' : 'AC');

function numbersOf(first: number, last: number): readonly number[] {
  if (first === last) return [first];
  if (last < first || last - first >= longestRange) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

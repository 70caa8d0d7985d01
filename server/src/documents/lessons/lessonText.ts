/** What shows that a text mentions something in particular, and no more than a good intention. */
const signs: readonly RegExp[] = [
  // A file's ending; that of a version number is none.
  /\.(?=\w*[A-Za-z_])\w{2,4}\b/u,
  /\w\(\)/u,
  /`[^`]+`/u,
];

const path = /(?<![\w/])\w+(?:\/\w+)+/gu;

/** Words that are written with a slash, and lead nowhere. */
const phrases = new Set(
  'and/or either/or yes/no true/false on/off he/she she/he his/her him/her they/them read/write input/output in/out pass/fail start/stop before/after pro/con win/win n/a i/o a/b w/o ci/cd tcp/ip'.split(
    ' ',
  ),
);

/**
 * Whether a lesson names something: a file, a path, a function or code, so that somebody can look there. PactKit's rule (operations
 * reference, C6), except for its misses: `1.2.30`, `50/50` and `and/or` name nothing.
 */
export function isSpecific(lesson: string): boolean {
  return (
    signs.some((sign) => sign.test(lesson)) ||
    Array.from(lesson.matchAll(path), ([found]) => found.toLowerCase()).some(
      (found) => /[a-z_]/u.test(found) && !phrases.has(found),
    )
  );
}

/** From this similarity on two lessons are the same. */
export const sameLesson = 0.5;

/**
 * How alike two lessons are: the share of their words that both have, from 0 to 1, letter case and the punctuation around words
 * left out. Nothing is like a text without words.
 */
export function similarity(one: string, other: string): number {
  const [some, others] = [wordsOf(one), wordsOf(other)];
  if (some.size === 0 || others.size === 0) return 0;
  const both = [...some].filter((word) => others.has(word)).length;
  return both / (some.size + others.size - both);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return new Set(words.filter((word) => word !== ''));
}

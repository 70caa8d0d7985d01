/** The longest title or task, in UTF-16 units. */
const longestLine = 500;

// Line breaks of Markdown and of Python's `splitlines`, by which PactKit reads; other control characters; what overrides the
// reading direction.
const notOnOneLine = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const turns = /[\u202A-\u202E\u2066-\u2069\u{FEFF}]/u;
const halfCharacter = /\p{Surrogate}/u;

/**
 * What keeps a text from being one line of a document, as the end of a sentence that begins with it; undefined if nothing does.
 * Spaces at both ends do not count: they are removed when it is written.
 *
 * @param longest in UTF-16 units.
 */
export function oneLineProblem(text: string, longest = longestLine): string | undefined {
  const line = text.trim();
  if (line === '') return 'is empty: enter a text';
  if (line.length > longest) return `has ${line.length} characters: use at most ${longest}`;
  if (notOnOneLine.test(line)) return 'has a line break or control character: write it on one line';
  if (turns.test(line)) return 'has an invisible text direction character: remove it';
  return halfCharacter.test(line) ? 'has half a surrogate pair, which cannot be saved: retype it' : undefined;
}

/** The same for the title of a heading, behind an item id: what Markdown or a reader of ids would take for something else. */
export function titleProblem(text: string): string | undefined {
  const title = text.trim();
  const problem = oneLineProblem(title);
  if (problem !== undefined) return problem;
  if (/^[-–—:：\]]/u.test(title)) return 'starts with a separator of id and title: start with a word';
  return /(?:^|[ \t])#+$/u.test(title) ? 'ends with a # that Markdown removes from headings: remove it' : undefined;
}

/** A text of the repository is cut behind so many UTF-16 units: a prompt is read, not searched. */
const longestValue = 160;

/** What needs no quotes: an id, a code, a version. */
const plainWord = /^[A-Za-z0-9][\w.+-]{0,79}$/u;

/**
 * A text of the repository as data in a prompt: on one line, without control characters and marks that turn the reading direction,
 * cut where it is long, in a code span that nothing in it can end (CommonMark 6.1).
 */
export function quoted(text: string, longest = longestValue): string {
  // Only what can be shown is looked at: a title may be one line of many megabytes.
  const line = text
    .slice(0, longest * 4)
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Bidi_Control}]/gu, '')
    .trim();
  const shown = line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
  const runs = Array.from(shown.matchAll(/`+/gu), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const gap = shown === '' || shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${shown}${gap}${fence}`;
}

/** What a person wrote, whole, in a fence that nothing in it can end (CommonMark 4.5). */
export function fenced(text: string): string {
  const runs = Array.from(text.matchAll(/`+/gu), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `${fence}text\n${text.replace(/\n$/u, '')}\n${fence}`;
}

/** The length of a passage in UTF-16 units; the agent can read the rest in the document. */
const longestPassage = 4_000;

/** A line with a verbatim passage of the repository below it, in a fence that nothing in it can close. */
export function withPassage({ line }: Row, passage: string): Row {
  const text = passage
    .slice(0, longestPassage)
    .replace(/[^\P{Cc}\n\t]|[\p{Cf}\p{Bidi_Control}]/gu, '')
    .replace(/^(?:[^\S\n]*\n)+|\s+$/gu, '');
  if (text === '') return { line };
  const cut = passage.length > longestPassage ? '\n…' : '';
  return { line: [line, ...fenced(`${text}${cut}`).split('\n')].join('\n  ') };
}

/** @returns the word as it is where it can be nothing else, quoted otherwise. */
export function word(text: string): string {
  return plainWord.test(text) ? text : quoted(text);
}

/** An entry of a list in a playbook; only `row` makes one, so that nothing of a repository gets in unquoted. */
export interface Row {
  readonly line: string;
}

/** What was already made fit for a playbook. */
export interface Fit {
  readonly fit: string;
}

/** An id or a code, without quotes where it needs none. */
export function id(text: string): Fit {
  return { fit: word(text) };
}

/** Our own words, chosen by what a fact is. */
export function own(text: string): Fit {
  return { fit: text };
}

/** Makes a line of our own words; texts are quoted. */
export function row(words: TemplateStringsArray, ...values: readonly (string | number | Fit)[]): Row {
  const shown = values.map((value) =>
    typeof value === 'object' ? value.fit : typeof value === 'number' ? String(value) : quoted(value),
  );
  return { line: words.map((part, index) => `${part}${shown[index] ?? ''}`).join('') };
}

import type { Step } from '../../documents/steps.js';
import { textLines } from '../../documents/textLines.js';
import { inlineComments } from '../../markdown/codeSpans.js';
import { htmlBlockKind } from '../../markdown/htmlBlock.js';
import type { Span } from '../../markdown/span.js';
import { memoFor } from '../../base/memo.js';
import { plainTwin } from './plainTwin.js';

/** The three keywords a criterion is made of; And, But and `*` continue the one before. */
const mainKeywords = ['Given', 'When', 'Then'] as const;

export type MainKeyword = (typeof mainKeywords)[number];

/** The keyword as one of the three, undefined for And, But and `*`. */
export function mainKeyword({ keyword }: Step): MainKeyword | undefined {
  return keyword === 'Given' || keyword === 'When' || keyword === 'Then' ? keyword : undefined;
}

/**
 * The three keywords that no step has. What is written in one sentence has one step, at its beginning: there the words that
 * follow in the step's own paragraph or item count too. `Given …, when …, then …` needs them in this order, and `When …, then …`,
 * which may be behind a Given, a comma or semicolon before its Then: "opens the page and then logs in" says what is done.
 *
 * @param text the whole document.
 * @param end where the scenario ends.
 */
export function missingKeywords(text: string, steps: readonly Step[], end: number): readonly MainKeyword[] {
  const first = steps[0];
  if (first?.keyword === 'Given' && steps.length === 1) return missingBehindGiven(sentenceBehind(text, first, end));
  const missing = withoutStep(steps);
  if (!missing.includes('Then')) return missing;
  const at = steps.findLastIndex((step) => mainKeyword(step) !== undefined);
  const last = steps[at];
  return last?.keyword === 'When' && hasThenClause(sentenceBehind(text, last, steps[at + 1]?.span.start ?? end))
    ? missing.filter((main) => main !== 'Then')
    : missing;
}

function missingBehindGiven(sentence: string): readonly MainKeyword[] {
  const when = patterns.When(sentence).exec(sentence);
  if (!when) return ['When', 'Then'];
  return mentions(sentence.slice(when.index), 'Then') ? [] : ['Then'];
}

function hasThenClause(sentence: string): boolean {
  return thenClause(sentence).test(sentence);
}

// The word may be bold.
const thenClause = plainTwin(String.raw`[,，;；]\s*[*_]*then(?:_+(?![\p{L}\p{N}_])|(?![\p{L}\p{N}_]))`, 'iu');

/** What follows a step's keyword in its paragraph; comments are no part of it. */
function sentenceBehind(text: string, { span, keywordSpan }: Step, end: number): string {
  let from = keywordSpan.end;
  const within = { start: from, end: paragraphEnd(text, span.start, end) };
  let sentence = '';
  for (const comment of inlineComments(text, within)) {
    sentence += `${text.slice(from, comment.start)} `;
    from = comment.end;
  }
  return sentence + text.slice(from, within.end);
}

/** Where the first line begins that is blank or begins another block. */
function paragraphEnd(text: string, start: number, end: number): number {
  const lines = textLines(text, { start, end });
  return lines.slice(1).find((line) => beginsBlock(text, line))?.start ?? end;
}

const blockStart = /^[ \t]*(?:$|>|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|```|~~~|\||([-*_])[ \t]*(?:\1[ \t]*){2,}$)/u;

function beginsBlock(text: string, { start, end }: Span): boolean {
  const line = text.slice(start, end);
  if (blockStart.test(line)) return true;
  const tag = line.length - line.trimStart().length;
  // HTML of the seventh kind cannot end a paragraph.
  const html = line.charAt(tag) === '<' ? htmlBlockKind(line, tag, line.length) : 0;
  return html > 0 && html < 7;
}

/** Whether the steps are a Given, a When and a Then, continued by And or But at most, as nearly everywhere. */
function areUsual(steps: readonly Step[]): boolean {
  let next = 0;
  for (const { keyword } of steps) {
    if (keyword === mainKeywords[next]) next++;
    else if (next === 0 || (keyword !== 'And' && keyword !== 'But')) return false;
  }
  return next === mainKeywords.length;
}

/** Whether any of the criteria or scenarios has other steps than a Given, a When and a Then, continued by And or But at most. */
export const haveUnusualSteps = memoFor((parts: readonly { readonly steps: readonly Step[] }[]): boolean => {
  for (const { steps } of parts) if (!areUsual(steps)) return true;
  return false;
});

/** Whether the text of a step does not begin with a plain letter or digit, as nearly all do. */
export function mayBeEmpty(steps: readonly Step[]): boolean {
  for (const { text } of steps) {
    const code = text.value.charCodeAt(0);
    const isPlain = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    if (!isPlain) return true;
  }
  return false;
}

/** The three keywords that no step begins with. */
export function withoutStep(steps: readonly Step[]): readonly MainKeyword[] {
  return mainKeywords.filter((main) => !steps.some(({ keyword }) => keyword === main));
}

/** Whether a text holds a keyword as a whole word, in any letter case: `whenever` and `_when_` do not count. */
export function mentions(text: string, keyword: MainKeyword): boolean {
  return patterns[keyword](text).test(text);
}

const patterns: Readonly<Record<MainKeyword, (text: string) => RegExp>> = {
  Given: plainTwin(String.raw`(?<![\p{L}\p{N}_])given(?![\p{L}\p{N}_])`, 'iu'),
  When: plainTwin(String.raw`(?<![\p{L}\p{N}_])when(?![\p{L}\p{N}_])`, 'iu'),
  Then: plainTwin(String.raw`(?<![\p{L}\p{N}_])then(?![\p{L}\p{N}_])`, 'iu'),
};

/** `Given`, `Given and When`, `Given, When and Then`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

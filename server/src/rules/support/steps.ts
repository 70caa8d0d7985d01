import type { Step } from '../../documents/steps.js';
import { textLines } from '../../documents/textLines.js';
import { plainTwin } from './plainTwin.js';

/** The three keywords a criterion is made of; And, But and `*` continue the one before. */
const mainKeywords = ['Given', 'When', 'Then'] as const;

export type MainKeyword = (typeof mainKeywords)[number];

/** The keyword as one of the three, undefined for And, But and `*`. */
export function mainKeyword({ keyword }: Step): MainKeyword | undefined {
  return keyword === 'Given' || keyword === 'When' || keyword === 'Then' ? keyword : undefined;
}

/**
 * The three keywords that no step has. What is written in one sentence ("Given …, when …, then …") has one step, its Given: there
 * the words When and Then count too, where they stand in this order in the step's own paragraph or item.
 *
 * @param text the whole document.
 * @param end where the scenario ends.
 */
export function missingKeywords(text: string, steps: readonly Step[], end: number): readonly MainKeyword[] {
  const [given, ...more] = steps;
  if (given?.keyword !== 'Given' || more.length > 0) return withoutStep(steps);
  const sentence = paragraphFrom(text, given.span.start, end).slice(given.keywordSpan.end - given.span.start);
  const when = patterns.When(sentence).exec(sentence);
  if (!when) return ['When', 'Then'];
  return mentions(sentence.slice(when.index), 'Then') ? [] : ['Then'];
}

/** The text up to the first line that is blank or begins another block. */
function paragraphFrom(text: string, start: number, end: number): string {
  const lines = textLines(text, { start, end });
  const next = lines.slice(1).find((line) => beginsBlock.test(text.slice(line.start, line.end)));
  return text.slice(start, next?.start ?? end);
}

const beginsBlock = /^[ \t>]*(?:$|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|```|~~~|\|)/u;

/** The three keywords that no step begins with. */
export function withoutStep(steps: readonly Step[]): readonly MainKeyword[] {
  return mainKeywords.filter((main) => !steps.some(({ keyword }) => keyword === main));
}

/** Whether a text holds a keyword as a whole word, in any letter case: `whenever` and `_when_` do not count. */
export function mentions(text: string, keyword: MainKeyword): boolean {
  return patterns[keyword](text).test(text);
}

const patterns: Readonly<Record<MainKeyword, (text: string) => RegExp>> = {
  Given: plainTwin(/(?<![\p{L}\p{N}_])given(?![\p{L}\p{N}_])/iu),
  When: plainTwin(/(?<![\p{L}\p{N}_])when(?![\p{L}\p{N}_])/iu),
  Then: plainTwin(/(?<![\p{L}\p{N}_])then(?![\p{L}\p{N}_])/iu),
};

/** `Given`, `Given and When`, `Given, When and Then`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

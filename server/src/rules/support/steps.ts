import type { Step } from '../../documents/steps.js';
import { plainTwin } from './plainTwin.js';

/** The three keywords a criterion is made of; And, But and `*` continue the one before. */
const mainKeywords = ['Given', 'When', 'Then'] as const;

export type MainKeyword = (typeof mainKeywords)[number];

/** The keyword as one of the three, undefined for And, But and `*`. */
export function mainKeyword({ keyword }: Step): MainKeyword | undefined {
  return keyword === 'Given' || keyword === 'When' || keyword === 'Then' ? keyword : undefined;
}

/**
 * The three keywords that no step has. What is written in one sentence ("Given …, when …, then …") has one step at most, at its
 * beginning: of such a text the words count wherever they stand.
 *
 * @param textOf what is said, asked for only where a keyword has no step.
 */
export function missingKeywords(steps: readonly Step[], textOf: () => string): readonly MainKeyword[] {
  const absent = withoutStep(steps);
  if (absent.length === 0 || steps.length > 1) return absent;
  const text = textOf();
  return absent.filter((keyword) => !mentions(text, keyword));
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
  Given: plainTwin(/(?<![\p{L}\p{N}_])given(?![\p{L}\p{N}_])/iu),
  When: plainTwin(/(?<![\p{L}\p{N}_])when(?![\p{L}\p{N}_])/iu),
  Then: plainTwin(/(?<![\p{L}\p{N}_])then(?![\p{L}\p{N}_])/iu),
};

/** `Given`, `Given and When`, `Given, When and Then`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

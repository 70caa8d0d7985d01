import type { Step } from '../../documents/steps.js';

/** The three keywords a criterion is made of; And, But and `*` continue the one before. */
export const mainKeywords = ['Given', 'When', 'Then'] as const;

export type MainKeyword = (typeof mainKeywords)[number];

/** The keyword as one of the three, undefined for And, But and `*`. */
export function mainKeyword({ keyword }: Step): MainKeyword | undefined {
  return mainKeywords.find((main) => main === keyword);
}

/** Whether a text holds a keyword as a whole word, in any letter case: `whenever` and `_when_` do not count. */
export function mentions(text: string, keyword: MainKeyword): boolean {
  return patterns[keyword].test(text);
}

const patterns: Readonly<Record<MainKeyword, RegExp>> = {
  Given: /(?<![\p{L}\p{N}_])given(?![\p{L}\p{N}_])/iu,
  When: /(?<![\p{L}\p{N}_])when(?![\p{L}\p{N}_])/iu,
  Then: /(?<![\p{L}\p{N}_])then(?![\p{L}\p{N}_])/iu,
};

/** `Given`, `Given and When`, `Given, When and Then`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

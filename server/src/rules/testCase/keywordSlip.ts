import { oneSlip } from '../support/oneSlip.js';

export const stepKeywords = ['Given', 'When', 'Then', 'And', 'But'] as const;

export const titleKeywords = [
  'Feature',
  'Rule',
  'Background',
  'Scenario Outline',
  'Scenario Template',
  'Scenario',
  'Scenarios',
  'Examples',
  'Example',
] as const;

// English words one letter away from a step keyword: they do not mean the keyword.
const otherWords = new Set(
  'give gives giver riven wren wen hen whet whey wheel the they them than thin ten'.split(' '),
);

// A change of one letter makes another word of almost any short word, so these are listed.
const shortSlips: Readonly<Record<string, string>> = {
  and: 'And',
  adn: 'And',
  nad: 'And',
  andd: 'And',
  but: 'But',
  btu: 'But',
  ubt: 'But',
};

/** The step keyword a word was meant to be: another letter case of it, or one slip of the finger away. */
export function stepKeywordMeant(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (Object.hasOwn(shortSlips, lower)) return shortSlips[lower];
  if (otherWords.has(lower)) return undefined;
  const keywords = ['Given', 'When', 'Then'];
  // Another letter case comes first: `then` is one letter away from `when` as well.
  return (
    keywords.find((keyword) => keyword.toLowerCase() === lower) ??
    keywords.find((keyword) => oneSlip(lower, keyword.toLowerCase()))
  );
}

/** The keyword of a title line that `words` was meant to be, in the same way. */
export function titleKeywordMeant(words: string, keywords: readonly string[]): string | undefined {
  const lower = words.toLowerCase();
  return keywords.find((keyword) => {
    const wanted = keyword.toLowerCase();
    return lower === wanted || (wanted.length > 5 && oneSlip(lower, wanted));
  });
}

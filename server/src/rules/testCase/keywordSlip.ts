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

// Words of English one letter away from a step keyword: nobody means the keyword by them.
const otherWords = new Set(
  [
    'give gives giver riven',
    'wren wen hen whet whey went wheel',
    'the they them than thin ten hen these',
    'an any ad add ads ant aid end sand band hand land wand ands',
    'bit bat bus bug buy bud bun cut out put butt bet nut hut gut buts about',
  ].flatMap((words) => words.split(' ')),
);

/** The step keyword a word was meant to be: another letter case of it, or one slip of the finger away. */
export function stepKeywordMeant(word: string): string | undefined {
  const lower = word.toLowerCase();
  if (otherWords.has(lower)) return undefined;
  return stepKeywords.find((keyword) => {
    const wanted = keyword.toLowerCase();
    // In words of three letters only swapped neighbours and a doubled letter are no other word.
    if (wanted.length === 3 && lower.length === 3 && [...lower].sort().join('') !== [...wanted].sort().join(''))
      return false;
    if (wanted.length === 3 && lower.length < 3) return false;
    return lower === wanted || oneSlip(lower, wanted);
  });
}

/** The keyword of a title line that `words` was meant to be, in the same way. */
export function titleKeywordMeant(words: string, keywords: readonly string[]): string | undefined {
  const lower = words.toLowerCase();
  return keywords.find((keyword) => {
    const wanted = keyword.toLowerCase();
    return lower === wanted || (wanted.length > 5 && oneSlip(lower, wanted));
  });
}

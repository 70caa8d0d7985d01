import type { AnyDocument } from '../../documents/document.js';
import { plainTwin } from './plainTwin.js';
import { memoFor } from '../../base/memo.js';

const functionWord =
  /\b(?:the|an?|of|and|to|is|are|for|with|that|be|by|from|this|it|not|on|as|has|have|which|or|its)\b/gi;

const wordsOf = plainTwin(String.raw`[\p{L}]+`, 'gu');
const foreignLetters = plainTwin(String.raw`(?!\p{ASCII})[\p{L}]`, 'gu');

const enough = 0.12;

/**
 * Whether a document is written in English, so that wording rules may judge it: nearly all of its letters are ASCII, and of
 * its words enough are the small ones that English text is held together by (a fifth to a third in real text).
 */
export const isMainlyEnglish = memoFor(({ text }: AnyDocument): boolean => {
  // A sample is enough, and a document may be one line of many megabytes.
  const sample = text.slice(0, 8_000);
  const words = sample.match(wordsOf(sample)) ?? [];
  const foreign = sample.match(foreignLetters(sample))?.length ?? 0;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  if (words.length === 0 || foreign > letters * 0.05) return false;
  return (sample.match(functionWord)?.length ?? 0) >= words.length * enough;
});

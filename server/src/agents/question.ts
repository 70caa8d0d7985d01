import { stripVTControlCharacters } from 'node:util';
import { excerpt } from '../base/excerpt.js';

/** In UTF-16 units: enough for a question and its context in a notification. */
const longestQuestion = 2_000;

const form = /^[\s>*_`#-]*QUESTION[*_`]*\s*:[*_`]*\s*(.*)$/u;

/**
 * The question of an agent in the form that playbooks ask for: a line `QUESTION: …` and everything after it.
 *
 * @param said what the agent said last.
 */
export function askedQuestion(said: string): string | undefined {
  const lines = linesOf(said);
  const at = lines.findLastIndex((line) => form.test(line));
  const [, first = ''] = form.exec(lines[at] ?? '') ?? [];
  return at < 0 ? undefined : cut([first, ...lines.slice(at + 1)].join('\n'));
}

/**
 * The last paragraph of an agent if it is a question. Many agents close with one out of politeness, so it counts only if the work is
 * not done.
 */
export function closingQuestion(said: string): string | undefined {
  const last = linesOf(said)
    .join('\n')
    .trim()
    .split(/\n\s*\n/u)
    .at(-1);
  return last !== undefined && /\?[*_`"”)\s]*$/u.test(last) ? cut(last) : undefined;
}

/** The prompt that hands the answer to the agent that asked. */
export function answerPrompt(question: string, answer: string): string {
  return `You asked:\n\n> ${question}\n\nThe person answers:\n\n${answer.trim()}\n\nGo on with what you were doing.\n`;
}

function linesOf(text: string): readonly string[] {
  return stripVTControlCharacters(text).split(/\r?\n/u);
}

function cut(text: string): string | undefined {
  const plain = text.trim();
  return plain === '' ? undefined : excerpt(plain, longestQuestion);
}

import { ASTERISK, UNDERSCORE } from '../base/characters.js';
import { type Block, type Fence, isOneLine, type ListItem } from '../markdown/blocks.js';
import { type Span, span } from '../markdown/span.js';
import { locate } from './located.js';
import type { Step, StepKeyword } from './steps.js';
import { textLines, trimmedSpan } from './textLines.js';

/** By the letter that they begin with, as its place in the alphabet. */
const keywords: readonly (StepKeyword | undefined)[] = Array.from(
  { length: 32 },
  (_, letter) => (({ 1: 'And', 2: 'But', 7: 'Given', 20: 'Then', 23: 'When' }) as const)[letter],
);

// Emphasis, keyword, then no more of a word: `Given-When-Then` and `whenever` are no steps. Then what is before the step's text.
const keyword = '(?:given|when|then|and|but)(?![a-z0-9-])[:：]?';
const emphasized = [String.raw`\*\*`, '__', String.raw`\*`, '_'].map((mark) => `${mark}${keyword}(?:${mark}[:：]?)?`);
const stepStart = new RegExp(`(?:${emphasized.join('|')}|${keyword}) *`, 'iy');
const wordCharacter = /[\p{L}\p{N}]/u;
const bullet = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u;
const gherkinInfo = /^(?:gherkin|feature|cucumber|)$/i;

/**
 * The Given/When/Then/And/But steps that blocks of Markdown hold, in document order: list items (nested too), lines of
 * paragraphs, and lines in fences of any language. The keyword is at the start of the item or line, bold, in other
 * emphasis or plain, in any letter case, with or without a colon.
 *
 * Where a plain keyword in lower case is more likely wrapped prose or code it does not count: on a later line of a paragraph
 * whose first line is no such step, and in a fence of a language other than Gherkin.
 *
 * Where nothing follows the keyword on its line, the step's text is the next line below it that is no step (so `text` may lie
 * outside `span`).
 *
 * @param text the whole document.
 * @param blocks what is below the heading of a criterion or scenario.
 */
export function parseSteps(text: string, blocks: readonly Block[]): Step[] {
  const steps: Step[] = [];
  readBlocks(text, blocks, undefined, steps);
  // Without the room that an array has which was pushed to.
  return steps.slice();
}

// Functions of their own, as closures would have to be made for each of thousands of criteria and scenarios.

function readBlocks(text: string, inside: readonly Block[], item: ListItem | undefined, steps: Step[]): void {
  for (let index = 0; index < inside.length; index++) {
    const block = inside[index];
    if (block === undefined) return;
    if (block.kind === 'paragraph') readParagraph(text, block.span, index === 0 ? item : undefined, steps);
    else if (block.kind === 'fence') readFence(text, block, steps);
    else if (block.kind === 'list') readItems(text, block.items, steps);
    else if (block.kind === 'table' || block.kind === 'indentedCode' || block.kind === 'blockQuote') {
      const first = textLines(text, block.span)[0];
      if (first) continueStep(text, first, steps);
    }
  }
}

function readItems(text: string, items: readonly ListItem[], steps: Step[]): void {
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    if (item === undefined) return;
    const { children, textSpan } = item;
    // Most items are one line, which then need not be looked for.
    if (!isOneLine(item)) readBlocks(text, children, item, steps);
    else {
      const step = readStep(text, textSpan, item.span, true);
      if (step) steps.push(step);
      else continueStep(text, textSpan, steps);
    }
  }
}

function readParagraph(text: string, paragraph: Span, item: ListItem | undefined, steps: Step[]): void {
  let lowerCase = false;
  const lines = textLines(text, paragraph);
  for (const line of lines) {
    const first = line === lines[0];
    const step = readStep(text, line, first ? item?.span : undefined, first || lowerCase);
    if (first) lowerCase = step?.form === 'plain' && isLowerCase(text.charCodeAt(step.keywordSpan.start));
    if (step) steps.push(step);
    else continueStep(text, line, steps);
  }
}

function readFence(text: string, { contentSpan, info }: Fence, steps: Step[]): void {
  const anyCase = gherkinInfo.test(info);
  for (const line of textLines(text, contentSpan)) {
    const whole = trimmedSpan(text, line);
    const { start, end } = whole;
    const marks = bullet.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
    const step = readStep(text, { start: start + marks, end }, whole, anyCase);
    if (step) steps.push({ ...step, form: 'gherkin' });
    else continueStep(text, whole, steps);
  }
}

/** A line that is no step is the text of the one above where that has none. */
function continueStep(text: string, line: Span, steps: Step[]): void {
  const last = steps[steps.length - 1];
  if (last?.text.value !== '') return;
  const below = locate(text, trimmedSpan(text, line));
  if (below.value !== '') steps[steps.length - 1] = { ...last, text: below };
}

/**
 * The step a line holds, if any.
 *
 * @param whole what its span begins with, if that is before the line's text (a bullet).
 * @param lowerCase whether a plain keyword may be in lower case.
 */
function readStep(text: string, line: Span, whole: Span | undefined, lowerCase: boolean): Step | undefined {
  const { start, end } = trimmedSpan(text, line);
  if (start === end) return undefined;
  // No keyword reaches beyond the line, as behind it there is a space, a line break or nothing.
  stepStart.lastIndex = start;
  // `test` makes no objects of what it finds, and this is asked of every line.
  if (!stepStart.test(text)) return undefined;
  const textStart = Math.min(stepStart.lastIndex, end);
  const marks = emphasisLength(text, start);
  const keywordStart = start + marks;
  const first = text.charCodeAt(keywordStart);
  const word = keywords[first & 31];
  if (word === undefined) return undefined;
  if (marks === 0 && !lowerCase && isLowerCase(first)) return undefined;
  const keywordEnd = keywordStart + word.length;
  const behind = text.charCodeAt(keywordEnd);
  if (behind > 127 && keywordEnd < end && wordCharacter.test(text.charAt(keywordEnd))) return undefined;
  if (behind === UNDERSCORE && text.charCodeAt(start) !== UNDERSCORE) return undefined;
  const content = trimmedSpan(text, span(textStart, end));
  const from = whole?.start ?? start;
  // A literal in a literal takes the engine several times as long.
  const keywordSpan = span(keywordStart, keywordEnd);
  const located = locate(text, content);
  return {
    keyword: word,
    keywordSpan,
    span: whole?.end === end ? whole : span(from, end),
    text: located,
    form: marks === 0 ? 'plain' : 'bold',
  };
}

function emphasisLength(text: string, at: number): 0 | 1 | 2 {
  const mark = text.charCodeAt(at);
  if (mark !== ASTERISK && mark !== UNDERSCORE) return 0;
  return text.charCodeAt(at + 1) === mark ? 2 : 1;
}

/** Of a letter that a keyword begins with. */
function isLowerCase(unit: number): boolean {
  return unit >= 97;
}

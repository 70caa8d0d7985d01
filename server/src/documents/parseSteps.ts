import { ASTERISK, COLON, SPACE, UNDERSCORE } from '../base/characters.js';
import type { Block, Fence, ListItem } from '../markdown/blocks.js';
import type { Span } from '../markdown/span.js';
import { locate } from './located.js';
import type { Step, StepKeyword } from './steps.js';
import { textLines, trimmedSpan } from './textLines.js';

const keywords: Readonly<Record<string, StepKeyword>> = {
  ...{ g: 'Given', w: 'When', t: 'Then', a: 'And', b: 'But' },
  ...{ G: 'Given', W: 'When', T: 'Then', A: 'And', B: 'But' },
};

// Emphasis, keyword, then no more of a word: `Given-When-Then` and `whenever` are no steps.
const stepStart = /(?:\*\*|__|\*|_)?(?:given|when|then|and|but)(?![a-z0-9-])/iy;
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
  for (const block of inside) {
    if (block.kind === 'paragraph') readParagraph(text, block.span, block === inside[0] ? item : undefined, steps);
    else if (block.kind === 'fence') readFence(text, block, steps);
    else if (block.kind === 'list') for (const child of block.items) readItem(text, child, steps);
    else if (block.kind === 'table' || block.kind === 'indentedCode' || block.kind === 'blockQuote') {
      const first = textLines(text, block.span)[0];
      if (first) continueStep(text, first, steps);
    }
  }
}

/** Most items are one line, which then need not be looked for. */
function readItem(text: string, item: ListItem, steps: Step[]): void {
  const { children, textSpan } = item;
  const first = children[0];
  const { start, end } = first?.span ?? textSpan;
  if (first?.kind !== 'paragraph' || children.length > 1 || start !== textSpan.start || end !== textSpan.end)
    readBlocks(text, children, item, steps);
  else {
    const step = readStep(text, textSpan, item.markerSpan.start, true);
    if (step) steps.push(step);
    else continueStep(text, textSpan, steps);
  }
}

function readParagraph(text: string, paragraph: Span, item: ListItem | undefined, steps: Step[]): void {
  let lowerCase = false;
  const lines = textLines(text, paragraph);
  for (const line of lines) {
    const first = line === lines[0];
    const step = readStep(text, line, first ? item?.markerSpan.start : undefined, first || lowerCase);
    if (first) lowerCase = step?.form === 'plain' && isLowerCase(text, step.keywordSpan);
    if (step) steps.push(step);
    else continueStep(text, line, steps);
  }
}

function readFence(text: string, { contentSpan, info }: Fence, steps: Step[]): void {
  const anyCase = gherkinInfo.test(info);
  for (const line of textLines(text, contentSpan)) {
    const { start, end } = trimmedSpan(text, line);
    const marks = bullet.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
    const step = readStep(text, { start: start + marks, end }, start, anyCase);
    if (step) steps.push({ ...step, form: 'gherkin' });
    else continueStep(text, { start, end }, steps);
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
 * @param from where the step's span begins, if before the line's text (a bullet).
 * @param lowerCase whether a plain keyword may be in lower case.
 */
function readStep(text: string, line: Span, from: number | undefined, lowerCase: boolean): Step | undefined {
  const { start, end } = trimmedSpan(text, line);
  if (start === end) return undefined;
  // No keyword reaches beyond the line, as behind it there is a space, a line break or nothing.
  stepStart.lastIndex = start;
  // `test` makes no objects of what it finds, and this is asked of every line.
  if (!stepStart.test(text)) return undefined;
  const marks = emphasisLength(text, start);
  const keywordSpan = { start: start + marks, end: stepStart.lastIndex };
  const keyword = keywords[text.charAt(keywordSpan.start)];
  if (keyword === undefined) return undefined;
  let after = keywordSpan.end;
  const behind = text.charCodeAt(after);
  if (after < end && behind > 127 && wordCharacter.test(text.charAt(after))) return undefined;
  if (behind === UNDERSCORE && text.charCodeAt(start) !== UNDERSCORE) return undefined;
  if (marks === 0 && !lowerCase && isLowerCase(text, keywordSpan)) return undefined;
  after = skipColon(text, after, end);
  if (marks > 0 && text.startsWith(text.slice(start, start + marks), after))
    after = skipColon(text, after + marks, end);
  while (after < end && text.charCodeAt(after) === SPACE) after++;
  return {
    keyword,
    keywordSpan,
    span: { start: from ?? start, end },
    text: locate(text, trimmedSpan(text, { start: Math.min(after, end), end })),
    form: marks === 0 ? 'plain' : 'bold',
  };
}

function emphasisLength(text: string, at: number): 0 | 1 | 2 {
  const mark = text.charCodeAt(at);
  if (mark !== ASTERISK && mark !== UNDERSCORE) return 0;
  return text.charCodeAt(at + 1) === mark ? 2 : 1;
}

const FULL_WIDTH_COLON = 0xff1a;

function skipColon(text: string, at: number, end: number): number {
  if (at >= end) return at;
  const unit = text.charCodeAt(at);
  return unit === COLON || unit === FULL_WIDTH_COLON ? at + 1 : at;
}

function isLowerCase(text: string, { start }: Span): boolean {
  const first = text.charAt(start);
  return first === first.toLowerCase();
}

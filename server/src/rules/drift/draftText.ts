import type { ParsedDocument } from '../../documents/document.js';
import { textLines } from '../../documents/textLines.js';
import type { Block, ListItem } from '../../markdown/blocks.js';
import { type Span, span } from '../../markdown/span.js';
import { placeholdersIn } from '../support/placeholders.js';
import { proseOf } from '../support/prose.js';
import { memoFor } from '../../base/memo.js';

const sieve = /to be (?:deci|deter|defi|clari|discu)|clarification|RFC|TBD|open (?:question|issue|point)/iu;
const undecided =
  /\bto be (?:decided|determined|defined|clarified|discussed)\b|\[NEEDS CLARIFICATION\b[^\]\r\n]*\]?|\bRFC[ :-]{1,3}open\b|\b(?:is|are|still|remains?) TBD\b|\bopen (?:question|issue|point)(?::|\s*[-–—]\s)/giu;
const questions = /^(?:[\d.]+\s+)?(?:open|unresolved)\s+(?:questions?|points?|issues?|decisions?)\b/iu;
const settled = /~~|→|=>|\b(?:resolved|answered|answer|decided|decision|closed|none|n\/a)\b/iu;

/** Where a spec is undecided: placeholders, words that say so, and questions without answer. In the order of the text. */
export const draftTextOf = memoFor((document: ParsedDocument<'spec'>): readonly Span[] => {
  const places = placeholdersIn(document).map((placeholder) => placeholder.span);
  if (sieve.test(document.text)) places.push(...wordsIn(document));
  if (/open|unresolved/iu.test(document.text)) places.push(...openQuestions(document));
  places.sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return places.filter((place) => {
    if (place.start < end) return false;
    end = place.end;
    return true;
  });
});

function wordsIn(document: ParsedDocument<'spec'>): Span[] {
  // What the fields of the metadata hold is the business of rules of their own.
  const { metadata } = document.model;
  const blocks = document.blocks.filter((block) => block !== metadata?.table);
  return proseOf(document, blocks, sieve).flatMap(({ span: { start }, text }) =>
    Array.from(text.matchAll(undecided), ({ 0: words, index }) => span(start + index, start + index + words.length)),
  );
}

/** The items, or else the paragraphs, below a heading such as Open Questions that ask and are not answered. */
function openQuestions({ text, blocks }: ParsedDocument<'spec'>): Span[] {
  const found: Span[] = [];
  let level = 0;
  for (const block of blocks) {
    if (block.kind === 'heading') {
      if (level === 0 || block.level <= level) level = questions.test(block.text.trim()) ? block.level : 0;
    } else if (level > 0) found.push(...asking(text, block));
  }
  return found;
}

function asking(text: string, block: Block): readonly Span[] {
  if (block.kind === 'list') return block.items.filter((item) => asksItem(text, item)).map(({ textSpan }) => textSpan);
  if (block.kind !== 'paragraph' || settled.test(text.slice(block.span.start, block.span.end))) return [];
  return textLines(text, block.span).filter(({ start, end }) => /[?？]\W*$/u.test(text.slice(start, end)));
}

function asksItem(text: string, { task, span: { start, end }, textSpan }: ListItem): boolean {
  if (task) return !task.checked;
  const whole = text.slice(start, end);
  return textSpan.end > textSpan.start && whole.length < 2_000 && /[?？]/u.test(whole) && !settled.test(whole);
}

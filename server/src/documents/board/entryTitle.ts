import type { Heading } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import type { EntryTitleProblem } from './board.js';
import { findItemIds } from '../itemId.js';
import { locate } from '../located.js';
import { trimmedSpan } from '../textLines.js';

/** What the title line of an entry says. */
export interface EntryTitle {
  readonly id?: Located;
  readonly title: Located;
  readonly titleProblems: readonly EntryTitleProblem[];
}

interface IdWord {
  readonly kind: 'id' | 'idCase' | 'noId';
  readonly span: Span;
}

/**
 * Reads a heading as the title of an entry: `### [STORY-001] Guest carts`, brackets and a colon behind the id optional
 * (formats reference, A3). Any other marks around the id are problems. A word that stands for an id but is none
 * (`### STORY 12 Guest carts`, `### [story-001] Guest carts`) makes a title with a problem and without id; of other headings,
 * and of those at level 1, nothing is made.
 */
export function readEntryTitle(text: string, heading: Heading): EntryTitle | undefined {
  const { start, end } = heading.textSpan;
  const content = text.slice(start, end);
  const marks = /^[^\p{L}\p{N}]*/u.exec(content)?.[0] ?? '';
  const word = readIdWord(content.slice(marks.length), start + marks.length, marks.slice(-1));
  if (!word || heading.level === 1 || (heading.level === 2 && word.kind === 'noId')) return undefined;

  const rest = text.slice(word.span.end, end);
  const closing = /^[\])}*_`~]*(?:(?<=\])\([^()]*\))?/u.exec(rest)?.[0] ?? '';
  const separator = /^[:：]?\s*(?:[-–—](?=\s))?/u.exec(rest.slice(closing.length))?.[0] ?? '';
  const idEnd = word.span.end + closing.length;
  const title = locate(text, trimmedSpan(text, { start: idEnd + separator.length, end }));

  const problems = headingProblems(text, heading);
  if (word.kind !== 'id') problems.push({ kind: word.kind, span: word.span });
  if (!(marks === '' && closing === '') && !(marks === '[' && closing === ']'))
    problems.push({ kind: 'brackets', span: { start, end: idEnd } });
  if (title.value === '') problems.push({ kind: 'noTitle', span: { start, end } });
  else if (!/^:?\s/u.test(separator)) problems.push({ kind: 'spacing', span: { start: idEnd, end: title.span.start } });
  return { title, titleProblems: problems, ...(word.kind === 'id' ? { id: locate(text, word.span) } : {}) };
}

const idInAnyCase = /^(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*-\d+(?!\w)/i;
// Upper case, or a number directly behind the type, shows that an id was meant: `Bug-fixes` and `Story 12 points` are notes.
const brokenIds = [
  /^(?:STORY|HOTFIX|BUG)(?:[-_]|[-_ #:.]{0,3}\d)[^\s\]:]*/u,
  /^(?:STORY|HOTFIX|BUG)[-_]?\d[^\s\]:]*/i,
] as const;
const bracketedId = /^(?:STORY|HOTFIX|BUG)(?![a-z])[^\]\r\n]*(?=\])/i;

/** @param before the character before the content; empty if there is none. */
function readIdWord(content: string, offset: number, before: string): IdWord | undefined {
  const at = (kind: IdWord['kind'], length: number): IdWord => ({
    kind,
    span: { start: offset, end: offset + length },
  });
  const inAnyCase = idInAnyCase.exec(content)?.[0];
  if (inAnyCase !== undefined) {
    // Nowhere an id is a part of a longer word.
    if (before === '_') return at('noId', inAnyCase.length);
    const [id] = findItemIds(inAnyCase);
    return at(id ? 'id' : 'idCase', inAnyCase.length);
  }
  for (const pattern of before === '[' ? [bracketedId, ...brokenIds] : brokenIds) {
    const broken = pattern.exec(content)?.[0];
    if (broken !== undefined) return at('noId', broken.length);
  }
  return undefined;
}

/** PactKit reads titles at the start of a line, with three or four hashes and one space. */
function headingProblems(text: string, heading: Heading): EntryTitleProblem[] {
  const { level, style, markerSpan, span, textSpan } = heading;
  if (level < 3 || level > 4) return [{ kind: 'level', span: markerSpan }];
  let start = span.start;
  while (start > 0 && /[ \t]/u.test(text.charAt(start - 1))) start--;
  if (style === 'atx' && start === markerSpan.start && textSpan.start === markerSpan.end + 1) return [];
  return [{ kind: 'spacing', span: { start, end: textSpan.start } }];
}

import type { Changing } from '../../base/changing.js';
import type { Block, ListItem } from '../../markdown/blocks.js';
import { codeSpans, inlineComments } from '../../markdown/codeSpans.js';
import { type Located, type Span, span } from '../../markdown/span.js';
import { type HeadingPart, headingParts } from '../headingParts.js';
import { locate } from '../located.js';
import { type NumberedHeading, readNumberedHeading } from './numberedHeading.js';
import type { Requirement, RequirementLevel, Section } from './spec.js';

/** The requirements of a Requirements section: headings of level 3 to 6 that begin with `R{n}`. */
export function parseRequirements(text: string, { blocks }: Section): readonly Requirement[] {
  return headingParts(blocks, (heading) => readNumberedHeading(text, heading, 'requirement')).map((part) =>
    toRequirement(text, part),
  );
}

function toRequirement(text: string, part: HeadingPart<NumberedHeading>): Requirement {
  const { heading, head, blocks } = part;
  const { id, number, idSpan, name } = head;
  const found = name.value.includes('(') ? levelGroup.exec(name.value) : null;
  const level = found ? levelIn(found, name) : undefined;
  const keyword = keywordIn(text, heading) ?? firstKeyword(text, blocks);
  const requirement: Changing<Requirement> = {
    id,
    idSpan,
    number,
    heading,
    name: found ? withoutLevel(text, name, found) : name,
    span: part.span,
    blocks,
  };
  if (level) requirement.level = level;
  if (keyword) requirement.keyword = keyword;
  return requirement;
}

// The words of RFC 2119 in parentheses, `(MUST NOT remove)` and `(SHOULD, see below)` included.
const levelGroup = /\((MUST|SHOULD|MAY)(?: NOT)?(?![\w-])[^()]{0,200}\)/u;

function levelIn(match: RegExpExecArray, { span: at }: Located): Located<RequirementLevel> | undefined {
  const word = match[1];
  if (word !== 'MUST' && word !== 'SHOULD' && word !== 'MAY') return undefined;
  const start = at.start + match.index + 1;
  const found = span(start, start + word.length);
  return { value: word, span: found };
}

/** The name without a level that ends it; a level in the middle stays, so that the name is one stretch of the text. */
function withoutLevel(text: string, name: Located, match: RegExpExecArray): Located {
  if (match.index + match[0].length !== name.value.length) return name;
  const length = name.value.slice(0, match.index).trimEnd().length;
  return locate(text, span(name.span.start, name.span.start + length));
}

/** The first RFC 2119 word (https://www.rfc-editor.org/rfc/rfc2119) in running text: not in fences, code spans or comments. */
function firstKeyword(text: string, blocks: readonly Block[]): Located | undefined {
  for (const block of blocks) {
    const found = keywordIn(text, block);
    if (found) return found;
  }
  return undefined;
}

function keywordIn(text: string, block: Block): Located | undefined {
  switch (block.kind) {
    case 'heading':
      return keywordInProse(text, block.textSpan, block.text);
    case 'table':
      return [block.header, ...block.rows]
        .flatMap(({ cells }) => cells)
        .map((cell) => keywordInProse(text, cell.span))
        .find((found) => found !== undefined);
    case 'paragraph':
    case 'blockQuote':
    case 'footnoteDefinition':
      return keywordInProse(text, block.span);
    case 'list':
      return firstKeyword(
        text,
        block.items.flatMap((item: ListItem) => item.children),
      );
    default:
      return undefined;
  }
}

// Without the flag `u`, with which the engine tries every character.
const rfcWord = /\b(?:MUST|SHOULD|MAY|SHALL|REQUIRED|RECOMMENDED|OPTIONAL)\b/;
const everyRfcWord = new RegExp(rfcWord, 'g');

const isBefore = (found: number, at: number): boolean => found >= 0 && found < at;

function keywordInProse(text: string, within: Span, prose = text.slice(within.start, within.end)): Located | undefined {
  // Most prose has no such word, or none in hiding before it.
  const match = rfcWord.exec(prose);
  if (match === null) return undefined;
  if (!isBefore(prose.indexOf('`'), match.index) && !isBefore(prose.indexOf('<!--'), match.index)) {
    const start = within.start + match.index;
    const found = span(start, start + match[0].length);
    return { value: match[0], span: found };
  }
  const words = Array.from(prose.matchAll(everyRfcWord), ({ 0: value, index }) => ({
    value,
    span: { start: within.start + index, end: within.start + index + value.length },
  }));
  const hidden = [...codeSpans(text, within), ...inlineComments(text, within)].sort((a, b) => a.start - b.start);
  let next = 0;
  return words.find(({ span }) => {
    while ((hidden[next]?.end ?? Infinity) <= span.start) next++;
    return (hidden[next]?.start ?? Infinity) >= span.end;
  });
}

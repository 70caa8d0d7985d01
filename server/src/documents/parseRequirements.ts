import type { Block, ListItem } from '../markdown/blocks.js';
import type { Located, Span } from '../markdown/span.js';
import { type HeadingPart, headingParts } from './headingParts.js';
import { locate } from './located.js';
import { type NumberedHeading, readNumberedHeading } from './numberedHeading.js';
import type { Requirement, RequirementLevel, Section } from './spec.js';

/** The requirements of a Requirements section: headings of level 3 to 6 that begin with `R{n}`. */
export function parseRequirements(text: string, { blocks }: Section): readonly Requirement[] {
  return headingParts(blocks, (heading) => readNumberedHeading(text, heading, 'requirement')).map((part) =>
    toRequirement(text, part),
  );
}

function toRequirement(text: string, { heading, head, span, blocks }: HeadingPart<NumberedHeading>): Requirement {
  const { number, idSpan } = head;
  const level = findLevel(head.name);
  const keyword = firstKeyword(text, [heading, ...blocks]);
  return {
    id: `R${number}`,
    idSpan,
    number,
    heading,
    name: withoutLevel(text, head.name),
    ...(level ? { level } : {}),
    ...(keyword ? { keyword } : {}),
    span,
    blocks,
  };
}

// The words of RFC 2119 in parentheses, `(MUST NOT remove)` and `(SHOULD, see below)` included.
const levelGroup = /\((MUST|SHOULD|MAY)(?: NOT)?(?![\w-])[^()]{0,200}\)/u;

function findLevel({ value, span }: Located): Located<RequirementLevel> | undefined {
  const match = levelGroup.exec(value);
  const word = match?.[1];
  if (word !== 'MUST' && word !== 'SHOULD' && word !== 'MAY') return undefined;
  const start = span.start + (match?.index ?? 0) + 1;
  return { value: word, span: { start, end: start + word.length } };
}

/** The name without a level that ends it; a level in the middle stays, so that the name is one stretch of the text. */
function withoutLevel(text: string, name: Located): Located {
  const match = levelGroup.exec(name.value);
  if (!match || match.index + match[0].length !== name.value.length) return name;
  const length = name.value.slice(0, match.index).trimEnd().length;
  return locate(text, { start: name.span.start, end: name.span.start + length });
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
      return keywordInProse(text, block.textSpan);
    case 'paragraph':
    case 'table':
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

const proseToken = /`+|<!--|-->|\b(?:MUST|SHOULD|MAY|SHALL|REQUIRED|RECOMMENDED|OPTIONAL)\b/gu;

/** Linear: what opens a code span or comment is skipped to its close only where there is one. */
function keywordInProse(text: string, { start, end }: Span): Located | undefined {
  const tokens = Array.from(text.slice(start, end).matchAll(proseToken), ({ 0: value, index }) => ({ value, index }));
  const lastPlace = new Map(tokens.map(({ value }, place) => [value, place]));
  let closing: string | undefined;
  for (const [place, { value, index }] of tokens.entries()) {
    if (closing !== undefined) {
      if (value === closing) closing = undefined;
    } else if (value.startsWith('`') || value === '<!--') {
      const close = value === '<!--' ? '-->' : value;
      if ((lastPlace.get(close) ?? -1) > place) closing = close;
    } else if (value !== '-->') {
      return { value, span: { start: start + index, end: start + index + value.length } };
    }
  }
  return undefined;
}

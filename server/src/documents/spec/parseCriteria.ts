import type { Block } from '../../markdown/blocks.js';
import type { Located } from '../../markdown/span.js';
import { findCitations, mayCite } from '../citations.js';
import { type HeadingPart, headingParts } from '../headingParts.js';
import { type NumberedHeading, readNumberedHeading } from './numberedHeading.js';
import { parseSteps } from '../parseSteps.js';
import type { Criterion, Section } from './spec.js';

/** The criteria of an Acceptance Criteria section: headings of level 3 to 6 that begin with `AC{n}` or `Scenario {n}`. */
export function parseCriteria(text: string, { blocks }: Section): readonly Criterion[] {
  return headingParts(
    blocks,
    (heading) =>
      readNumberedHeading(text, heading, 'acceptanceCriterion') ?? readNumberedHeading(text, heading, 'scenario'),
  ).map((part) => toCriterion(text, part));
}

function toCriterion(text: string, { heading, head, span, blocks }: HeadingPart<NumberedHeading>): Criterion {
  const { id, idSpan, number, name } = head;
  return {
    id,
    idSpan,
    number,
    heading,
    name,
    cites: findCites(text, name, blocks),
    steps: parseSteps(text, blocks),
    span,
    blocks,
  };
}

const onlyRequirements = ['R'] as const;

function findCites(text: string, name: Located, blocks: readonly Block[]): readonly Located[] {
  const cites = findCitations(name.value, name.span.start, onlyRequirements);
  const start = blocks[0]?.span.start ?? 0;
  const end = blocks[blocks.length - 1]?.span.end ?? start;
  // Most say in the heading alone what they are about.
  if (mayCite(text.slice(start, end))) addCites(text, blocks, cites);
  // Without the room that an array has which was pushed to.
  return cites.slice();
}

function addCites(text: string, blocks: readonly Block[], cites: Located[]): void {
  blocks.forEach((block) => {
    if (isComment(block)) return;
    const { start, end } = block.span;
    for (const cite of findCitations(text.slice(start, end), start, onlyRequirements)) cites.push(cite);
  });
}

function isComment(block: Block): boolean {
  return block.kind === 'html' && block.comment;
}

import type { Block } from '../../markdown/blocks.js';
import type { Located } from '../../markdown/span.js';
import { findCitations } from '../citations.js';
import { type HeadingPart, headingParts } from '../headingParts.js';
import { type NumberedHeading, readNumberedHeading } from './numberedHeading.js';
import { parseSteps } from '../parseSteps.js';
import type { Criterion, Section } from './spec.js';

interface CriterionHeading extends NumberedHeading {
  readonly id: string;
}

/** The criteria of an Acceptance Criteria section: headings of level 3 to 6 that begin with `AC{n}` or `Scenario {n}`. */
export function parseCriteria(text: string, { blocks }: Section): readonly Criterion[] {
  return headingParts(blocks, (heading): CriterionHeading | undefined => {
    const criterion = readNumberedHeading(text, heading, 'acceptanceCriterion');
    if (criterion) return withId(`AC${criterion.number}`, criterion);
    const scenario = readNumberedHeading(text, heading, 'scenario');
    return scenario && withId(`Scenario ${scenario.number}`, scenario);
  }).map((part) => toCriterion(text, part));
}

/** Written out: spread, it would cost several times as much. */
function withId(id: string, { number, idSpan, name }: NumberedHeading): CriterionHeading {
  return { id, number, idSpan, name };
}

function toCriterion(text: string, { heading, head, span, blocks }: HeadingPart<CriterionHeading>): Criterion {
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
  blocks.forEach((block) => {
    if (isComment(block)) return;
    const { start, end } = block.span;
    for (const cite of findCitations(text.slice(start, end), start, onlyRequirements)) cites.push(cite);
  });
  // Without the room that an array has which was pushed to.
  return cites.slice();
}

function isComment(block: Block): boolean {
  return block.kind === 'html' && block.comment;
}

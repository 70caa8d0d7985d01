import { type SectionName, sectionNames } from '../../documents/spec.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Fix } from '../finding.js';
import { lineBreakOf } from '../../markdown/lines.js';

/** The sections of a spec in the order of PactKit's template (formats reference, A2). */
export const templateOrder: readonly SectionName[] = [
  'background',
  'requirements',
  'acceptanceCriteria',
  'targetCallChain',
  'implementationSteps',
  'technicalDesign',
  'journeySegment',
  'securityScope',
  'dependencySurface',
  'outOfScope',
];

const checks = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `| SEC-${number} | TODO | TODO |`);

// Every body holds text that other rules report as left over, so that a skeleton never passes for content.
const bodies = {
  background: ['(Description of the problem or feature)'],
  requirements: ['### R1: TODO (MUST)', '', 'TODO: what MUST be so.'],
  acceptanceCriteria: ['### AC1: TODO (R1)', '', '- **Given** TODO', '- **When** TODO', '- **Then** TODO'],
  targetCallChain: ['(Trace call chain here)'],
  securityScope: ['| Check | Applicable | Reason |', '|-------|------------|--------|', ...checks],
  dependencySurface: [
    '| Field | Value |',
    '|-------|-------|',
    '| Depends on | TODO |',
    '| Provides | TODO |',
    '| Touches | TODO |',
    '| Conflict risk | TODO |',
  ],
  implementationSteps: [
    '| Step | File | Action | Dependencies | Risk |',
    '|------|------|--------|--------------|------|',
    '| 1 | TODO | TODO | None | Low |',
  ],
  technicalDesign: ['TODO', '', '### Lateral Scan Results', '', 'TODO'],
  journeySegment: ['- Journey: TODO', '- Steps: TODO', '- Impact: TODO'],
  outOfScope: ['- TODO'],
} as const satisfies Record<SectionName, readonly string[]>;

/** The lines of a section as the template has it: its heading and something to fill in. */
export function sectionTemplate(name: SectionName): readonly string[] {
  return [`## ${sectionNames[name]}`, '', ...bodies[name]];
}

/**
 * An unsafe fix: the section's heading and something to fill in, put where the template has it. Undefined where what is
 * written at the end of the document would become part of a fence or an HTML block.
 */
export function sectionSkeleton(document: SpecDocument, name: SectionName): Fix | undefined {
  const { text } = document;
  const br = lineBreakOf(text);
  const skeleton = sectionTemplate(name).join(br);
  const place = placeOf(document, name);
  if (place === undefined) return undefined;
  return {
    title: `Add a \`## ${sectionNames[name]}\` section to fill in`,
    safe: false,
    edits: [{ span: { start: place.offset, end: place.offset }, newText: written(skeleton, place, br) }],
  };
}

type SpecDocument = ParsedDocument<'spec'>;

interface Place {
  readonly offset: number;
  readonly side: 'before' | 'behind' | 'alone';
}

function written(skeleton: string, { side }: Place, br: string): string {
  switch (side) {
    case 'before':
      return `${skeleton}${br}${br}`;
    case 'behind':
      return `${br}${br}${skeleton}`;
    case 'alone':
      return `${skeleton}${br}`;
  }
}

/** Before the next section that the template has later, else behind the last one it has earlier, else at the end. */
function placeOf({ text, lines, blocks, model }: SpecDocument, name: SectionName): Place | undefined {
  const rank = templateOrder.indexOf(name);
  const ranked = model.sections.map(({ heading, span, name: own }) => ({
    heading,
    span,
    rank: own === undefined ? -1 : templateOrder.indexOf(own),
  }));
  const next = ranked.find((section) => section.rank > rank);
  if (next) return { offset: lines.lineStart(lines.positionAt(next.heading.span.start).line), side: 'before' };
  const last = blocks.at(-1);
  if (last?.kind === 'html' || (last?.kind === 'fence' && !last.closed)) return undefined;
  const previous = ranked.findLast((section) => section.rank >= 0 && section.rank < rank);
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const offset = Math.max(start, previous?.span.end ?? text.trimEnd().length);
  return { offset, side: offset === start ? 'alone' : 'behind' };
}

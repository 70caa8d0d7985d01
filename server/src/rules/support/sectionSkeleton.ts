import { type Section, type SectionName, sectionNames } from '../../documents/spec/spec.js';
import { sectionTemplate, templateOrder } from '../../documents/spec/specTemplate.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Fix } from '../finding.js';
import { below } from './writing.js';
import { insertAt } from '../../markdown/textEdit.js';
import { lineBreakOf } from '../../markdown/lines.js';

/**
 * An unsafe fix: the section's heading and something to fill in, put where the template has it. Undefined if what is
 * written at the end of the document would become part of a fence or an HTML block.
 */
export function sectionSkeleton(document: SpecDocument, name: SectionName): Fix | undefined {
  const { text } = document;
  const br = lineBreakOf(text);
  const skeleton = sectionTemplate(name).join(br);
  const place = placeOf(document, name);
  if (place === undefined) return undefined;
  return {
    title: `Add a \`## ${sectionNames[name]}\` section from the template`,
    safe: false,
    edits: [insertAt(place.offset, written(skeleton, place, br))],
  };
}

/** An unsafe fix: adds the body of the template to an existing section. */
export function filling(document: SpecDocument, { span }: Section, name: SectionName, title: string): Fix {
  return { title, safe: false, edits: [below(document, span.end, sectionTemplate(name).slice(2))] };
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

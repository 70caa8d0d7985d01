import type { Block, Heading } from '../../markdown/blocks.js';
import type { Problem } from '../parsed.js';
import { collect } from '../../base/same.js';
import { headingParts } from '../headingParts.js';
import { findItemIds } from '../itemId.js';
import { locate } from '../located.js';
import { parseCriteria } from './parseCriteria.js';
import { parseRequirements } from './parseRequirements.js';
import {
  parseDependencySurface,
  parseImplementationSteps,
  parseMetadata,
  parseSecurityChecks,
} from './parseSpecTables.js';
import { type Section, type SectionName, sectionNames, type Spec, type SpecTitle } from './spec.js';

/**
 * Reads a spec (formats reference, A2) from its blocks. Never throws: what a spec lacks is absent from the model, and rules
 * tell; so there are no problems either.
 *
 * @param text the whole document.
 * @param blocks its top-level blocks.
 */
export function parseSpec(
  text: string,
  blocks: readonly Block[],
): { readonly spec: Spec; readonly problems: readonly Problem[] } {
  const headings = blocks.filter((block) => block.kind === 'heading');
  const sections = parseSections(blocks);
  const named = (name: SectionName): Section[] => sections.filter((section) => section.name === name);
  const title = headings.find((heading) => heading.level === 1);
  const metadata = parseMetadata(text, blocks, sections);
  const [dependencySurface] = named('dependencySurface');
  const spec: Spec = {
    headings,
    sections,
    requirements: collect(named('requirements'), (section) => parseRequirements(text, section)),
    criteria: collect(named('acceptanceCriteria'), (section) => parseCriteria(text, section)),
    implementationSteps: collect(named('implementationSteps'), (section) => parseImplementationSteps(text, section)),
    securityChecks: collect(named('securityScope'), (section) => parseSecurityChecks(text, section)),
    ...(title ? { title: parseTitle(text, title) } : {}),
    ...(metadata ? { metadata } : {}),
    ...(dependencySurface ? { dependencySurface: parseDependencySurface(text, dependencySurface) } : {}),
  };
  return { spec, problems: [] };
}

const namesByHeading = new Map<string, SectionName>([
  ...Object.entries(sectionNames).map(([name, words]): [string, SectionName] => [
    words.toLowerCase(),
    name as SectionName, // the keys of the constant above, which Object.entries widens
  ]),
  ['non-goals', 'outOfScope'],
]);

function parseSections(blocks: readonly Block[]): readonly Section[] {
  return headingParts(
    blocks,
    ({ level, text }) => (level === 2 ? { name: namesByHeading.get(text.toLowerCase()) } : undefined),
    // A comment pasted without its fence reads as a level-1 heading; PactKit continues after it, too.
    () => false,
  ).map(({ heading, head: { name }, span, blocks: below }) => ({
    heading,
    span,
    blocks: below,
    ...(name ? { name } : {}),
  }));
}

function parseTitle(text: string, heading: Heading): SpecTitle {
  const { start, end } = heading.textSpan;
  const content = text.slice(start, end);
  const opening = content.startsWith('[') ? 1 : 0;
  const [first] = findItemIds(content, start);
  const id = first?.span.start === start + opening ? first : undefined;
  const rest = content.slice((id?.span.end ?? start) - start);
  const length = id ? rest.replace(/^\]?[\s:：–—-]*/u, '').length : rest.length;
  return { heading, text: locate(text, { start: end - length, end }), ...(id ? { id } : {}) };
}

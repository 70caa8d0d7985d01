import type { Block, Heading } from '../markdown/blocks.js';
import type { Problem } from './document.js';
import { findItemIds } from './itemId.js';
import { locate } from './located.js';
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
    ...(title ? { title: parseTitle(text, title) } : {}),
    ...(metadata ? { metadata } : {}),
    headings,
    sections,
    requirements: named('requirements').flatMap((section) => parseRequirements(text, section)),
    criteria: named('acceptanceCriteria').flatMap((section) => parseCriteria(text, section)),
    implementationSteps: named('implementationSteps').flatMap((section) => parseImplementationSteps(text, section)),
    securityChecks: named('securityScope').flatMap((section) => parseSecurityChecks(text, section)),
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
  const sections: Section[] = [];
  let open: { readonly heading: Heading; readonly from: number } | undefined;
  const close = (to: number): void => {
    if (open) sections.push(toSection(open.heading, blocks.slice(open.from, to)));
  };
  // No array of every block on the way to the few headings.
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    if (block?.kind !== 'heading' || block.level > 2) continue;
    close(index);
    open = block.level === 2 ? { heading: block, from: index + 1 } : undefined;
  }
  close(blocks.length);
  return sections;
}

function toSection(heading: Heading, below: readonly Block[]): Section {
  const name = namesByHeading.get(heading.text.toLowerCase());
  return {
    heading,
    ...(name ? { name } : {}),
    span: { start: heading.span.start, end: below.at(-1)?.span.end ?? heading.span.end },
    blocks: below,
  };
}

function parseTitle(text: string, heading: Heading): SpecTitle {
  const { start, end } = heading.textSpan;
  const content = text.slice(start, end);
  const opening = content.startsWith('[') ? 1 : 0;
  const [first] = findItemIds(content, start);
  const id = first?.span.start === start + opening ? first : undefined;
  const rest = content.slice((id?.span.end ?? start) - start);
  const length = id ? rest.replace(/^\]?[\s:：–—-]*/u, '').length : rest.length;
  return { heading, ...(id ? { id } : {}), text: locate(text, { start: end - length, end }) };
}

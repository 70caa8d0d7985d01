import type { Block, Heading } from '../../markdown/blocks.js';
import type { Problem } from '../parsed.js';
import type { Changing } from '../../base/changing.js';
import { collect, none } from '../../base/same.js';
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
  const title = headings.find((heading) => heading.level === 1);
  const metadata = parseMetadata(text, blocks, sections);
  const dependencySurface = sections.find(({ name }) => name === 'dependencySurface');
  const spec: Changing<Spec> = {
    headings,
    sections,
    requirements: readNamed(text, sections, 'requirements', parseRequirements),
    criteria: readNamed(text, sections, 'acceptanceCriteria', parseCriteria),
    implementationSteps: readNamed(text, sections, 'implementationSteps', parseImplementationSteps),
    securityChecks: readNamed(text, sections, 'securityScope', parseSecurityChecks),
  };
  if (title) spec.title = parseTitle(text, title);
  if (metadata) spec.metadata = metadata;
  if (dependencySurface) spec.dependencySurface = parseDependencySurface(text, dependencySurface);
  return { spec, problems: none };
}

/** What the sections of a name hold; mostly there is one. */
function readNamed<T>(
  text: string,
  sections: readonly Section[],
  wanted: SectionName,
  read: (text: string, section: Section) => readonly T[],
): readonly T[] {
  const named = sections.filter(({ name }) => name === wanted);
  const only = named.length === 1 ? named[0] : undefined;
  return only ? read(text, only) : collect(named, (section) => read(text, section));
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
    ({ level, text }) => (level === 2 ? (namesByHeading.get(text.toLowerCase()) ?? 'unknown') : undefined),
    // A comment pasted without its fence reads as a level-1 heading; PactKit continues after it, too.
    () => false,
  ).map(({ heading, head: name, span, blocks: below }) =>
    name === 'unknown' ? { heading, span, blocks: below } : { heading, span, blocks: below, name },
  );
}

function parseTitle(text: string, heading: Heading): SpecTitle {
  const { start, end } = heading.textSpan;
  const content = text.slice(start, end);
  const opening = content.startsWith('[') ? 1 : 0;
  const first = findItemIds(content, start)[0];
  const id = first?.span.start === start + opening ? first : undefined;
  const rest = content.slice((id?.span.end ?? start) - start);
  const length = id ? rest.replace(/^\]?[\s:：–—-]*/u, '').length : rest.length;
  const located = locate(text, { start: end - length, end });
  return id ? { heading, text: located, id } : { heading, text: located };
}

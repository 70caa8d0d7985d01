import { type Section, type SectionName, type Spec, sectionNames } from '../../documents/spec/spec.js';
import type { Heading } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';

/** The first section of that name: the one PactKit reads where there are several. */
export function findSection({ sections }: Spec, name: SectionName): Section | undefined {
  return sections.find((section) => section.name === name);
}

/** Those of `parts` that are in the section. */
export function partsOf<P extends { readonly heading: Heading }>({ span }: Section, parts: readonly P[]): readonly P[] {
  return parts.filter(({ heading }) => isWithin(heading.span, span));
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The sections whose heading PactKit looks for at other levels if there is none at level 2. */
export type LevelledSection = 'requirements' | 'acceptanceCriteria' | 'securityScope';

const otherLevels = [1, 3, 4] as const;

/** Where a section is missing: the heading that has its name at level 1, 3 or 4, levels tried in that order. */
export function wrongLevelHeading(spec: Spec, name: LevelledSection): Heading | undefined {
  if (findSection(spec, name)) return undefined;
  const wanted = sectionNames[name].toLowerCase();
  const candidates = spec.headings.filter(({ text }) => text.trim().toLowerCase() === wanted);
  return otherLevels
    .map((level) => candidates.find((heading) => heading.level === level))
    .find((heading) => heading !== undefined);
}

import { type Section, type SectionName, type Spec, sectionNames } from '../../documents/spec/spec.js';
import { memoFor } from '../../base/memo.js';
import type { Heading } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';

/** The first section of that name: the one PactKit reads where there are several. */
export function findSection({ sections }: Spec, name: SectionName): Section | undefined {
  for (const section of sections) if (section.name === name) return section;
  return undefined;
}

export function lacksSection(name: SectionName): (document: { readonly model: Spec }) => boolean {
  return ({ model }) => findSection(model, name) === undefined;
}

/** Whether all headings below level 2 are those of requirements and criteria, at level 3. */
export const holdsEntriesOnly = memoFor(({ headings, requirements, criteria }: Spec): boolean => {
  let atLevel3 = 0;
  for (const { level } of headings) {
    if (level > 3) return false;
    if (level === 3) atLevel3++;
  }
  return atLevel3 === requirements.length + criteria.length;
});

/** Those of `parts`, which are in document order, that are in the section. */
export function partsOf<P extends { readonly heading: Heading }>({ span }: Section, parts: readonly P[]): readonly P[] {
  const [first] = parts;
  const last = parts.at(-1);
  // Mostly all are.
  if (first && last && isWithin(first.heading.span, span) && isWithin(last.heading.span, span)) return parts;
  return parts.filter(({ heading }) => isWithin(heading.span, span));
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** The sections whose heading PactKit looks for at other levels if there is none at level 2. */
export const levelledSections = ['requirements', 'acceptanceCriteria', 'securityScope'] as const;

export type LevelledSection = (typeof levelledSections)[number];

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

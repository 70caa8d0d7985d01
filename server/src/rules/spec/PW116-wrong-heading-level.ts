import { type SectionName, sectionNames, type Spec } from '../../documents/spec/spec.js';
import type { Heading } from '../../markdown/blocks.js';
import { defineRule } from '../rule.js';
import { holdsEntriesOnly } from '../support/sections.js';
import { excerpt } from '../../base/excerpt.js';
import { headingPlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

/** The sections W009 mentions, where their name is at one of its levels. */
const levelled: readonly SectionName[] = ['requirements', 'acceptanceCriteria', 'securityScope'];
const itsLevels: readonly number[] = [1, 3, 4];

const namesByTitle: ReadonlyMap<string, SectionName> = new Map(
  (Object.entries(sectionNames) as [SectionName, string][]) // the object is declared with exactly these keys
    .map(([name, title]) => [title.toLowerCase(), name]),
);

const label = /^(?:(R)|AC|Scenario )\d+(?=[:.\s]|$)(?!\.\d)/iu;

interface Wrong {
  readonly heading: Heading;
  /** The heading behind it in the document. */
  readonly next: Heading | undefined;
  readonly wanted: 2 | 3;
  /** What the heading is, and what its level does to it. */
  readonly what: string;
}

// Most headings hold no such name, and this tells without making strings of them.
const anyTitle = new RegExp(`^\\s*(?:${Object.values(sectionNames).join('|')})\\s*$`, 'i');

function sectionNamed({ text }: Heading): SectionName | undefined {
  return anyTitle.test(text) ? namesByTitle.get(text.trim().toLowerCase()) : undefined;
}

/** The sections whose name is at another level than 2, and nowhere at that. */
function wrongSections({ headings, sections }: Spec): Wrong[] {
  const found: Wrong[] = [];
  const present = new Set<SectionName>();
  for (const { name } of sections) if (name !== undefined) present.add(name);
  headings.forEach((heading, index) => {
    const name = sectionNamed(heading);
    if (name === undefined || present.has(name)) return;
    present.add(name);
    if (levelled.includes(name) && itsLevels.includes(heading.level)) return;
    found.push({
      heading,
      next: headings[index + 1],
      wanted: 2,
      what: `The section ${sectionNames[name]} is only recognized at level 2, so it counts as missing`,
    });
  });
  return found;
}

const misplaced = (requirement: boolean): string =>
  `A ${requirement ? 'requirement' : 'criterion'} must be a level-3 heading below its section; elsewhere it is overlooked or read as part of the text above it`;

/** The requirements and criteria that are headings of another level than 3. */
function wrongEntries({ headings, requirements, criteria }: Spec): Wrong[] {
  const found: Wrong[] = [];
  let entries: ReadonlySet<Heading> | undefined;
  // Few specs have headings for which this has to be known.
  const isEntry = (heading: Heading): boolean =>
    (entries ??= new Set([...requirements, ...criteria].map((entry) => entry.heading))).has(heading);
  let section: SectionName | undefined;
  const parents: Heading[] = [];
  headings.forEach((heading, index) => {
    const { level, text } = heading;
    while ((parents.at(-1)?.level ?? 0) >= level) parents.pop();
    const parent = parents.at(-1);
    parents.push(heading);
    if (level === 3 || (level > 3 && !isEntry(heading))) return;
    const match = label.exec(text);
    const wrong = { heading, next: headings[index + 1], wanted: 3, what: misplaced(match?.[1] !== undefined) } as const;
    if (level <= 2) {
      if (match && section === (match[1] === undefined ? 'acceptanceCriteria' : 'requirements')) found.push(wrong);
      else section = sectionNamed(heading);
      return;
    }
    // A heading of level 3 that is no entry itself groups those below it; a scenario below a criterion is a part of it.
    if (parent?.level === 3 && (!isEntry(parent) || text.startsWith('Scenario'))) return;
    found.push(wrong);
  });
  return found;
}

/** Whether the only heading of level 1 is a title that begins with an id, all sections have a name, and below are entries of level 3. */
function isUsual(spec: Spec): boolean {
  const { headings, sections, title } = spec;
  return (
    title?.id !== undefined &&
    title.heading === headings[0] &&
    headings.findLast(({ level }) => level === 1) === title.heading &&
    sections.every(({ name }) => name !== undefined) &&
    holdsEntriesOnly(spec)
  );
}

/** Whether only hashes have to change: headings below this one would come to be beside or above it. */
function standsAlone({ heading, next, wanted }: Wrong): boolean {
  return next === undefined || next.level <= heading.level || next.level > wanted;
}

/** Whether a heading that is beside this one would come to be below it. */
function swallowsNext({ heading, next, wanted }: Wrong): boolean {
  return next !== undefined && wanted === 2 && next.level > wanted && next.level <= heading.level;
}

/** Headings inside a section that look as if they ended it, the misplaced name of a section left out. */
function strayTitles({ headings, sections: [first] }: Spec): Heading[] {
  // No heading of level 1 ends a section.
  const from = first?.heading.span.end ?? Infinity;
  return headings.filter(
    (heading) =>
      heading.level === 1 &&
      heading.span.start >= from &&
      sectionNamed(heading) === undefined &&
      !label.test(heading.text),
  );
}

export const wrongHeadingLevel = defineRule({
  code: 'PW116',
  name: 'wrong-heading-level',
  summary: 'A section, requirement or criterion has the wrong heading level',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Sections are level-2 headings, requirements and criteria are level-3 headings below them. At another level they are plain text: they are not counted, covered or checked, and a misplaced `##` ends the section it is in. A level-1 heading in the middle, often a comment pasted without its code block, only looks as if it did.',
  fix: 'Write `##` for a section, `###` for a requirement or criterion. The quick fix changes the hashes if no other headings depend on them. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit warns about Requirements, Acceptance Criteria and Security Scope at another level (W009, which still reports those), but accepts `#### R1:` as a requirement.',
  suspects: ({ model }) => !isUsual(model),
  check: specCheck('info', function* ({ model }) {
    for (const wrong of wrongSections(model).concat(wrongEntries(model))) {
      const { heading, wanted, what } = wrong;
      yield {
        span: headingPlace(heading),
        severity: unlessDone(model, 'warning'),
        message: `"${excerpt(heading.text, 40)}" is a level-${heading.level} heading. ${what}. Write \`${'#'.repeat(wanted)}\`${standsAlone(wrong) && !swallowsNext(wrong) ? '' : ', and make sure that the headings after it keep their place'}.`,
        ...(heading.style === 'atx' && standsAlone(wrong)
          ? {
              fix: {
                title: `Write \`${'#'.repeat(wanted)}\``,
                safe: wanted === 3,
                edits: [{ span: heading.markerSpan, newText: '#'.repeat(wanted) }],
              },
            }
          : {}),
      };
    }
    for (const heading of strayTitles(model))
      yield {
        span: headingPlace(heading),
        severity: unlessDone(model, 'warning'),
        message: `"${excerpt(heading.text, 40)}" is a level-1 heading inside a section: people take it for the end of the section, but what follows still belongs to it. Put it in a code block if it is a comment, or write \`###\`.`,
      };
  }),
});

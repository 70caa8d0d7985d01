import { stepsToFillIn, todo } from '../toFillIn.js';
import { type SectionName, sectionNames } from './spec.js';

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

/** The sections that are one sentence until somebody writes them; PactKit's scaffold leaves the same (linter reference, B3). */
export const sentenceSections = ['background', 'targetCallChain'] as const satisfies readonly SectionName[];

/** Those sentences. */
export const templateSentences: Readonly<Record<(typeof sentenceSections)[number], string>> = {
  background: '(Description of the problem or feature)',
  targetCallChain: '(Trace call chain here)',
};

const checks = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `| SEC-${number} | ${todo} | ${todo} |`);

// Every body holds text that rules report as left over, so that a skeleton never passes for content.
const bodies: Readonly<Record<SectionName, readonly string[]>> = {
  background: [templateSentences.background],
  requirements: [`### R1: ${todo} (MUST)`, '', `${todo}: what MUST be so.`],
  acceptanceCriteria: [`### AC1: ${todo} (R1)`, '', ...stepsToFillIn],
  targetCallChain: [templateSentences.targetCallChain],
  implementationSteps: [
    '| Step | File | Action | Dependencies | Risk |',
    '|------|------|--------|--------------|------|',
    `| 1 | ${todo} | ${todo} | None | Low |`,
  ],
  technicalDesign: [`${todo}: how it is built.`, '', '### Lateral Scan Results', '', `- ${todo}`],
  journeySegment: [`- Journey: ${todo}`, `- Steps: ${todo}`, `- Impact: ${todo}`],
  securityScope: ['| Check | Applicable | Reason |', '|-------|------------|--------|', ...checks],
  dependencySurface: [
    '| Field | Value |',
    '|-------|-------|',
    `| Depends on | ${todo} |`,
    `| Provides | ${todo} |`,
    `| Touches | ${todo} |`,
    `| Conflict risk | ${todo} |`,
  ],
  outOfScope: [`- ${todo}`],
};

/** The lines of a section to fill in, its heading first. */
export function sectionTemplate(name: SectionName): readonly string[] {
  return [`## ${sectionNames[name]}`, '', ...bodies[name]];
}

/** What a spec is started with. */
export interface NewSpec {
  readonly id: string;
  /** One line. */
  readonly title: string;
  readonly status: 'Draft' | 'In Progress' | 'Done';
}

/**
 * A spec to fill in, with `\n` as line break.
 *
 * @param folder of the specs, relative to the project root.
 */
export function newSpec(
  { id, title, status }: NewSpec,
  folder: string,
): { readonly path: string; readonly text: string } {
  const head = [
    `# ${id}: ${title}`,
    '',
    '| Field | Value |',
    '|-------|-------|',
    `| ID | ${id} |`,
    `| Status | ${status} |`,
    '| Priority | P1 |',
    '| Release | TBD |',
  ];
  const sections = (
    [
      'background',
      'requirements',
      'acceptanceCriteria',
      'targetCallChain',
      'securityScope',
      'dependencySurface',
      'outOfScope',
    ] as const
  ).flatMap((name) => ['', ...sectionTemplate(name)]);
  return { path: `${folder}/${id}.md`, text: [...head, ...sections, ''].join('\n') };
}

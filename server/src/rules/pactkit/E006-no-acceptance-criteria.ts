import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { findSection, partsOf } from '../support/sections.js';
import { filling } from '../support/sectionSkeleton.js';

export const noAcceptanceCriteria = defineRule({
  code: 'E006',
  name: 'no-acceptance-criteria',
  summary: 'The Acceptance Criteria section has no criterion headings',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'Criteria are identified by headings such as `### AC1: name` or `### Scenario 1: name`. Test cases and reports refer to them by that number; they cannot refer to a bare list of steps.',
  fix: 'Give each criterion a heading `### AC1: name (R1)`, numbered from 1. Specs of archived items are skipped.',
  pactkit: 'The same, but PactKit treats `### AC1` in the middle of a line as a heading.',
  suspects: ({ model }) => {
    const section = findSection(model, 'acceptanceCriteria');
    return section !== undefined && partsOf(section, model.criteria).length === 0;
  },
  *check(document, context) {
    const section = findSection(document.model, 'acceptanceCriteria');
    if (!section) return;
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'acceptance criteria',
      message:
        'The section has no criterion headings, so test cases cannot name what they check. Give each criterion a heading such as `### AC1: name (R1)`.',
      fix: filling(document, section, 'acceptanceCriteria', 'Add a criterion to fill in'),
      ...ease,
    };
  },
});

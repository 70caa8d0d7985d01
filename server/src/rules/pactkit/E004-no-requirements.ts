import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { findSection, partsOf } from '../support/sections.js';
import { filling } from '../support/sectionSkeleton.js';

export const noRequirements = defineRule({
  code: 'E004',
  name: 'no-requirements',
  summary: 'The Requirements section has no requirement headings',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'Requirements are identified by headings such as `### R1: name`. Criteria, tests and reports refer to them by that number; they cannot refer to text and bullets.',
  fix: 'Give each requirement a heading `### R1: name (MUST)`, numbered from 1. Specs of archived items are skipped.',
  pactkit:
    'The same, but PactKit expects exactly one space after `###`, a capital R and a colon or space after the number, and treats `### R1` in the middle of a line as a heading.',
  suspects: ({ model }) => {
    const section = findSection(model, 'requirements');
    return section !== undefined && partsOf(section, model.requirements).length === 0;
  },
  *check(document, context) {
    const section = findSection(document.model, 'requirements');
    if (!section) return;
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'requirements',
      message:
        'The section has no requirement headings, so criteria and tests cannot name what they cover. Give each requirement a heading such as `### R1: name (MUST)`.',
      fix: filling(document, section, 'requirements', 'Add a requirement to fill in'),
      ...ease,
    };
  },
});

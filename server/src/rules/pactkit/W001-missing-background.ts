import { defineRule } from '../rule.js';
import { lacksSection } from '../support/sections.js';
import { missingSection } from '../support/missingSection.js';

export const missingBackground = defineRule({
  code: 'W001',
  name: 'missing-background',
  summary: 'A spec has no Background section',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'The Background says which problem the change solves. Many small decisions in the code depend on it and are not covered by any requirement.',
  fix: 'Add `## Background` with a few sentences on the problem; the quick fix adds a template section in the right place. Reported as information if the Status is Done. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit: 'The same, with the limits E003 names.',
  suspects: lacksSection('background'),
  check: (document, context) =>
    missingSection(
      document,
      context,
      'background',
      'Nothing says which problem this solves. Add the section with a few sentences on the problem.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

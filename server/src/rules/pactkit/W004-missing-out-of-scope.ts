import { defineRule } from '../rule.js';
import { lacksSection } from '../support/sections.js';
import { missingSection } from '../support/missingSection.js';

export const missingOutOfScope = defineRule({
  code: 'W004',
  name: 'missing-out-of-scope',
  summary: 'A spec has neither an Out of Scope nor a Non-Goals section',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'What is left out on purpose is cheap to write down and expensive to find out: people and agents build what looks missing.',
  fix: 'Add `## Out of Scope` (or `## Non-Goals`) with what this item does not cover; the quick fix adds a template section at the end. Reported as information if the Status is Done. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit: 'The same, with the limits E003 names.',
  suspects: lacksSection('outOfScope'),
  check: (document, context) =>
    missingSection(
      document,
      context,
      'outOfScope',
      'Nobody can tell whether something is missing or left out on purpose. Add the section (or `## Non-Goals`) with what this item does not cover.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

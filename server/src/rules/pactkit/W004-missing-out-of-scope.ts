import { defineRule } from '../rule.js';
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
  why: 'What is left out on purpose is the cheapest thing to write and the dearest to find out: people and agents build what looks missing.',
  ok: '## Out of Scope\n\n- Server-side carts\n',
  notOk: '# STORY-001: Title\n\n## Requirements\n',
  fix: 'Add `## Out of Scope` (or `## Non-Goals`) with what this item leaves to others; the quick fix puts a section to fill in at the end. It is information where the Status is Done. For a HOTFIX, whose spec is short by design, this is information. A spec whose item is in the archive is left alone.',
  pactkit: 'The same, with the limits E003 names.',
  check: (document, context) =>
    missingSection(
      document,
      context,
      'outOfScope',
      'What looks missing may have been left out on purpose, and nobody can tell. Add the section (or `## Non-Goals`) with what this item leaves to others.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

import { defineRule } from '../rule.js';
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
  why: 'The Background says which problem the change solves. Whoever writes the code decides many small things from it that no requirement names.',
  ok: '## Background\n\nShoppers lose their cart when the page reloads.\n',
  notOk: '# STORY-001: Title\n\n## Requirements\n',
  fix: 'Add `## Background` with a few sentences on the problem; the quick fix puts a section to fill in at its place. It is information where the Status is Done. For a HOTFIX, whose spec is short by design, this is information. A spec whose item is in the archive is left alone.',
  pactkit: 'The same, with the limits E003 names.',
  check: (document, context) =>
    missingSection(
      document,
      context,
      'background',
      'Whoever builds it does not learn which problem it solves. Add the section with a few sentences on that.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

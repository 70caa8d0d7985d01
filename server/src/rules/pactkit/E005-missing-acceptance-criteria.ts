import { defineRule } from '../rule.js';
import { missingLevelledSection } from '../support/missingSection.js';

export const missingAcceptanceCriteria = defineRule({
  code: 'E005',
  name: 'missing-acceptance-criteria',
  summary: 'A spec has no Acceptance Criteria section',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'The acceptance criteria say how to see that the work is done. Test cases are written from them; without them, done is a matter of opinion.',
  ok: '## Acceptance Criteria\n\n### AC1: Reload keeps the cart (R1)\n\n- **Given** a cart with one item\n- **When** the page is reloaded\n- **Then** the item is still there\n',
  notOk: '## Requirements\n\n### R1: Keep the cart (MUST)\n\nThe client MUST store the cart.\n',
  fix: 'Add `## Acceptance Criteria` with a `### AC1: name (R1)` and its Given, When and Then for each thing to be seen; the quick fix puts a section to fill in at its place. For a HOTFIX, whose spec is short by design, this is information. A spec whose item is in the archive is left alone.',
  pactkit:
    'The same, with the limits E003 names. Where the heading stands at another level PactKit reports W009, too; here W009 alone speaks of that, except under `compat`.',
  check: (document, context) =>
    missingLevelledSection(
      document,
      context,
      'acceptanceCriteria',
      'Nothing says how to see that the work is done. Add the section with a `### AC1: name (R1)` and its Given, When and Then for each thing to be seen.',
      { archived: 'silent', hotfix: 'info' },
    ),
});

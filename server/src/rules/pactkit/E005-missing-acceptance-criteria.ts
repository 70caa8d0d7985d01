import { defineRule } from '../rule.js';
import { lacksSection } from '../support/sections.js';
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
  why: 'Acceptance criteria say how to tell that the work is done. Test cases are written from them; without them, done is a matter of opinion.',
  fix: 'Add `## Acceptance Criteria` with a `### AC1: name (R1)` with its Given, When and Then for each observable result; the quick fix adds a template section in the right place. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit:
    'The same, with the limits E003 names. For a heading at another level PactKit also reports W009; here only W009 does, except under `compat`.',
  suspects: lacksSection('acceptanceCriteria'),
  check: (document, context) =>
    missingLevelledSection(
      document,
      context,
      'acceptanceCriteria',
      'Nothing says how to tell that the work is done. Add the section with a `### AC1: name (R1)` and its Given, When and Then for each observable result.',
      { archived: 'silent', hotfix: 'info' },
    ),
});

import { defineRule } from '../rule.js';
import { missingLevelledSection } from '../support/missingSection.js';

export const missingRequirements = defineRule({
  code: 'E003',
  name: 'missing-requirements',
  summary: 'A spec has no Requirements section',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'The requirements are what is built and what is checked against. A spec without them says that something shall happen, but not what.',
  ok: '## Requirements\n\n### R1: Keep the cart (MUST)\n\nThe client MUST store the cart.\n',
  notOk: '## What we need\n\n- The cart is kept.\n',
  fix: 'Add `## Requirements` with a `### R1: name (MUST)` for each requirement; the quick fix puts a section to fill in at its place. For a HOTFIX, whose spec is short by design, this is information. A spec whose item is in the archive is left alone.',
  pactkit:
    'The same. PactKit does not see a heading that is indented or closed with `##`, and takes one inside a `~~~` fence or an HTML comment for the section. Where the heading stands at another level it reports W009, too; here W009 alone speaks of that, except under `compat`.',
  check: (document, context) =>
    missingLevelledSection(
      document,
      context,
      'requirements',
      'No requirement says what is to be built and checked. Add the section with a `### R1: name (MUST)` for each requirement.',
      { archived: 'silent', hotfix: 'info' },
    ),
});

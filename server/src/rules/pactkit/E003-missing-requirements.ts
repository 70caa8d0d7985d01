import { defineRule } from '../rule.js';
import { lacksSection } from '../support/sections.js';
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
  why: 'Requirements are what is built and verified. A spec without them says that something should happen, but not what.',
  fix: 'Add `## Requirements` with a `### R1: name (MUST)` for each requirement; the quick fix adds a template section in the right place. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit:
    'The same. PactKit does not see a heading that is indented or closed with `##`, and treats one inside a `~~~` fence or an HTML comment as the section. For a heading at another level it also reports W009; here only W009 does, except under `compat`.',
  suspects: lacksSection('requirements'),
  check: (document, context) =>
    missingLevelledSection(
      document,
      context,
      'requirements',
      'No requirement says what to build and verify. Add the section with a `### R1: name (MUST)` for each requirement.',
      { archived: 'silent', hotfix: 'info' },
    ),
});

import { defineRule } from '../rule.js';
import { lacksSection } from '../support/sections.js';
import { missingSection } from '../support/missingSection.js';

export const missingTargetCallChain = defineRule({
  code: 'W002',
  name: 'missing-target-call-chain',
  summary: 'A spec has no Target Call Chain section',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'The Target Call Chain names the path through the code that the change touches. It shows early whether the change is understood, and where tests belong.',
  fix: 'Add `## Target Call Chain` with the path from the entry point to the change; the quick fix adds a template section in the right place. Reported as information if the Status is Done. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit: 'The same, with the limits E003 names.',
  suspects: lacksSection('targetCallChain'),
  check: (document, context) =>
    missingSection(
      document,
      context,
      'targetCallChain',
      'The path through the code to the change is missing. Add the section with the path from the entry point to the change.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

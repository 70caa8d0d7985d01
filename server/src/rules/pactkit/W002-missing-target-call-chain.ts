import { defineRule } from '../rule.js';
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
  why: 'The Target Call Chain names the path through the code that the change touches. It shows early whether the change was understood, and where tests belong.',
  ok: '## Target Call Chain\n\npage → cartStore → localStorage\n',
  notOk: '# STORY-001: Title\n\n## Background\n\nShoppers lose their cart.\n',
  fix: 'Add `## Target Call Chain` with the path from the entry point to the place of the change; the quick fix puts a section to fill in at its place. It is information where the Status is Done. For a HOTFIX, whose spec is short by design, this is information. A spec whose item is in the archive is left alone.',
  pactkit: 'The same, with the limits E003 names.',
  check: (document, context) =>
    missingSection(
      document,
      context,
      'targetCallChain',
      'The way through the code to the place of the change is not given. Add the section with the path from the entry point to that place.',
      { archived: 'silent', hotfix: 'info', done: 'info' },
    ),
});

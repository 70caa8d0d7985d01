import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { everyBlock, headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';

export const implementationStepsWithoutTable = defineRule({
  code: 'W005',
  name: 'implementation-steps-without-table',
  summary: 'The Implementation Steps section holds no table',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'Which file a step touches, on what it depends and how risky it is can be read from the table by people and by machine; a list says it only to people, if at all.',
  ok: '## Implementation Steps\n\n| Step | File | Action | Dependencies | Risk |\n|------|------|--------|--------------|------|\n| 1 | `src/cart.ts` | write through | None | Low |\n',
  notOk: '## Implementation Steps\n\n1. Write through in `src/cart.ts`\n',
  fix: 'Write the steps as a table Step, File, Action, Dependencies, Risk, or leave the section out: it is optional. It is information where the Status is Done. A spec whose item is in the archive is left alone.',
  pactkit: 'The same; any line with three pipes passes there, even a delimiter row alone.',
  *check(document, context) {
    const section = findSection(document.model, 'implementationSteps');
    if (!section || everyBlock(section.blocks).some(({ kind }) => kind === 'table')) return;
    const ease = eased(document, context, { archived: 'silent', done: 'info' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'steps table',
      message:
        'The Implementation Steps are no table, so files, dependencies and risk of a step cannot be read from them. Write a table Step, File, Action, Dependencies, Risk, or leave the section out.',
      ...ease,
    };
  },
});

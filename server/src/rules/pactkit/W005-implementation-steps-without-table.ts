import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { everyBlock, headingPlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { filling } from '../support/sectionSkeleton.js';

export const implementationStepsWithoutTable = defineRule({
  code: 'W005',
  name: 'implementation-steps-without-table',
  summary: 'The Implementation Steps section has no table',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'The table tells people and tools which file a step touches, what it depends on and how risky it is. A list tells only people, if anyone.',
  fix: 'Write the steps as a table Step, File, Action, Dependencies, Risk, or remove the section, which is optional. Reported as information if the Status is Done. Specs of archived items are skipped.',
  pactkit: 'The same, but any line with three pipes passes there, even a delimiter row alone.',
  suspects: ({ model }) => {
    const section = findSection(model, 'implementationSteps');
    return section !== undefined && !section.blocks.some(({ kind }) => kind === 'table');
  },
  *check(document, context) {
    const section = findSection(document.model, 'implementationSteps');
    if (!section || everyBlock(section.blocks).some(({ kind }) => kind === 'table')) return;
    const ease = eased(document, context, { archived: 'silent', done: 'info' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'steps table',
      message:
        'The Implementation Steps are not a table, so tools cannot read the file, dependencies and risk of a step. Write a table Step, File, Action, Dependencies, Risk, or remove the section.',
      fix: filling(document, section, 'implementationSteps', 'Add the table to fill in'),
      ...ease,
    };
  },
});

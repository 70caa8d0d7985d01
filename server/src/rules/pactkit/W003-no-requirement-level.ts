import type { ParsedDocument } from '../../documents/document.js';
import type { Section } from '../../documents/spec/spec.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { proseOf } from '../support/prose.js';
import { findSection, partsOf } from '../support/sections.js';
import { levelChoices } from '../support/writing.js';

export const noRequirementLevel = defineRule({
  code: 'W003',
  name: 'no-requirement-level',
  summary: 'The Requirements section has no RFC 2119 keyword',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'warning' },
  documents: ['spec'],
  why: 'MUST, SHOULD and MAY say what is binding and what is optional. Without them every sentence weighs the same, and nobody has decided what counts as a MUST.',
  fix: 'Say it in each requirement: `### R1: name (MUST)`. MUST, SHALL, REQUIRED, SHOULD, RECOMMENDED, MAY and OPTIONAL count, in capitals. Reported as information if the Status is Done. Specs of archived items are skipped.',
  pactkit: 'The same; words in HTML comments and in `~~~` fences count there, too.',
  suspects: ({ model }) => {
    const section = findSection(model, 'requirements');
    return section !== undefined && !partsOf(section, model.requirements).some(({ keyword }) => keyword);
  },
  *check(document, context) {
    const ease = eased(document, context, { archived: 'silent', done: 'info' });
    if (!ease) return;
    const section = findSection(document.model, 'requirements');
    if (!section || saysLevel(document, section)) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'levels',
      message:
        'No requirement says MUST, SHOULD or MAY, so nobody can tell what is binding. Add the word to each requirement, as in `### R1: name (MUST)`.',
      otherFixes: levelChoices(partsOf(section, document.model.requirements)),
      ...ease,
    };
  },
});

const levelWord = /\b(?:MUST|SHOULD|MAY|SHALL|REQUIRED|RECOMMENDED|OPTIONAL)\b/u;

function saysLevel({ text }: ParsedDocument<'spec'>, section: Section): boolean {
  return proseOf({ text }, section.blocks, levelWord).some((prose) => levelWord.test(prose.text));
}

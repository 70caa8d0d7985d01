import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { headingPlace } from '../support/place.js';
import { findSection, partsOf } from '../support/sections.js';

export const noRequirements = defineRule({
  code: 'E004',
  name: 'no-requirements',
  summary: 'The Requirements section holds no requirement heading',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'Requirements are told apart by headings such as `### R1: name`. Criteria, tests and reports name them by that number; text and bullets cannot be named.',
  ok: '## Requirements\n\n### R1: Keep the cart (MUST)\n\nThe client MUST store the cart.\n',
  notOk: '## Requirements\n\n- R1: The client MUST store the cart.\n',
  fix: 'Give each requirement a heading `### R1: name (MUST)`, counted from 1. A spec whose item is in the archive is left alone.',
  pactkit:
    'The same, but PactKit wants exactly one blank after `###`, a capital R and a colon or blank after the number, and takes `### R1` in the middle of a line for a heading.',
  *check(document, context) {
    const section = findSection(document.model, 'requirements');
    if (!section || partsOf(section, document.model.requirements).length > 0) return;
    const ease = eased(document, context, { archived: 'silent' });
    if (!ease) return;
    yield {
      span: headingPlace(section.heading),
      anchor: 'requirements',
      message:
        'The section holds no requirement heading, so no criterion and no test can name what it covers. Give each requirement a heading such as `### R1: name (MUST)`.',
      ...ease,
    };
  },
});

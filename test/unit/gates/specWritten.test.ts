import { describe, it } from 'vitest';
import { specWritten } from '../../../server/src/gates/conditions/specWritten.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { cleanSpec } from '../../support/projectTexts.js';

const spec = (requirement: string, criterion: string): string => `# STORY-001: Keep the cart

| Field | Value |
| --- | --- |
| ID | STORY-001 |
| Status | Draft |
| Priority | P1 |
| Release | 1.0 |

## Background

The cart is lost.

## Requirements

${requirement}

## Acceptance Criteria

${criterion}

## Target Call Chain

\`cart()\`
`;
const keep = '### R1: Keep the cart (MUST)\n\nThe cart MUST stay.';
const reload = '### AC1: Reload (R1)\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there';
const steps = '\n\n- **Given** TODO\n- **When** TODO\n- **Then** TODO';

const found: readonly (readonly [string, string, ExpectedOutcome])[] = [
  ['passes what is written', spec(keep, reload), { state: 'pass' }],
  [
    'fails where the template is all there is',
    spec('### R1: TODO (MUST)\n\nTODO: what MUST be so.', `### AC1: TODO (R1)${steps}`),
    {
      state: 'fail',
      summary: '2 parts not written yet',
      problems: [/^R1 still says/, /^AC1 still says/],
    },
  ],
  [
    'fails at a criterion whose steps are the template',
    spec(keep, `### AC1: Reload (R1)${steps}`),
    { state: 'fail', summary: '1 part not written yet', problems: [/^AC1 still says/] },
  ],
  [
    'passes a sentence with something undecided',
    spec(`${keep} For (TBD) days.`, reload.replace('a cart', 'a cart (TBD)')),
    { state: 'pass' },
  ],
  [
    'passes what a comment allows',
    spec('<!-- pactwright-disable PW113 -- names come later -->\n\n### R1: TODO (MUST)\n\nThe cart MUST stay.', reload),
    { state: 'pass' },
  ],
  ['passes where there is no spec', '', { state: 'pass', summary: 'there is no spec' }],
];

const template = cleanSpec().replace(/(## Background\n\n)[^\n]+/u, '$1(Description of the problem or feature)');

describe('spec-written', () => {
  it.each(found)('%s', async (_, text, expected) => {
    await checkCondition(specWritten, { project: gateProject({ spec: text }), work: 'none', gate: 'act-in' }, expected);
  });

  it('finishes a plan only if nothing is left of the template', async () => {
    const asked = (text: string): GateCase => ({ project: gateProject({ spec: text }), work: 'none', gate: 'plan' });
    await checkCondition(specWritten, asked(cleanSpec()), { state: 'pass' });
    await checkCondition(specWritten, asked(template), {
      state: 'fail',
      summary: '1 place to finish',
      problems: [/^W008: /],
    });
  });
});

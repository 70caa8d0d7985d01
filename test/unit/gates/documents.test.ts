import { describe, it } from 'vitest';
import { documents } from '../../../server/src/gates/conditions/documents.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { board, cases, gateProject } from '../../support/gateProject.js';
import { brokenSpec } from '../../support/projectTexts.js';

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes what lints clean', { project: gateProject() }, { state: 'pass', summary: 'no error' }],
  [
    'repeats an error of the spec',
    { project: gateProject({ spec: brokenSpec('STORY-001') }) },
    { state: 'fail', problems: [/^E004: /u], summary: '1 error' },
  ],
  [
    'repeats an error of the test cases',
    { project: gateProject({ cases: cases.replace('(AC1)', '(AC7)') }), gate: 'plan' },
    { state: 'fail', problems: [/^PW701: R1 MUST be met/u, /^PW705: /u] },
  ],
  [
    'repeats an error of the entry',
    {
      project: gateProject({
        board: board.replace('View', 'Model'),
        more: '=== configuration\nrules: { PW311: error }\n',
      }),
    },
    { state: 'fail', problems: [/^PW311: /u] },
  ],
  [
    'passes warnings',
    { project: gateProject({ more: '=== configuration\nrules: { E004: warning }\n', spec: brokenSpec('STORY-001') }) },
    { state: 'pass' },
  ],
  [
    'passes errors of other items',
    {
      project: gateProject({
        more: `=== docs/specs/STORY-002.md\n${brokenSpec('STORY-002')}`,
      }),
    },
    { state: 'pass' },
  ],
  [
    'passes what a comment lets pass',
    { project: gateProject({ spec: `<!-- pactwright-disable E004 -->\n${brokenSpec('STORY-001')}` }) },
    { state: 'pass' },
  ],
  ['needs no git', { project: gateProject(), work: 'none' }, { state: 'pass' }],
];

describe('the condition documents', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(documents, stated, expected);
  });
});

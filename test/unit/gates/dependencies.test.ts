import { describe, it } from 'vitest';
import { dependencies } from '../../../server/src/gates/conditions/dependencies.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { board, gateProject } from '../../support/gateProject.js';
import { cleanSpec } from '../../support/projectTexts.js';

const entry = '### [STORY-002] Shop\n> Spec: docs/specs/STORY-002.md\n\n- [x] Shop\n';
const under = (heading: string): string => board.replace(`## ${heading}\n`, `## ${heading}\n\n${entry}`);
const other = (status: string): string =>
  `=== docs/specs/STORY-002.md\n${cleanSpec('STORY-002').replace('In Progress', status)}`;
const on = (ids: string): string => `| Depends on | ${ids} |`;

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes where there is none', { project: gateProject(), work: 'none' }, { state: 'pass', summary: 'no other item' }],
  [
    'passes one that is Done',
    { project: gateProject({ surface: on('STORY-002'), board: under('✅ Done'), more: other('Done') }) },
    { state: 'pass', summary: '1 dependency done' },
  ],
  [
    'passes one in the archive',
    {
      project: gateProject({
        surface: on('STORY-002'),
        more: `=== docs/product/archive/archive_202601.md\n# Archive\n\n${entry}`,
      }),
    },
    { state: 'pass' },
  ],
  [
    'passes one that is on no board and Done by its Status',
    { project: gateProject({ surface: on('STORY-002'), more: other('Done') }) },
    { state: 'pass' },
  ],
  ['passes the item itself', { project: gateProject({ surface: on('STORY-001') }) }, { state: 'pass' }],
  [
    'fails where one is in progress',
    { project: gateProject({ surface: on('STORY-002'), board: under('🔄 In Progress'), more: other('In Progress') }) },
    { state: 'fail', problems: ['depends on STORY-002, which is under In Progress'], next: 'Finish' },
  ],
  [
    'fails where the Status says Done and the board does not',
    { project: gateProject({ surface: on('STORY-002'), board: under('📋 Backlog'), more: other('Done') }) },
    { state: 'fail', problems: ['is under Backlog'] },
  ],
  [
    'fails where there is no such item, and where nobody planned it',
    { project: gateProject({ surface: on('STORY-009, STORY-002'), more: other('Draft') }) },
    { state: 'fail', problems: ['STORY-009, which does not exist', 'not on the board and its Status is not Done'] },
  ],
];

describe('the condition dependencies', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(dependencies, stated, expected);
  });
});

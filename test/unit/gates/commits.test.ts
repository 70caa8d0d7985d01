import { describe, it } from 'vitest';
import { commits } from '../../../server/src/gates/conditions/commits.js';
import {
  change,
  checkCondition,
  type ExpectedOutcome,
  type GateCase,
  hashOf,
  type StatedCommit,
} from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

const changes = [change('src/cart.ts', 'a', 'b')];
const work = (subject = 'STORY-001: keep the cart', paths: readonly string[] = ['src/cart.ts']): StatedCommit => ({
  subject,
  paths,
});
const required = '=== configuration\nconventions: { commits: required }\n';
const signedOff = '=== configuration\ngates: { signedOff: true }\n';
const asked = (more: string, ...stated: readonly StatedCommit[]): GateCase => ({
  project: gateProject({ more }),
  work: { changes, commits: stated },
});
const sign = (value: string): Pick<StatedCommit, 'trailers'> => ({ trailers: [{ key: 'signed-off-by', value }] });
const merge: StatedCommit = {
  subject: 'Merge STORY-001',
  parents: [hashOf('base'), hashOf('side')],
};
const before = `=== git\ncommits:\n  - { id: a, at: 2026-01-01, subject: 'STORY-001', files: [src/cart.ts] }\n`;
const withOther = `=== docs/specs/STORY-002.md\n# STORY-002: Shop\n`;

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  ['passes one that names the item', asked('', work('Tidy up'), work()), { state: 'pass', summary: '1 commit for' }],
  ['passes one that names it in the body', asked('', { ...work('Keep'), body: 'For STORY-001' }), { state: 'pass' }],
  [
    'passes a merge that names it and brings the work',
    asked('', merge, { ...work('Keep'), hash: hashOf('side') }),
    { state: 'pass' },
  ],
  [
    'passes work that was merged before',
    { project: gateProject({ more: before }), work: { changes: [] } },
    { state: 'pass' },
  ],
  [
    'passes where all name it and the project wants that',
    asked(required, work(), work('STORY-001', ['docs/product/sprint_board.md'])),
    { state: 'pass' },
  ],
  ['passes signed-off commits', asked(signedOff, { ...work(), ...sign('Ann <ann@example.org>') }), { state: 'pass' }],
  [
    'passes commits of others on the default branch',
    {
      ...asked(required + withOther, work(), work('STORY-002: shop')),
      work: { changes, branch: 'main', commits: [work(), work('STORY-002: shop')] },
    },
    { state: 'pass' },
  ],
  [
    'fails where nothing is committed',
    asked(''),
    { state: 'fail', problems: ['No commit in the history of HEAD names'] },
  ],
  [
    'fails where another item’s commit did it',
    asked('', work('STORY-002: shop')),
    { state: 'fail', problems: [/in commits that name STORY-002 only, such as \w{7}/u] },
  ],
  [
    'fails where the one that names it changes documents only, whatever it says',
    asked('', work('STORY-001 done, all tests pass', ['docs/product/sprint_board.md']), work('x')),
    { state: 'fail', problems: ['No commit that names STORY-001 changes more than documents'] },
  ],
  [
    'fails where one that names it is empty',
    asked('', work('STORY-001: done', []), work()),
    { state: 'fail', problems: ['"STORY-001: done" names STORY-001 and is empty'] },
  ],
  [
    'fails at a merge that names it and brings nothing',
    asked('', { ...merge, parents: [hashOf('base'), hashOf('elsewhere')] }),
    { state: 'fail', problems: ['No commit that names STORY-001'] },
  ],
  [
    'fails at a merge that names it and brings documents only',
    asked('', merge, { ...work('Plan', ['docs/product/sprint_board.md']), hash: hashOf('side') }),
    { state: 'fail', problems: ['No commit that names STORY-001'] },
  ],
  [
    'fails where work was committed before, but not that of now',
    { project: gateProject({ more: before }), work: { changes } },
    { state: 'fail', problems: ['No commit in the history'] },
  ],
  [
    'fails where one does not name it and the project wants that',
    asked(required, work(), work('Tidy up'), work('STORY-002', ['src/store/a.ts'])),
    { state: 'fail', problems: ['changes src/cart.ts and names no item', 'names STORY-002 only, not STORY-001'] },
  ],
  [
    'fails where a sign-off is missing, or has no address',
    asked(signedOff, work(), { ...work(), ...sign('Ann') }),
    { state: 'fail', problems: ['no Signed-off-by', 'no Signed-off-by'] },
  ],
  ['does not know without git', { project: gateProject(), work: 'none' }, { state: 'unknown' }],
];

describe('the condition commits', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(commits, stated, expected);
  });
});

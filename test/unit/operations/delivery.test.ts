import { describe, expect, it } from 'vitest';
import type { Issue } from '../../../server/src/operations/deliveryDesk.js';
import { shownStep } from '../../../server/src/operations/shownStep.js';
import { carryOutOn, refusalOf } from '../../support/checkOperation.js';

const spec = (status: string, release: string): string =>
  `# STORY-001: Sums\n\n| Field | Value |\n|---|---|\n| Status | ${status} |\n| Release | ${release} |\n`;
const files = {
  'docs/specs/STORY-001.md': spec('In Progress', 'TBD'),
  'docs/product/sprint_board.md':
    '# Sprint Board\n\n## In Progress\n\n### [STORY-001] Sums\n\n- [x] Do it\n\n## Done\n',
};
const left = [{ path: 'notes.txt', why: 'is not named' }];

describe('done', () => {
  it('closes what is open, and commits what belongs to it', async () => {
    const { plan, changed } = await carryOutOn({
      operation: 'done',
      input: { item: 'STORY-001', lesson: '--dry-run is not enough' },
      files,
      delivery: { filesOf: () => Promise.resolve({ own: ['src/sums.js'], left }) },
    });
    expect(changed).toEqual({});
    // To set the Status asks it.
    expect(plan.gates).toEqual([]);
    expect(plan.steps.map((step) => shownStep(step).command)).toEqual([
      // The gate judges commits, so the code comes first.
      ['pactwright', 'commit', 'STORY-001'],
      ['pactwright', 'set-status', 'STORY-001', 'done'],
      ['pactwright', 'board', 'move', 'STORY-001', 'done'],
      ['pactwright', 'board', 'archive', 'STORY-001'],
      ['pactwright', 'lesson-append', '--item=STORY-001', '--', '--dry-run is not enough'],
      ['pactwright', 'context', '--end'],
      ['git', 'commit', '--message=docs: close STORY-001, Sums\n\nImplements: STORY-001', '--', '…'],
    ]);
    expect(plan.steps.at(-1)).toMatchObject({ paths: ['src/sums.js'], left });
  });

  it('asks the gate itself where the Status is set already, and leaves out what is so', async () => {
    const { plan } = await carryOutOn({
      operation: 'done',
      input: { item: 'STORY-001', lesson: 'Round once.' },
      files: { 'docs/specs/STORY-001.md': spec('Done', 'TBD') },
    });
    expect(plan.gates).toEqual([{ gate: 'done', item: 'STORY-001' }]);
    expect(plan.steps).toMatchObject([
      { kind: 'operation', name: 'lesson-append' },
      { kind: 'operation', name: 'context' },
    ]);
  });

  it('is refused where the Status is set already and no gate can have seen all code', async () => {
    const refusal = await refusalOf({
      operation: 'done',
      input: { item: 'STORY-001' },
      files: { 'docs/specs/STORY-001.md': spec('Done', 'TBD') },
      delivery: { filesOf: () => Promise.resolve({ own: ['src/sums.js'], left: [] }) },
    });
    expect(refusal).toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('pactwright commit STORY-001') as unknown,
    });
  });

  it('does nothing for an item that is closed', async () => {
    const { plan } = await carryOutOn({
      operation: 'done',
      input: { item: 'STORY-001' },
      files: { 'docs/specs/STORY-001.md': spec('Done', 'TBD') },
    });
    expect([plan.gates, plan.steps]).toEqual([[], []]);
    expect(plan.answer.message).toBe('STORY-001 is already closed');
  });

  it('is refused for an item that is nowhere', async () => {
    expect(await refusalOf({ operation: 'done', input: { item: 'STORY-002' }, files })).toMatchObject({
      code: 'not-found',
      candidates: ['STORY-001'],
    });
  });
});

describe('pr', () => {
  it('asks the gate, whose report is the text', async () => {
    const { plan } = await carryOutOn({
      operation: 'pr',
      input: { item: 'STORY-001' },
      files,
      delivery: {
        pullRequestPlace: () => Promise.resolve({ gh: '/gh', branch: 'b', base: 'main', remote: 'origin' }),
        gateReport: (gate, item) => Promise.resolve(`${item} may pass ${gate}`),
      },
    });
    expect(plan.gates).toEqual([{ gate: 'done', item: 'STORY-001' }]);
    expect(plan.steps).toMatchObject([
      { program: 'git', args: ['push', '--set-upstream', 'origin', 'refs/heads/b:refs/heads/b'] },
      { program: '/gh', input: 'STORY-001 may pass done' },
    ]);
  });
});

describe('issue-sync', () => {
  const url = (number: number): string => `https://github.com/ada/shop/issues/${number}`;
  const issue = (number: number, title: string) => ({ number, title, url: url(number), isOpen: true });
  const synced = async (issues: readonly Issue[], recorded = '') => {
    const board = files['docs/product/sprint_board.md'].replace('\n\n- [x]', `\n${recorded}\n- [x]`);
    const { plan } = await carryOutOn({
      operation: 'issue-sync',
      input: { item: 'STORY-001' },
      files: { ...files, 'docs/product/sprint_board.md': board.replace('[x]', '[ ]') },
      delivery: { issueTracker: () => Promise.resolve({ kind: 'github', program: '/gh', issues }) },
    });
    return plan.answer.data['items'];
  };

  it.each(['Follow-up of STORY-001', 'STORY-0011: Sums', 'STORY-001-b'])(
    'does not take %s for its own',
    async (title) => {
      expect(await synced([issue(1, title)])).toMatchObject([{ action: 'create', issue: null }]);
    },
  );

  it('takes the issue that is recorded, then the oldest whose title begins with the item id', async () => {
    const all = [issue(3, '[STORY-001] Adding'), issue(4, 'STORY-001: Sums'), issue(5, 'Wrong sums')];
    expect(await synced(all)).toMatchObject([{ action: 'rename', issue: url(3) }]);
    expect(await synced(all, `> Issue: ${url(5)}\n`)).toMatchObject([{ action: 'rename', issue: url(5) }]);
  });
});

describe('release', () => {
  const done = { ...files, 'docs/specs/STORY-001.md': spec('Done', 'TBD') };
  const board = done['docs/product/sprint_board.md']
    .replace('## In Progress', '## Backlog\n\n## Done')
    .replace(/## Done\n$/u, '');
  const remote = { name: 'origin', gh: '/gh' };
  const delivery = {
    releasePlace: () => Promise.resolve({ branch: 'main', tag: 'v1.2.0', remote }),
    filesOfRelease: () => Promise.resolve({ own: ['package.json'], left }),
  };

  it('asks the gate of what goes out with it, and tells what it leaves', async () => {
    const { plan } = await carryOutOn({
      operation: 'release',
      input: { version: '1.2.0' },
      files: {
        ...done,
        'docs/product/sprint_board.md': board,
        'package.json': '{"version":"1.2.0"}',
        'CHANGELOG.md': '# Changes\n\n## 1.2.0\n\n- Sums\n',
        'docs/architecture/graphs/call_graph.mmd': 'graph TD\n',
      },
      delivery,
    });
    expect(plan.gates).toEqual([{ gate: 'release', item: 'STORY-001' }]);
    expect(plan.steps).toMatchObject([
      { kind: 'operation', name: 'backfill-release' },
      { kind: 'operation', name: 'board snapshot' },
      { kind: 'operation', name: 'board archive' },
      { kind: 'commit', paths: ['package.json'], left },
      { program: 'git', args: ['tag', '--annotate', '--message=1.2.0', 'v1.2.0'] },
      { program: 'git', args: ['push', '--atomic', 'origin', 'refs/heads/main', 'refs/tags/v1.2.0'] },
      { program: '/gh', input: '- Sums\n' },
    ]);
  });

  it('is refused where a manifest says another version', async () => {
    const wrong = { ...done, 'package.json': '{"version":"1.1.0"}' };
    expect(
      await refusalOf({ operation: 'release', input: { version: '1.2.0' }, files: wrong, delivery }),
    ).toMatchObject({ code: 'not-allowed', message: expect.stringMatching(/^package\.json says 1\.1\.0/u) as string });
  });
});

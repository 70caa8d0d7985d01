import { describe, expect, it } from 'vitest';
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

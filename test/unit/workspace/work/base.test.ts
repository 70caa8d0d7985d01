import { expect, test } from 'vitest';
import { cloneRepository, gitRepository } from '../../../support/gitRepository.js';
import { openWork } from '../../../support/openWork.js';
import { testWhereWorkBegins } from '../../../support/workBegins.js';

const spec = 'docs/specs/STORY-001.md';

testWhereWorkBegins([
  {
    name: 'on a branch, where it left the default one',
    life: (repository) => {
      repository.commit('Older', { 'z.ts': '0' });
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: one', { 'a.ts': '2' });
      repository.commit('Two', { 'b.ts': '2' });
      repository.checkout('main');
      repository.commit('STORY-002: newer', { 'z.ts': '9' });
      repository.checkout('feature/STORY-001');
    },
    from: 'branch',
    commits: ['Two', 'STORY-001: one'],
    changes: ['a.ts', 'b.ts'],
  },
  {
    name: 'on a branch whose first commit a graft puts on the default one',
    life: (repository) => {
      repository.commit('Older', { 'z.ts': '0' });
      const base = repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      const one = repository.commit('One', { 'a.ts': '2' });
      repository.commit('STORY-001: two', { 'b.ts': '2' });
      repository.checkout('main');
      const newer = repository.commit('Newer', { 'z.ts': '9' });
      repository.checkout('feature/STORY-001');
      repository.write({ '.git/info/grafts': `${newer} ${base} ${one}\n` });
    },
    from: 'branch',
    commits: ['STORY-001: two', 'One'],
    changes: ['a.ts', 'b.ts'],
  },
  {
    name: 'on a branch without a commit',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.write({ 'b.ts': '1' });
    },
    from: 'branch',
    commits: [],
    changes: ['b.ts'],
  },
  {
    name: 'on a branch that is behind the default one',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.checkout('main');
      repository.commit('Newer', { 'z.ts': '9' });
      repository.checkout('feature/STORY-001');
    },
    from: 'branch',
    commits: [],
    changes: [],
  },
  {
    name: 'on a branch that the default one was merged into',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: one', { 'a.ts': '2' });
      repository.checkout('main');
      repository.commit('Base', { 'z.ts': '9' });
      repository.checkout('feature/STORY-001');
      repository.merge('main', 'Merge main');
    },
    from: 'branch',
    commits: ['Merge main', 'STORY-001: one'],
    changes: ['a.ts'],
  },
  {
    name: 'on a branch that was rebased',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: one', { 'a.ts': '2' });
      repository.checkout('main');
      repository.commit('Base', { 'z.ts': '9' });
      repository.checkout('feature/STORY-001');
      repository.rebase('main');
    },
    from: 'branch',
    commits: ['STORY-001: one'],
    changes: ['a.ts'],
  },
  {
    name: 'on a branch that shares nothing with the default one',
    life: (repository) => {
      repository.commit('Other', { 'z.ts': '1' });
      repository.git('checkout', '--quiet', '--orphan', 'feature/STORY-001');
      repository.commit('STORY-001: one', { 'a.ts': '1' });
    },
    from: 'branch',
    base: undefined,
    commits: ['STORY-001: one'],
    changes: ['a.ts', 'z.ts'],
  },
  {
    name: 'on the default branch, before the first commit that names the item',
    life: (repository) => {
      repository.commit('Older', { 'z.ts': '0' });
      repository.commit('STORY-0011: another, whose id begins alike', { 'y.ts': '0' });
      repository.commit('Base', { 'a.ts': '1' });
      repository.commit('Start\n\nRefs: STORY-001', { 'a.ts': '2' });
      repository.commit('STORY-001: end', { 'b.ts': '2' });
    },
    from: 'commits',
    commits: ['STORY-001: end', 'Start'],
    changes: ['a.ts', 'b.ts'],
  },
  {
    name: 'on the default branch, after the spec was written',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.commit('STORY-001: plan', { [spec]: '# STORY-001: x\n' });
      repository.commit('STORY-001: code', { 'a.ts': '2' });
    },
    from: 'commits',
    base: 'STORY-001: plan',
    commits: ['STORY-001: code'],
    changes: ['a.ts'],
  },
  {
    name: 'on the default branch, while there is nothing but a spec',
    life: (repository) => {
      repository.commit('STORY-001: plan', { [spec]: '# STORY-001: x\n' });
      repository.write({ 'a.ts': '1' });
    },
    from: 'head',
    base: 'STORY-001: plan',
    commits: [],
    changes: ['a.ts'],
  },
  {
    name: 'on the default branch, while no commit names the item',
    life: (repository) => {
      repository.commit('STORY-002: x', { 'a.ts': '1' });
      repository.commit('Base', { 'b.ts': '1' });
      repository.write({ 'b.ts': '2' });
    },
    from: 'head',
    commits: [],
    changes: ['b.ts'],
  },
  {
    name: 'on the default branch, from the first commit of all on',
    life: (repository) => {
      repository.commit('STORY-001: begin', { 'a.ts': '1' });
    },
    from: 'commits',
    base: undefined,
    commits: ['STORY-001: begin'],
    changes: ['a.ts'],
  },
  {
    name: 'on the default branch, where a merge names the item and its commits do not',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('work');
      repository.commit('One', { 'b.ts': '1' });
      repository.checkout('main');
      repository.merge('work', 'Merge feature/STORY-001');
    },
    from: 'commits',
    commits: ['Merge feature/STORY-001', 'One'],
    changes: ['b.ts'],
  },
  {
    name: 'on the default branch, without what only other items changed',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1', 'b.ts': '1', 'c.ts': '1' });
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-002: others', { 'b.ts': '2', 'c.ts': '2', 'f.ts': '2' });
      repository.branch('feature/STORY-003');
      repository.commit('A commit without a name', { 'd.ts': '2' });
      repository.checkout('main');
      repository.merge('feature/STORY-003', 'Merge feature/STORY-003');
      repository.commit('Nobody is named', { 'e.ts': '2' });
      repository.commit('STORY-009: nobody knows it', { 'g.ts': '2' });
      repository.commit('STORY-001, STORY-002: both', { 'h.ts': '2' });
      repository.commit('STORY-001: c, too', { 'c.ts': '3' });
      repository.write({ 'f.ts': '3' });
    },
    from: 'commits',
    base: 'of others',
    commits: [
      'STORY-001: c, too',
      'STORY-001, STORY-002: both',
      'STORY-009: nobody knows it',
      'Nobody is named',
      'Merge feature/STORY-003',
      'A commit without a name',
      'STORY-002: others',
      'STORY-001: a',
    ],
    changes: ['a.ts', 'c.ts', 'e.ts', 'f.ts', 'g.ts', 'h.ts'],
  },
  {
    name: 'with HEAD detached, as on the default branch',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      repository.git('checkout', '--quiet', '--detach');
    },
    from: 'commits',
    base: 'of others',
    commits: ['STORY-002: b', 'STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'on a branch of two items, without what the other one changed',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.branch('feature/STORY-001-and-STORY-002');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      repository.commit('Nobody is named', { 'c.ts': '2' });
    },
    from: 'branch',
    base: 'of others',
    commits: ['Nobody is named', 'STORY-002: b', 'STORY-001: a'],
    changes: ['a.ts', 'c.ts'],
  },
  {
    name: 'as on the default branch, where the one that is configured is not there',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      return { defaultBranch: 'trunk' };
    },
    from: 'commits',
    base: 'of others',
    commits: ['STORY-002: b', 'STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'by the default branch that is configured',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.branch('release');
      repository.commit('Base', { 'b.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      return { defaultBranch: 'release' };
    },
    from: 'branch',
    commits: ['STORY-001: a'],
    changes: ['a.ts'],
  },
]);

test('tells of commits who wrote them, when, and their trailers', async () => {
  const repository = gitRepository();
  repository.commit('Base');
  repository.branch('feature/STORY-001');
  repository.commit(
    'Fix it\n\nFor STORY-002, because: reasons\n\nSigned-off-by: Ann Example <ann@example.org>\nRefs: STORY-001,\n and more\n',
    { 'a.ts': '1' },
    { author: 'Ünal', at: 1_770_000_000_000 },
  );
  const { commits } = await openWork(repository.folder).work();
  expect(commits).toMatchObject([
    {
      author: 'Ünal',
      authoredAt: 1_770_000_000_000,
      committedAt: 1_770_000_000_000,
      subject: 'Fix it',
      items: ['STORY-002', 'STORY-001'],
      trailers: [
        { key: 'signed-off-by', value: 'Ann Example <ann@example.org>' },
        { key: 'refs', value: 'STORY-001, and more' },
      ],
      paths: ['a.ts'],
    },
  ]);
});

test('says so where a shallow clone ends before the work began', async () => {
  const repository = gitRepository();
  repository.commit('Older', { 'a.ts': '1' });
  repository.commit('STORY-001: a', { 'a.ts': '2' });
  repository.commit('STORY-001: b', { 'a.ts': '3' });
  const read = async (depth: number) => openWork(cloneRepository(repository, `--depth=${depth}`).folder).read();
  expect(await read(2)).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('git fetch --unshallow') as string,
  });
  expect(await read(3)).toMatchObject({ kind: 'answer' });
});

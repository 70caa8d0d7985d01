import { testWhereWorkBegins } from '../../../support/workBegins.js';

const spec = 'docs/specs/STORY-001.md';

testWhereWorkBegins([
  {
    name: 'where the spec was frozen',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      const frozenBase = repository.commit('Base', { [spec]: '# STORY-001: x\n' });
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      return { frozenBase };
    },
    from: 'frozen',
    commits: ['STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'where the spec was frozen, and nothing is committed since',
    life: (repository) => {
      const frozenBase = repository.commit('Base', { 'a.ts': '1' });
      repository.write({ 'a.ts': '2' });
      return { frozenBase };
    },
    from: 'frozen',
    commits: [],
    changes: ['a.ts'],
  },
  {
    name: "where the branch left the default one, once that got others' work after the spec was frozen",
    life: (repository) => {
      const frozenBase = repository.commit('Frozen', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.checkout('main');
      repository.commit('Base', { 'z.ts': '1' });
      repository.checkout('feature/STORY-001');
      repository.rebase('main');
      return { frozenBase };
    },
    from: 'branch',
    commits: ['STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'where the spec was frozen, once a part of the work is on the default branch',
    life: (repository) => {
      const frozenBase = repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.checkout('main');
      repository.merge('feature/STORY-001', 'Merge STORY-001');
      repository.commit('Nobody is named', { 'z.ts': '2' });
      repository.branch('feature/STORY-001-b');
      repository.commit('STORY-002: b', { 'b.ts': '2' });
      return { frozenBase };
    },
    from: 'frozen',
    base: 'of others',
    commits: ['STORY-002: b', 'Nobody is named', 'Merge STORY-001', 'STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'where the spec was frozen on the branch, with what merges of the default one brought',
    life: (repository) => {
      repository.commit('Older', { 'a.ts': '1', 'z.ts': '1' });
      repository.branch('feature/STORY-001');
      const frozenBase = repository.commit('STORY-001: plan', { [spec]: '# STORY-001: x\n' });
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      repository.checkout('main');
      repository.commit('Nobody is named', { 'z.ts': '2', 'y.ts': '2' });
      repository.checkout('feature/STORY-001');
      repository.merge('main', 'Merge main into feature/STORY-001');
      repository.commit('STORY-001: b', { 'b.ts': '2' });
      return { frozenBase };
    },
    from: 'frozen',
    base: 'of others',
    commits: ['STORY-001: b', 'Merge main into feature/STORY-001', 'STORY-001: a'],
    changes: ['a.ts', 'b.ts'],
  },
  {
    name: 'where the spec was frozen, once the default branch is moved onto a commit that was made on the branch',
    life: (repository) => {
      const frozenBase = repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      const tidy = repository.commit('Tidy', { 'a.ts': '2' });
      repository.commit('STORY-001: b', { 'b.ts': '2' });
      repository.git('branch', '--force', 'main', tidy);
      return { frozenBase };
    },
    from: 'frozen',
    commits: ['STORY-001: b', 'Tidy'],
    changes: ['a.ts', 'b.ts'],
  },
  {
    name: 'elsewhere, where HEAD does not lead to the commit that the spec was frozen at',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('lost');
      const frozenBase = repository.commit('Lost', { 'x.ts': '1' });
      repository.checkout('main');
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      return { frozenBase };
    },
    from: 'branch',
    commits: ['STORY-001: a'],
    changes: ['a.ts'],
  },
  {
    name: 'elsewhere, where the commit that the spec was frozen at is gone',
    life: (repository) => {
      repository.commit('Base', { 'a.ts': '1' });
      repository.branch('feature/STORY-001');
      repository.commit('STORY-001: a', { 'a.ts': '2' });
      return { frozenBase: '1234567890'.repeat(4) };
    },
    from: 'branch',
    commits: ['STORY-001: a'],
    changes: ['a.ts'],
  },
]);

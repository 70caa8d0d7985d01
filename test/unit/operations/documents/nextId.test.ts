import { describe, expect, it } from 'vitest';
import type { Branch, Commit, GitHistory } from '../../../../server/src/workspace/git/gitFacts.js';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';

const call = (files: Readonly<Record<string, string>>, input = {}): Parameters<typeof carryOutOn>[0] => ({
  operation: 'next-id',
  input,
  files,
});

async function next(files: Readonly<Record<string, string>>, input = {}): Promise<string> {
  const { plan, changed } = await carryOutOn(call(files, input));
  expect(changed).toEqual({});
  return plan.answer.message;
}

describe('next-id', () => {
  it.each([
    ['nothing', {}, {}, 'STORY-001'],
    ['a bug', { 'docs/specs/BUG-077.md': '' }, {}, 'STORY-078'],
    ['a type', { 'docs/specs/STORY-001.md': '' }, { type: 'hotfix' }, 'HOTFIX-002'],
    ['a test case alone', { 'docs/test_cases/STORY-008_case.md': '' }, {}, 'STORY-009'],
    ['an entry alone', { 'docs/product/sprint_board.md': '## 📋 Backlog\n\n### [STORY-010] A\n' }, {}, 'STORY-011'],
    ['the archive', { 'docs/product/archive/archive_202601.md': '### [BUG-020] A\n\n- [x] b\n' }, {}, 'STORY-021'],
    ['a mention', { 'docs/product/sprint_board.md': '## 📋 Backlog\n\nSee STORY-500.\n' }, {}, 'STORY-001'],
    [
      'another prefix',
      { 'docs/specs/STORY-bo-009.md': '', 'docs/specs/BUG-al-7.md': '' },
      { prefix: 'al' },
      'STORY-al-008',
    ],
    ['a prefix in other letters', { 'docs/specs/STORY-AL-009.md': '' }, { prefix: 'al' }, 'STORY-al-010'],
    [
      'a prefix that ends in a number',
      { 'docs/specs/STORY-bob-01-003.md': '' },
      { prefix: 'bob-01' },
      'STORY-bob-01-004',
    ],
    ['more than three digits', { 'docs/specs/STORY-999.md': '' }, {}, 'STORY-1000'],
    ['a title with another id', { 'docs/specs/STORY-001.md': '# STORY-004: A\n' }, {}, 'STORY-005'],
    ['a number that is none', { [`docs/specs/STORY-${'9'.repeat(20)}.md`]: '' }, {}, 'STORY-001'],
  ])('after %s', async (_, files, input, id) => {
    expect(await next(files, input)).toBe(id);
  });

  it.each([
    ['.opencode/pactkit.yaml', 'developer: al\n', 'STORY-al-001'],
    ['.codex/pactkit.yaml', 'developer: "al" # me\n', 'STORY-al-001'],
    ['.github/pactkit.yaml', 'stack: node\ndeveloper: al  # my own\n', 'STORY-al-001'],
    ['.claude/pactkit.yaml', "developer: 'al'\n", 'STORY-al-001'],
    ['.claude/pactkit.yaml', 'developer: ""\n', 'STORY-001'],
    ['.claude/pactkit.yaml', '# developer: al\n', 'STORY-001'],
    ['.claude/pactkit.yaml', 'developer: 42\n', 'STORY-42-001'],
  ])('takes the prefix of %s: %j', async (path, text, id) => {
    expect(await next({ [path]: text })).toBe(id);
  });

  it('takes the first place that has a prefix, and the one given before all', async () => {
    const files = {
      '.claude/pactkit.yaml': 'developer: last\n',
      '.codex/pactkit.yaml': 'developer: second\n',
      '.opencode/pactkit.yaml': 'stack: go\n',
    };
    expect(await next(files)).toBe('STORY-second-001');
    expect(await next(files, { prefix: 'al' })).toBe('STORY-al-001');
    expect(await next(files, { prefix: '' })).toBe('STORY-001');
  });

  it('does not make an id of a prefix that cannot stand in one', async () => {
    const refused = await refusalOf(call({ '.claude/pactkit.yaml': 'developer: "al bo"\n' }));
    expect(refused).toMatchObject({ code: 'not-allowed' });
    expect(refused.message).toContain('.claude/pactkit.yaml');
  });

  it.each([
    [
      'a branch of a remote',
      { branches: [branch('feature/STORY-030', 'origin')] },
      'STORY-031',
      'origin/feature/STORY-030',
    ],
    ['a commit', { commits: [commit('BUG-040')] }, 'STORY-041', 'commit'],
    ['a commit that names a day', { commits: [commit('BUG-20260301')] }, 'STORY-001', undefined],
    [
      'a worktree',
      { worktrees: [{ path: '/w', main: false, items: ['STORY-050'], locked: false, prunable: false }] },
      'STORY-051',
      'worktree',
    ],
  ])('after %s', async (_, history, id, where) => {
    const { plan } = await carryOutOn({
      ...call({}),
      git: { ignored: new Set(), notices: [], history: { ...noHistory, ...history } },
    });
    expect(plan.answer).toMatchObject({ message: id, data: { git: true } });
    if (where === undefined) expect(plan.answer.data['highest']).toBeNull();
    else expect(plan.answer.data).toHaveProperty('highest.where', expect.stringContaining(where));
  });

  it('says that git was not heard', async () => {
    const { plan } = await carryOutOn(call({}));
    expect(plan.answer.data).toMatchObject({ git: false });
  });
});

const noHistory: GitHistory = {
  changesIn: () => [],
  now: 0,
  head: {},
  commits: [],
  branches: [],
  tags: [],
  worktrees: [],
  isOnDefault: () => false,
  isOnHead: () => false,
  leadsTo: () => false,
  changesOf: () => [],
  uncommitted: new Set(),
  boardEvents: [],
  textOf: () => undefined,
};

function branch(name: string, remote: string): Branch {
  return { name, remote, tip: 'a', items: [name.split('/')[1] ?? ''], at: 0 };
}

function commit(item: string): Commit {
  return { hash: 'a'.repeat(40), parents: [], at: 0, author: 'Ann', subject: item, items: [item], paths: [] };
}

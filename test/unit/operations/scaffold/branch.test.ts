import { expect, it } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';
import { createGitFacts, type GitStatement } from '../../../support/gitFixture.js';

const commit = { id: 'one', at: '2026-01-05T09:00:00Z', subject: 'Plan' };
const asked = (item: string, git?: GitStatement) => ({
  operation: 'branch',
  input: { item },
  files: { 'docs/specs/STORY-001.md': '# STORY-001: A\n', [`docs/specs/${item}.md`]: `# ${item}: A\n` },
  ...(git ? { git: createGitFacts({ commits: [commit], ...git }) } : {}),
});

// With real git: test/unit/cli/operationGates.test.ts.
it.each([
  ['STORY-al-042', 'feature/STORY-al-042'],
  ['BUG-AL-007', 'fix/BUG-AL-007'],
  ['HOTFIX-001', 'fix/HOTFIX-001'],
])('the branch of %s is %s', async (item, name) => {
  const { plan } = await carryOutOn(asked(item, {}));
  expect(plan.steps).toMatchObject([{ kind: 'git', args: ['switch', '--create', name] }]);
});

it('the branch of an item is refused where a remote has it, with all branches of the item', async () => {
  const branches = [
    { name: 'feature/STORY-001', remote: 'origin', tip: 'one' },
    { name: 'old/STORY-001-cart', tip: 'one' },
  ];
  expect(await refusalOf(asked('STORY-001', { branches }))).toMatchObject({
    code: 'exists',
    candidates: ['origin/feature/STORY-001', 'old/STORY-001-cart'],
  });
});

it('the branch of an item that is nowhere is refused', async () => {
  const git = createGitFacts({ commits: [commit] });
  const files = { 'docs/specs/STORY-001.md': '# STORY-001: A\n' };
  const refusal = await refusalOf({ operation: 'branch', input: { item: 'STORY-011' }, files, git });
  expect(refusal.message).toContain('did you mean STORY-001?');
});

it('a branch without a repository is refused', async () => {
  expect((await refusalOf(asked('STORY-001'))).message).toContain('there is no repository');
});

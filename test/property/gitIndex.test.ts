import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cacheFiles } from '../../server/src/host/cacheFiles.js';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { comparableFacts, openGitIndex } from '../support/openGitIndex.js';
import { runs } from '../support/runs.js';

const branches = ['main', 'feature/STORY-001', 'BUG-2', 'topic'] as const;
const files = ['docs/product/sprint_board.md', 'docs/specs/STORY-001.md', 'src/a.ts', 'ü b.md'] as const;

const branch = fc.constantFrom(...branches);
const texts = [
  '',
  '## 📋 Backlog\n\n### [STORY-001] A\n\n- [ ] one\n',
  '## 🔄 In Progress\n\n### [STORY-001] A\n\n- [x] one\n',
  '## ✅ Done\n\n### [STORY-001] A\n\n### [BUG-2] B\n',
];
const content = fc.record({ file: fc.constantFrom(...files), text: fc.constantFrom(...texts) });

type Step =
  | { kind: 'commit' | 'amend' | 'edit' | 'stage'; file: string; text: string }
  | { kind: 'branch' | 'checkout' | 'merge' | 'squash' | 'rebase' | 'delete' | 'tag' | 'forcePush'; branch: string }
  | { kind: 'detach' | 'gc' | 'dropTags' | 'addWorktree' | 'reset' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: content.map((one) => ({ kind: 'commit' as const, ...one })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ kind: fc.constantFrom('amend', 'edit', 'stage'), one: content })
      .map(({ kind, one }) => ({ kind, ...one })),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('branch', 'checkout', 'merge', 'squash', 'rebase', 'delete', 'tag', 'forcePush'),
      branch,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('detach', 'gc', 'dropTags', 'addWorktree', 'reset') }) },
);

/** Does what a person would; where git refuses, nothing happens. */
function take(one: Step, repository: GitRepository, number: number): void {
  const { git } = repository;
  switch (one.kind) {
    case 'commit':
      repository.commit(`Step ${number} STORY-00${number % 3}`, { [one.file]: `${one.text}\n${number}\n` });
      return;
    case 'amend':
      repository.write({ [one.file]: one.text });
      git('commit', '--quiet', '--all', '--amend', '--allow-empty', '--no-edit');
      return;
    case 'edit':
    case 'stage':
      repository.write({ [one.file]: one.text });
      if (one.kind === 'stage') git('add', '--all');
      return;
    case 'branch':
      repository.branch(one.branch);
      return;
    case 'checkout':
      repository.checkout(one.branch);
      return;
    case 'merge':
      repository.merge(one.branch);
      return;
    case 'squash':
      repository.squash(one.branch, `Squash ${number} BUG-2`);
      return;
    case 'rebase':
      repository.rebase(one.branch);
      return;
    case 'delete':
      git('branch', '--quiet', '-D', one.branch);
      return;
    case 'tag':
      git('tag', ...(number % 2 === 0 ? ['-a', '-m', 'annotated'] : []), `v${number}`, one.branch);
      return;
    case 'forcePush':
      git('update-ref', `refs/remotes/origin/${one.branch}`, number % 2 === 0 ? 'HEAD' : 'HEAD~1');
      return;
    case 'detach':
      git('checkout', '--quiet', '--detach');
      return;
    case 'gc':
      git('-c', 'gc.reflogExpire=now', '-c', 'gc.reflogExpireUnreachable=now', 'gc', '--quiet', '--prune=now');
      return;
    case 'dropTags':
      git('for-each-ref', '--format=%(refname:short)', 'refs/tags')
        .split('\n')
        .filter(Boolean)
        .forEach((tag) => git('tag', '-d', tag));
      return;
    case 'addWorktree':
      repository.worktree('topic');
      return;
    case 'reset':
      git('reset', '--quiet', '--hard', 'HEAD~1');
  }
}

describe('a git index that is kept up to date', () => {
  it('says what a fresh one says, after any sequence of what people do', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 3, maxLength: 8 }), async (steps) => {
        const repository = gitRepository();
        repository.commit('Begin', { [files[0]]: texts[1] ?? '' });
        const { index } = openGitIndex(repository.folder, { cache: cacheFiles });
        await index.refresh();
        await index.save();
        for (const [number, [one, look]] of steps.entries()) {
          try {
            take(one, repository, number);
          } catch {
            for (const ended of ['merge', 'rebase']) tryTo(() => repository.git(ended, '--abort'));
          }
          if (look) await index.refresh({ status: true, worktrees: true });
        }
        await index.refresh({ status: true, worktrees: true });
        await index.refresh({ status: true });

        const fresh = openGitIndex(repository.folder);
        await fresh.index.refresh();
        expect(comparableFacts(index.facts())).toEqual(comparableFacts(fresh.index.facts()));
        const facts = index.facts();
        expect(await index.refresh({ status: true, worktrees: true })).toBe(false);
        expect(index.facts()).toBe(facts);
        const next = openGitIndex(repository.folder, { cache: cacheFiles });
        await next.index.refresh();
        expect(comparableFacts(next.index.facts())).toEqual(comparableFacts(facts));
      }),
      { numRuns: runs(12) },
    );
  });
});

function tryTo(work: () => unknown): void {
  try {
    work();
  } catch {
    // There was nothing to abort.
  }
}

import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import { shortHash } from '../../rules/drift/history.js';
import type { Work, WorkCommit } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import type { Outcome } from '../gate.js';
import { judgeWork, lookedAt, outcomeOf } from '../support/outcomes.js';
import { ownCommits } from '../support/ownCommits.js';

export const commitHooks: Condition = {
  name: 'commit-hooks',
  title: 'Commits ran the git hooks',
  why: 'A commit with `--no-verify` was not checked when it was made. The hook `commit-msg` records the tree of each commit that it allowed, and the reflog lists each `git commit` on this machine. A commit whose tree is not on record is named here, from the first recorded commit on. Its changes are part of the work, which the other conditions check, so by itself it blocks only in the profile `strict`. If no hook has run in this clone, the condition passes and says that this proves nothing.',
  gates: ['act-out', 'check', 'done', 'commit'],
  required: false,
  backtrack: 'repeat',
  check: (context) => judgeWork(context, (work) => judge(context, work)),
};

function judge(context: GateContext, work: Work): Outcome {
  const hooked = context.log.records.flatMap(({ at, entry }) =>
    entry.kind === 'hooked' ? [{ at, tree: entry.tree }] : [],
  );
  const since = hooked[0]?.at ?? Infinity;
  const trees = new Set(hooked.map(({ tree }) => tree));
  const made = committedSince(since, trees, context, work);
  const around = made.filter(({ tree }) => !trees.has(tree));
  return outcomeOf(
    around.map((commit) => ({
      message: `Commit ${shortHash(commit)} "${excerpt(commit.subject)}" did not run the git hooks, as with --no-verify, so nothing checked it when it was made`,
    })),
    {
      pass:
        hooked.length === 0
          ? 'no git hook has run in this clone, which proves nothing'
          : `${count(made.length, 'commit')} ran the git hooks`,
      fail: `${count(around.length, 'commit')} did not run the git hooks`,
      next: 'Review the listed commits with `git show`. The other conditions check their changes now',
    },
    [lookedAt(context, `the reflog, and ${count(hooked.length, 'commit')} on record`, work)],
  );
}

/** A rebase, a merge or a cherry-pick makes commits without these hooks. */
const byHand = /^commit(?: \((?:amend|initial)\))?: /u;

/**
 * What `git commit` made on this machine since the hooks are in use, and is still part of the work. The reflog has whole seconds: of
 * commits in the second of the first record, those count that came after a commit on record.
 * @param since milliseconds since 1970. @param trees those on record.
 */
function committedSince(
  since: number,
  trees: ReadonlySet<string>,
  context: GateContext,
  work: Work,
): readonly WorkCommit[] {
  const own = ownCommits(context, work);
  const recorded = new Set(own.filter(({ tree }) => trees.has(tree)).map(({ hash }) => hash));
  const hashes = new Set<string>();
  const following = new Set<string>();
  for (const { ref, after, at, message } of work.moves.toReversed()) {
    if (recorded.has(after)) following.add(ref);
    if (byHand.test(message) && (at > since || following.has(ref))) hashes.add(after);
  }
  return own.filter(({ hash }) => hashes.has(hash));
}

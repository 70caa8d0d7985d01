import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import { shortHash } from '../../rules/drift/history.js';
import { commitsAroundHooks } from '../../workspace/work/aroundHooks.js';
import type { Work } from '../../workspace/work/work.js';
import type { Condition, GateContext } from '../condition.js';
import { hookedTrees } from '../evidence/frozen.js';
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
  const hooked = hookedTrees(context.log);
  const { made, around } = commitsAroundHooks(hooked, work.moves.toReversed(), ownCommits(context, work));
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

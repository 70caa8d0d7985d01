import { excerpt } from '../../base/excerpt.js';
import { defineProjectRule } from '../rule.js';
import { atHand } from './boardState.js';
import { shortHash } from './history.js';

export const hooksBypassed = defineProjectRule({
  code: 'PW646',
  name: 'hooks-bypassed',
  summary: 'A commit of an item did not run the git hooks',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'spec'],
  why: 'A commit with `--no-verify` was not checked when it was made, so it may hold what the gate `commit` refuses.',
  fix: 'Review the commit with `git show`, then run the gate, which checks all that the item changed: `pactwright gate check STORY-012`. Reported until the item is done, in the clone where the commit was made: the hook `commit-msg` records there what it allowed, and the reflog lists each `git commit`, as the condition `commit-hooks` reads them. Not reported are commits from before the hooks were first used, commits that name no item, and what merges, rebases and cherry-picks make.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ project: { aroundHooks }, trace }) {
    if (!aroundHooks || aroundHooks.size === 0) return;
    for (const { item, place } of atHand(trace)) {
      const commits = item.commits.filter(({ hash }) => aroundHooks.has(hash));
      const [newest, ...others] = commits;
      if (!newest) continue;
      const more = others.length === 0 ? '' : ` and ${others.length} more`;
      yield {
        ...place,
        item: item.id,
        anchor: 'around hooks',
        message: `${shortHash(newest)} "${excerpt(newest.subject, 50)}"${more} did not run the git hooks, as with --no-verify, so nothing checked what ${others.length === 0 ? 'it' : 'they'} changed. Review with \`git show\`, and run \`pactwright gate check ${item.id}\`.`,
        commits: commits.map(({ hash }) => hash),
      };
    }
  },
});

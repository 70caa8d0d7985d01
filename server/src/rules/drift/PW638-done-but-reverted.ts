import { excerpt } from '../../base/excerpt.js';
import { revertOf } from '../../trace/reverts.js';
import { defineEntryRule } from '../rule.js';
import { entryPlace, isDoneHere } from './boardState.js';
import { recentHistory, shortHash } from './history.js';

export const doneButReverted = defineEntryRule({
  code: 'PW638',
  name: 'done-but-reverted',
  summary: 'An item is Done, but its work was reverted',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'The board promises something that is no longer in the code. The next release goes out without it, and nobody plans to do it again.',
  fix: 'Move the entry back if the work is to be done again, or set its Status to Cancelled and say why. A commit counts as a revert if its message says so (`This reverts commit 1a2b3c4`, `Reverts owner/shop#12`, `Revert "feat: carts"`), also of the merge that brought the work, or if it restores every file as it was before. All commits on the default branch that name the item and change more than documents must be reverted. A revert that was reverted, and later work that names the item, are not reported. Reported as information for archived items.',
  pactkit: 'PactKit does not look at commits.',
  *checkEntry(own, { item, git, configuration: { paths } }) {
    if (!isDoneHere(own, item)) return;
    const history = recentHistory(git);
    const revert = history && revertOf(history, item, paths);
    if (!revert) return;
    yield {
      span: entryPlace(own.entry),
      item: item.id,
      anchor: 'reverted',
      ...(own.document.kind === 'archive' ? { severity: 'info' } : {}),
      message: `${item.id} is Done, but ${shortHash(revert)} "${excerpt(revert.subject, 50)}" reverted its work, so it is not in the code. Move the entry back, or do the work again.`,
      commits: [revert.hash],
    };
  },
});

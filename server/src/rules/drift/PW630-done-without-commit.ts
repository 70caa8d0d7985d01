import type { DocumentPaths } from '../../documents/documentPaths.js';
import { hasWork } from '../../trace/conventions.js';
import { pathOf } from '../../trace/namedFiles.js';
import { defineEntryRule } from '../rule.js';
import type { ItemTrace } from '../../trace/graph.js';
import { entryPlace, isDoneHere } from './boardState.js';
import { isProse } from '../support/usualFiles.js';
import { wholeHistory } from './history.js';

export const doneWithoutCommit = defineEntryRule({
  code: 'PW630',
  name: 'done-without-commit',
  summary: 'An item is Done, but no commit, branch or worktree names it',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  together: (count) =>
    `${count} items are done, but no commit names them, so nobody can find the work. Name the item in future commits.`,
  documents: ['board', 'archive'],
  why: 'Done is a claim, and commits are the evidence. Without a commit that names the item, nobody can tell what was changed for it, or whether anything was.',
  fix: 'If the work is done, name the item in the next commit about it (`Implements: STORY-012` as the last line does). If it is not, move the entry back. Reported only if the project follows the convention: at least 80 % of at least 5 finished items are named by a branch or a commit that changes more than documents, or `conventions: { commits: required }` is set. If the spec names code, a commit that only changes README, changelog or other prose does not count. Archived items are reported only if the history shows when they moved to Done, and as information.',
  pactkit: 'PactKit does not look at commits.',
  *checkEntry(own, { item, conventions, git, configuration: { paths } }) {
    const history = wholeHistory(git);
    if (!history || history.commits.length === 0 || !conventions.commits.enforced) return;
    const { document, entry } = own;
    const archive = document.kind === 'archive';
    if (!isDoneHere(own, item) || isNamed(item, paths)) return;
    if (archive && !item.doneBy) return;
    // What is just being moved may be committed together with the work.
    const pending = !item.doneBy && history.uncommitted.has(document.path);
    yield {
      span: entryPlace(entry),
      item: item.id,
      anchor: 'no commit',
      ...(archive || pending ? { severity: 'info' } : {}),
      message: `${item.id} is Done, but no branch, worktree or code commit names it, so nobody can tell what was done for it. Name it in the next related commit, or move the entry back if nothing was done.`,
      ...(item.doneBy ? { commits: [item.doneBy.hash] } : {}),
    };
  },
});

function isNamed({ commits, branches, worktrees, files }: ItemTrace, documents: DocumentPaths): boolean {
  if (branches.length > 0 || worktrees.length > 0) return true;
  // Where the spec names code, the README alone is not the work.
  const namesCode = files.some(({ named }) => !isProse(pathOf(named.value)));
  return hasWork(
    commits.filter(({ paths }) => !namesCode || paths.length === 0 || !paths.every(isProse)),
    documents,
  );
}

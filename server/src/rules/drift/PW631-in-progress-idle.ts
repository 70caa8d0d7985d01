import type { Entry } from '../../documents/board/board.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { GitHistory } from '../../workspace/git/gitFacts.js';
import { entriesIn } from '../board/entries.js';
import { defineRule } from '../rule.js';
import { memoFor } from '../../base/memo.js';
import { dayOf as dayNumber } from '../../workspace/insights/days.js';
import { dayOf, recentHistory } from './history.js';

/** When the board's history last mentions each item, and whether it came to In Progress or was worked on there. */
const lastEvents = memoFor(({ boardEvents }: GitHistory) => {
  const last = new Map<string, { readonly at: number; readonly open: boolean }>();
  for (const { item, kind, commit } of boardEvents)
    if (!last.has(item)) last.set(item, { at: commit.at, open: kind === 'started' || kind === 'ticked' });
  return last;
});

/**
 * When anybody last did anything for an item in progress, as far as git knows; undefined if it cannot tell.
 *
 * @param board the path of the board.
 */
function lastActivity(history: GitHistory, item: ItemTrace, board: string): number | undefined {
  const { commits, branches, worktrees, spec, testCases } = item;
  // If it is checked out, someone may be working on it without a commit yet.
  if (worktrees.some(({ prunable }) => !prunable)) return history.now;
  const event = lastEvents(history).get(item.id);
  // Moved here just now.
  if (!event?.open && history.uncommitted.has(board)) return undefined;
  // Without an event the entry has been here since the board was last committed, if not for longer.
  const since = event?.at ?? history.changesOf(board)[0]?.commit.at;
  if (since === undefined) return undefined;
  const documents = [...(spec ? [spec] : []), ...testCases].map(({ path }) => path);
  if (documents.some((path) => history.uncommitted.has(path))) return history.now;
  return Math.max(
    since,
    ...commits.slice(0, 1).map(({ at }) => at),
    ...branches.map(({ at }) => at),
    ...documents.flatMap((path) => history.changesOf(path)[0]?.commit.at ?? []),
  );
}

export const inProgressIdle = defineRule({
  code: 'PW631',
  name: 'in-progress-idle',
  summary: 'An item is In Progress but has been idle for many days',
  severity: 'warning',
  needs: 'git',
  since: '0.1.0',
  documents: ['board'],
  why: 'Items in In Progress are assumed to be active: nobody else starts them, and others wait for them. Often such an item was finished under another name, or dropped.',
  fix: 'Move the entry back to Backlog if nobody is working on it. If some tasks are already ticked, create a new item for the rest, because PW612 would report an entry with ticked tasks in the Backlog. If somebody is working on it, name the item in the commits or in the branch. `idleDays` in `.pactwright/config.yaml` sets after how many days an item counts as idle (14). Changes to the item’s spec, test cases and tasks count as work. Reported as information if commits and branches do not usually name items.',
  pactkit: 'PactKit does not check this.',
  *check(document, { git, conventions, trace, configuration: { idleDays } }) {
    const history = recentHistory(git);
    if (!history) return;
    const { commits, branches } = conventions;
    for (const entry of entriesIn(document.model, 'inProgress')) {
      const { id, tasks } = entry;
      const item = id && trace.item(id.value);
      // The first of several entries counts.
      if (!id || item?.stage !== 'inProgress' || item.entries[0]?.entry !== entry) continue;
      const last = lastActivity(history, item, document.path);
      if (last === undefined || dayNumber(history.now) - dayNumber(last) <= idleDays) continue;
      const named = item.commits.length > 0 || item.branches.length > 0;
      yield {
        span: id.span,
        item: item.id,
        anchor: 'idle',
        ...(commits.enforced || branches.enforced || named ? {} : { severity: 'info' }),
        message: `${item.id} is In Progress, but no commit, branch or worktree shows work on it since ${dayOf(last)}, more than ${idleDays} days ago. ${wayOut(tasks)}`,
        ...(item.commits[0] ? { commits: [item.commits[0].hash] } : {}),
      };
    }
  },
});

/** As PW612 would not have ticked tasks in the Backlog, that is no way out for an entry with some. */
function wayOut(tasks: Entry['tasks']): string {
  const ticked = tasks.filter(({ checked }) => checked).length;
  if (ticked === 0) return 'Move the entry back to Backlog, or name the item in the commits.';
  return ticked === tasks.length
    ? 'Move the entry to Done if it is finished, or add a task for what is left.'
    : 'Continue and name it in the commits, or create a new item for what is left.';
}

import type { Task } from '../../documents/board/board.js';
import { count } from '../../base/count.js';
import { excerpt } from '../../base/excerpt.js';
import type { EntryTrace } from '../../trace/graph.js';
import type { Condition, GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { approvedWords, sortByApproval } from '../support/approvals.js';
import { droppedTasks } from '../support/droppedTasks.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const tasks: Condition = {
  name: 'tasks',
  title: 'Every task of the entry is ticked',
  why: 'The tasks are what was planned. An open task is work that is left or a forgotten tick; either must be resolved before the item continues. The same goes for a task that was open when the work started and was removed from the board without a replacement. A tick alone proves nothing: the other conditions check the work behind it.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: async (context) => {
    const { item } = context;
    // What is in the archive, too, is the board's business as long as there is an entry on it.
    const onBoard = item.entries.filter(({ document }) => document.kind === 'board');
    const entries = onBoard.length > 0 ? onBoard : item.entries;
    const evidence = [lookedAt(context, `the entry of ${item.id}, now and when the work started`)];
    if (entries.length === 0)
      return {
        state: 'fail',
        summary: `${item.id} has no entry on the board or in the archive`,
        problems: [{ message: `${item.id} has no entry, so its tasks are unknown` }],
        evidence,
        next: `Add an entry for ${item.id} to the board`,
      };
    const all = entries.flatMap(({ document, entry }) => entry.tasks.map((task) => ({ document, task })));
    const { open, approved } = sortByApproval(context, [
      ...all.filter(({ task }) => !task.checked).map(openProblem),
      ...(await droppedProblems(
        context,
        all.map(({ task }) => task),
      )),
    ]);
    return outcomeOf(
      open,
      {
        pass: `${all.length === 0 ? 'the entry has no tasks' : `${count(all.length, 'task')} ticked`}${approvedWords({ approved })}`,
        fail: `${count(open.length, 'task')} not done (${all.length} on the board)${approvedWords({ approved })}`,
        next: 'Finish the open tasks and tick them with `[x]`. If one is no longer needed, have a person approve that in the editor',
      },
      evidence,
    );
  },
};

function openProblem({ document, task }: Pick<EntryTrace, 'document'> & { readonly task: Task }): Problem {
  const { text, mark } = task;
  return {
    message:
      mark.value.trim() === ''
        ? `"${excerpt(text.value)}" is not ticked`
        : `"${excerpt(text.value)}" has the marker "${excerpt(mark.value, 5)}", which is not a tick`,
    place: placeOf(document, text.span),
  };
}

/** Where git does not tell how the board was, there is nothing to compare with. */
async function droppedProblems(
  { item, work, configuration }: GateContext,
  now: readonly Task[],
): Promise<readonly Problem[]> {
  const answer = await work();
  const board =
    answer.kind === 'answer' ? answer.value.changes.find(({ path }) => path === configuration.paths.board) : undefined;
  const dropped = board ? await droppedTasks(item.id, now, board) : [];
  return dropped.map((text) => ({
    message: `"${excerpt(text)}" was open when the work started, and was removed from the board`,
    place: { path: configuration.paths.board },
    approvable: `tasks:${text}`,
  }));
}

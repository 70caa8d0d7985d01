import { count } from '../../rules/support/count.js';
import { excerpt } from '../../rules/support/excerpt.js';
import type { Condition } from '../condition.js';
import { lookedAt, outcomeOf } from '../support/outcomes.js';
import { placeOf } from '../support/places.js';

export const tasks: Condition = {
  name: 'tasks',
  title: 'Every task of the entry is ticked',
  why: 'The tasks are what was planned. One that is open is work that is left, or a tick that was forgotten; both are settled before the item goes on. A tick alone proves nothing: the other conditions ask for what is behind it.',
  gates: ['act-out', 'check', 'done', 'release'],
  required: true,
  backtrack: 'repeat',
  check: (context) => {
    const { item } = context;
    // What is in the archive, too, is the board's business as long as there is an entry on it.
    const onBoard = item.entries.filter(({ document }) => document.kind === 'board');
    const entries = onBoard.length > 0 ? onBoard : item.entries;
    const evidence = [lookedAt(context, `the entry of ${item.id}`)];
    if (entries.length === 0)
      return {
        state: 'fail',
        summary: `${item.id} has no entry on the board or in the archive`,
        problems: [{ message: `Nothing says which tasks ${item.id} has, as it has no entry` }],
        evidence,
        next: `Write an entry for ${item.id} on the board`,
      };
    const all = entries.flatMap(({ document, entry }) => entry.tasks.map((task) => ({ document, task })));
    const open = all.filter(({ task }) => !task.checked);
    return outcomeOf(
      open.map(({ document, task: { text, mark } }) => ({
        message:
          mark.value.trim() === ''
            ? `"${excerpt(text.value)}" is not ticked`
            : `"${excerpt(text.value)}" has the mark "${excerpt(mark.value, 5)}", which is no tick`,
        place: placeOf(document, text.span),
      })),
      {
        pass: all.length === 0 ? 'the entry has no tasks' : `${count(all.length, 'task')} ticked`,
        fail: `${open.length} of ${count(all.length, 'task')} not ticked`,
        next: 'Finish what is open and tick it with `[x]`, or take out the tasks that are not wanted any more',
      },
      evidence,
    );
  },
};

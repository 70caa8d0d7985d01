import type { Entry, Task } from '../../documents/board/board.js';
import { Refused } from '../errorCodes.js';

/**
 * The task of an entry by its exact text, or by its number from 1. A number that is also the text of a task means that task.
 *
 * @throws Refused if none fits, or several tasks have that text.
 */
export function findTask({ tasks, id }: Entry, named: string): Task {
  const name = named.trim();
  const [found, second] = tasks.filter(({ text }) => text.value.trim() === name);
  if (found && !second) return found;
  const numbered = tasks.map(({ text }, index) => `${index + 1}: ${text.value}`);
  if (second)
    throw new Refused(
      'ambiguous',
      `several tasks of ${id?.value ?? 'the entry'} are named "${name}": refer to one by its number`,
      numbered.filter((_, index) => tasks[index]?.text.value.trim() === name),
    );
  const byNumber = /^\d{1,6}$/.test(name) ? tasks[Number(name) - 1] : undefined;
  if (byNumber) return byNumber;
  throw new Refused(
    'not-found',
    tasks.length === 0
      ? `${id?.value ?? 'the entry'} has no tasks: add one with board add-task`
      : `${id?.value ?? 'the entry'} has no task "${name}": use the exact text or a number from 1 to ${tasks.length}`,
    numbered,
  );
}

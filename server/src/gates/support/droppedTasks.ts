import type { Task } from '../../documents/board/board.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { foldBlanks } from '../../rules/identity.js';
import { entryTraces } from '../../trace/entryTraces.js';
import type { WorkChange } from '../../workspace/work/work.js';

/**
 * The tasks of an item that were open before the work and were taken off the board since. Those that others came for count as
 * reworded, oldest first, and are none.
 *
 * @param now the tasks there are.
 * @param board how the work changed it.
 */
export async function droppedTasks(
  item: string,
  now: readonly Task[],
  { path, before }: Pick<WorkChange, 'path' | 'before'>,
): Promise<readonly string[]> {
  if (before === undefined) return [];
  const document = await parseDocument('board', path, before);
  const were = entryTraces(document).flatMap(({ id, trace }) => (id === item ? trace.entry.tasks : []));
  const known = new Set(were.map(wordsOf));
  const left = new Set(now.map(wordsOf));
  const gone = were.filter((task) => !task.checked && !left.has(wordsOf(task)));
  const added = now.filter((task) => !known.has(wordsOf(task))).length;
  return gone.slice(added).map(wordsOf);
}

function wordsOf({ text }: Task): string {
  return foldBlanks(text.value);
}

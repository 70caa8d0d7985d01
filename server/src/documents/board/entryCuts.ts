import type { Block } from '../../markdown/blocks.js';
import { nextLine } from '../../markdown/lines.js';
import type { Entry, Task } from './board.js';
import { footOf } from './entryFoot.js';
import { type Cut, lineStart } from '../merge/cut.js';

/**
 * Where entries and their parts begin, and what is behind them: thematic breaks divide entries and belong to none, and neither does
 * the foot below the last entry of a section, which stays below whatever is added there.
 *
 * @param entries of one section.
 */
export function entriesCuts(text: string, blocks: readonly Block[], entries: readonly Entry[], depth: number): Cut[] {
  const cuts: Cut[] = [];
  let at = 0;
  for (const [index, entry] of entries.entries()) {
    const own: Block[] = [];
    for (let block = blocks[at]; block && block.span.end <= entry.span.end; block = blocks[++at])
      if (block.span.start >= entry.span.start) own.push(block);
    const isBelowAll = index === entries.length - 1 && entry.form === 'heading';
    const foot = isBelowAll ? footOf(text, own, blocks[at] === undefined) : own.length;
    const last = own.slice(0, foot).findLast(({ kind }) => kind !== 'thematicBreak');
    const end = nextLine(text, last?.span.end ?? (entry.form === 'bullet' ? entry.span.end : entry.headingSpan.end));
    for (const cut of entryCuts(text, entry, depth, end)) cuts.push(cut);
    cuts.push({ at: end, kind: 'prose', depth });
  }
  return cuts;
}

/**
 * Where the units of an entry begin: its title, its tasks, what belongs to each of them, and other lines.
 *
 * @param depth of the entry.
 * @param end where the entry's lines end.
 */
function entryCuts(text: string, entry: Entry, depth: number, end: number): readonly Cut[] {
  const { id, title, form, headingSpan, tasks } = entry;
  // Old archives list an item that has an entry of its own, too.
  const name = `${form} ${id ? `id ${id.value}` : `title ${title.value}`}`;
  const cuts: Cut[] = [{ at: lineStart(text, headingSpan.start), kind: 'entry', name, depth }];
  let next = nextLine(text, headingSpan.end);
  const proseAt = (at: number, below: number): void => {
    if (at < end) cuts.push({ at, kind: 'prose', depth: below });
  };
  for (const [index, task] of tasks.entries()) {
    const at = lineStart(text, task.span.start);
    if (at > next) proseAt(next, depth + 1);
    cuts.push(taskCut(text, task, at, depth + 1));
    next = nextLine(text, task.span.end);
    const following = tasks[index + 1];
    const limit = following ? lineStart(text, following.span.start) : end;
    const own = endOfTask(text, at, next, limit);
    if (own > next) proseAt(next, depth + 2);
    next = own;
  }
  if (next < end) proseAt(next, depth + 1);
  return cuts;
}

function taskCut(text: string, { mark, text: words }: Task, at: number, depth: number): Cut {
  const line = text.slice(at, nextLine(text, at));
  const [from, to] = [mark.span.start - at, mark.span.end - at];
  const task = { before: line.slice(0, from), mark: line.slice(from, to), behind: line.slice(to) };
  return { at, kind: 'task', name: words.value, depth, task };
}

/** Where the lines end that continue a task: those that are indented deeper, and those that continue with its first paragraph. */
function endOfTask(text: string, at: number, from: number, limit: number): number {
  const indent = indentOf(text.slice(at, from));
  let end = from;
  let isApart = false;
  for (let next = from; next < limit;) {
    const behind = nextLine(text, next);
    const line = text.slice(next, behind);
    if (line.trim() === '') isApart = true;
    else if (
      indentOf(line) > indent ||
      (!isApart && /^[\p{L}\p{N}"'(]/u.test(line.trim()) && !/^\d+[.)]/u.test(line.trim()))
    )
      end = behind;
    else break;
    next = behind;
  }
  return end;
}

function indentOf(line: string): number {
  return /^[ \t]*/u.exec(line)?.[0].length ?? 0;
}

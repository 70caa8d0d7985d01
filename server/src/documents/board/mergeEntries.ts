import { lineBreakOf } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { span } from '../../markdown/span.js';
import { applyEdits, type TextEdit } from '../../markdown/textEdit.js';
import type { ParsedDocument } from '../document.js';
import { type Entry, entriesOf, type Task } from './board.js';
import { removeEntries } from './boardEdits.js';
import { extentOf } from './entryExtent.js';
import { parseBoard } from './parseBoard.js';

type BoardDocument = ParsedDocument<'board'>;

/**
 * Makes two entries of one item one: what is below the title of the second comes to the end of the first. Of a task that both
 * have, one is left; it is ticked where one of the two was, as where branches are merged.
 *
 * @param into keeps its place, title and the line that names its spec.
 * @returns undefined if the tasks would not be those of both: an entry is a list item, or a fence in it is never closed.
 */
export function mergeEntries(board: BoardDocument, into: Entry, from: Entry): readonly TextEdit[] | undefined {
  if (into.form !== 'heading' || from.form !== 'heading') return undefined;
  const alike = (task: Task): Task | undefined => into.tasks.find(({ text }) => text.value === task.text.value);
  // Several tasks may be alike.
  const done = new Set(from.tasks.filter(({ checked }) => checked).map(alike));
  const ticks = into.tasks
    .filter((task) => !task.checked && done.has(task))
    .map(({ mark }): TextEdit => ({ span: mark.span, newText: 'x' }));
  const coming = from.tasks.filter((task) => !alike(task));
  const { end: at } = extentOf(board, into);
  const words = withoutLines(board, from, [
    ...(into.specPath && from.specPath ? [from.specPath.span.start] : []),
    ...from.tasks.filter(alike).map((task) => task.span.start),
  ]);
  const insertion = words === '' ? [] : [{ span: span(at, at), newText: `${gapBehind(board, into, words)}${words}` }];
  const edits = [...ticks, ...insertion, ...removeEntries(board, [from])];
  const expected = entriesOf(board.model)
    .filter((entry) => entry !== from)
    .map((entry) => textsOf(entry === into ? [...into.tasks, ...coming] : entry.tasks));
  return JSON.stringify(tasksAfter(board, edits)) === JSON.stringify(expected) ? edits : undefined;
}

/** What is below the title of an entry, apart from the lines in which these offsets are. */
function withoutLines(board: BoardDocument, entry: Entry, left: readonly number[]): string {
  const { text, lines } = board;
  const { start, end } = extentOf(board, entry);
  const first = lines.positionAt(start).line + 1;
  const gone = new Set(left.map((offset) => lines.positionAt(offset).line));
  return text
    .slice(start, end)
    .split(/\r\n?|\n/u)
    .slice(1)
    .filter((_, index) => !gone.has(first + index))
    .join(lineBreakOf(text))
    .replace(/^\s*[\r\n]+/u, '')
    .trimEnd();
}

/** What parts the end of an entry from what is written there: a task is right below a task. */
function gapBehind(board: BoardDocument, entry: Entry, words: string): string {
  const br = lineBreakOf(board.text);
  const { end } = extentOf(board, entry);
  return entry.tasks.at(-1)?.span.end === end && words.startsWith('- [') ? br : br + br;
}

/** The tasks of each entry that a program reads after the edits. */
function tasksAfter({ text }: BoardDocument, edits: readonly TextEdit[]): readonly (readonly string[])[] {
  const after = applyEdits(text, edits);
  return entriesOf(parseBoard(after, scanBlocks(after)).board).map(({ tasks }) => textsOf(tasks));
}

function textsOf(tasks: readonly Task[]): readonly string[] {
  return tasks.map(({ text }) => text.value);
}

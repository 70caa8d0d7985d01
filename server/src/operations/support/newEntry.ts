import type { BoardSection } from '../../documents/board/board.js';
import { appendEntry, type NewEntry } from '../../documents/board/boardEdits.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';
import { boardEdit, outlineOfBoard, outlines } from './boardOutline.js';

/**
 * Writes a new entry at the end of a section, with all its tasks open.
 *
 * @throws Refused if it would be read as something else, or two of its tasks could not be told apart.
 */
export function newEntry(
  board: ParsedDocument<'board'>,
  section: BoardSection,
  { id, title, specPath, tasks }: Omit<NewEntry, 'ticked'>,
): FileChange {
  const twice = tasks.find((text, index) => tasks.indexOf(text) < index);
  if (twice !== undefined)
    throw new Refused('invalid-input', `the task "${twice}" is given twice: use different texts`);
  const edits = appendEntry(board, section, { id, title, specPath, tasks, ticked: false });
  const made = {
    id,
    title,
    form: 'heading' as const,
    specPath,
    tasks: tasks.map((text) => ({ checked: false, text })),
  };
  const expected = outlineOfBoard(board, (entries, of) => [...outlines(entries), ...(of === section ? [made] : [])]);
  return boardEdit(board, edits, expected);
}

import type { Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { boardEdit, type EntryOutline, outlineOfBoard, outlineOfEntry } from './boardOutline.js';

/** The edit of one entry, all others staying what they are. @throws Refused if more than that would change. */
export function changeEntry(
  board: ParsedDocument<'board'>,
  entry: Entry,
  edit: TextEdit,
  changed: (outline: EntryOutline) => EntryOutline,
): FileChange {
  const expected = outlineOfBoard(board, (entries) =>
    entries.map((one) => (one === entry ? changed(outlineOfEntry(one)) : outlineOfEntry(one))),
  );
  return boardEdit(board, [edit], expected);
}

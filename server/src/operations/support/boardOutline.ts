import type { BoardSection, Entry } from '../../documents/board/board.js';
import type { ParsedDocument } from '../../documents/document.js';
import { parseArchive } from '../../documents/archive/parseArchive.js';
import { parseBoard } from '../../documents/board/parseBoard.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { applyEdits, type TextEdit } from '../../markdown/textEdit.js';
import type { FileChange } from '../../workspace/fileChange.js';
import { Refused } from '../errorCodes.js';

/** What a program reads of an entry, wherever it is. */
export interface EntryOutline {
  readonly id: string | undefined;
  readonly title: string;
  readonly form: Entry['form'];
  readonly specPath: string | undefined;
  readonly tasks: readonly { readonly checked: boolean; readonly text: string }[];
}

/** The entries of a section; those before the first one, and those of an archive, have no title above them. */
export interface SectionOutline {
  readonly title: string | undefined;
  readonly entries: readonly EntryOutline[];
}

/** What a program reads of one entry. */
export function outlineOfEntry({ id, title, form, specPath, tasks }: Entry): EntryOutline {
  return {
    id: id?.value,
    title: title.value,
    form,
    specPath: specPath?.value,
    tasks: tasks.map(({ checked, text }) => ({ checked, text: text.value })),
  };
}

/**
 * A board of which the entries are others.
 *
 * @param entriesIn the entries that a section is to have; the section is undefined for those before the first one.
 */
export function outlineOfBoard(
  { model }: Pick<ParsedDocument<'board'>, 'model'>,
  entriesIn: (entries: readonly Entry[], section: BoardSection | undefined) => readonly EntryOutline[] = outlines,
): readonly SectionOutline[] {
  return [
    { title: undefined, entries: entriesIn(model.looseEntries, undefined) },
    ...model.sections.map((section) => ({ title: section.heading.text, entries: entriesIn(section.entries, section) })),
  ];
}

export function outlines(entries: readonly Entry[]): readonly EntryOutline[] {
  return entries.map(outlineOfEntry);
}

/**
 * The edit of a board, once it is sure that it says what was asked for and nothing else.
 *
 * @param edits undefined if none can be made.
 * @param expected what is to be read afterwards.
 * @throws Refused
 */
export function boardEdit(
  { path, text }: ParsedDocument<'board'>,
  edits: readonly TextEdit[] | undefined,
  expected: readonly SectionOutline[],
): FileChange {
  const made = madeOf(edits);
  const after = applyEdits(text, made);
  hold(path, outlineOfBoard({ model: parseBoard(after, scanBlocks(after)).board }), expected);
  return { kind: 'edit', path, edits: made };
}

/** The same for an archive. @throws Refused */
export function archiveEdit(
  { path, text }: ParsedDocument<'archive'>,
  edits: readonly TextEdit[] | undefined,
  expected: readonly EntryOutline[],
): FileChange {
  const made = madeOf(edits);
  const after = applyEdits(text, made);
  const { entries } = parseArchive(after, scanBlocks(after)).archive;
  hold(path, [{ title: undefined, entries: outlines(entries) }], [{ title: undefined, entries: expected }]);
  return { kind: 'edit', path, edits: made };
}

function madeOf(edits: readonly TextEdit[] | undefined): readonly TextEdit[] {
  if (edits) return edits;
  throw new Refused(
    'not-allowed',
    'a code block or HTML at the end is not closed, so text added below would be part of it: close it first',
  );
}

/** @throws Refused if what is read differs from what is expected. */
function hold(path: string, read: readonly SectionOutline[], expected: readonly SectionOutline[]): void {
  if (JSON.stringify(read) === JSON.stringify(expected)) return;
  const flat = (all: readonly SectionOutline[]): string[] =>
    all.flatMap(({ title, entries }) => [`## ${title ?? ''}`, ...entries.map((entry) => JSON.stringify(entry))]);
  const [after, wanted] = [flat(read), flat(expected)];
  const at = wanted.findIndex((line, index) => line !== after[index]);
  const all = expected.flatMap(({ entries }) => entries);
  const entry = all.find((one) => JSON.stringify(one) === wanted[at]);
  throw new Refused(
    'not-allowed',
    `${entry ? (entry.id ?? `"${entry.title}"`) : path} would be read differently because of the Markdown around it: fix that first (run lint for details)`,
  );
}

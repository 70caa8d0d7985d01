import { canAppend } from '../../markdown/append.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { type Span, span } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { BoardSection, BoardSectionKind, Entry } from './board.js';
import type { ParsedDocument } from '../document.js';
import { type EntryDocument, extentOf } from './entryExtent.js';
import { firstBlockAt } from './entryFoot.js';
import { isBlankLine, removeLines } from './removeLines.js';

type BoardDocument = ParsedDocument<'board'>;

/** What an entry is written from. */
export interface NewEntry {
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** Relative to the project root. */
  readonly specPath: string;
  readonly tasks: readonly string[];
  /** Whether the tasks are ticked. */
  readonly ticked: boolean;
}

/** Where entries are to be. */
export interface EntryMove {
  /** Written as headings, in the order they are to have. */
  readonly entries: readonly Entry[];
  readonly to: BoardSection;
  /** The entry of that section which is to be right below them; none of theirs. Undefined: they come last. */
  readonly before?: Entry | undefined;
}

/**
 * Writes a new entry at the end of a section, in the form that PactKit reads (formats reference, A3).
 *
 * @returns undefined if the board has no such section, or nothing can be written at its end.
 */
export function appendEntry(
  board: BoardDocument,
  to: BoardSectionKind | BoardSection,
  { id, title, specPath, tasks, ticked }: NewEntry,
): readonly TextEdit[] | undefined {
  const section = typeof to === 'string' ? sectionOf(board, to) : to;
  const lines = [`### [${id}] ${title}`, `> Spec: ${specPath}`];
  if (tasks.length > 0) lines.push('', ...tasks.map((task) => `- [${ticked ? 'x' : ' '}] ${task}`));
  const insertion = section && atEndOf(board, section, lines.join(lineBreakOf(board.text)));
  return insertion && [insertion];
}

/** Writes an entry of another document at the end of a section. @returns undefined if nothing can be written there. */
export function insertEntry(board: BoardDocument, to: BoardSection, text: string): readonly TextEdit[] | undefined {
  const insertion = atEndOf(board, to, withLineBreaks(text, lineBreakOf(board.text)));
  return insertion && [insertion];
}

/**
 * Moves an entry to the end of another section. @see moveEntries
 *
 * @returns undefined if there is no such section, the entry is in it already, or it is a list item (the old form of Done).
 */
export function moveEntry(board: BoardDocument, entry: Entry, kind: BoardSectionKind): readonly TextEdit[] | undefined {
  const to = sectionOf(board, kind);
  if (!to || entry.form !== 'heading' || to.entries.includes(entry)) return undefined;
  return moveEntries(board, [{ entries: [entry], to }]);
}

/**
 * Moves entries with all that is theirs. All other text stays byte for byte, blank lines around the entries apart.
 *
 * @returns undefined if one of them ends, or would come to be, in a code block or HTML that is never closed.
 */
export function moveEntries(board: BoardDocument, moves: readonly EntryMove[]): readonly TextEdit[] | undefined {
  const moved = new Set(moves.flatMap(({ entries }) => entries));
  const unclosed = canAppend(board) ? undefined : board.blocks.at(-1)?.span.end;
  const br = lineBreakOf(board.text);
  const removals = removeEntries(board, [...moved]);
  const edits = [...removals];
  for (const { entries, to, before } of moves) {
    const extents = entries.map((entry) => extentOf(board, entry));
    if (extents.length === 0) continue;
    if (extents.some(({ end }) => end === unclosed)) return undefined;
    const written = extents.map(({ start, end }) => board.text.slice(start, end)).join(br + br);
    const insertion = before ? aboveEntry(board, before, written) : atEndOf(board, to, written, moved, removals);
    if (!insertion) return undefined;
    edits.push(insertion);
  }
  // Where an insertion and a removal begin at the same place, the insertion is first.
  return edits.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Takes entries out with all that is theirs. @param entries written as headings, in any order. */
export function removeEntries(document: EntryDocument, entries: readonly Entry[]): readonly TextEdit[] {
  const extents = entries.map((entry) => extentOf(document, entry)).sort((a, b) => a.start - b.start);
  const runs: Span[] = [];
  for (const extent of extents) {
    const last = runs.at(-1);
    if (last && document.text.slice(last.end, extent.start).trim() === '')
      runs.splice(-1, 1, span(last.start, extent.end));
    else runs.push(extent);
  }
  return runs.map((run) => removeLines(document, run));
}

/** A text with the line breaks of another document. */
export function withLineBreaks(text: string, lineBreak: string): string {
  return text.replace(/\r\n?|\n/gu, lineBreak);
}

function sectionOf({ model }: BoardDocument, kind: BoardSectionKind): BoardSection | undefined {
  return model.sections.find((section) => section.kind === kind);
}

function aboveEntry(board: BoardDocument, { headingSpan }: Entry, written: string): TextEdit {
  const br = lineBreakOf(board.text);
  const { line } = board.lines.positionAt(headingSpan.start);
  const at = board.lines.lineStart(line);
  return { span: span(at, at), newText: `${isBlankLine(board, line - 1) ? '' : br}${written}${br}${br}` };
}

/**
 * @param leaving entries that will not be there any more.
 * @param removals what takes them out, in the order of the text.
 */
function atEndOf(
  board: BoardDocument,
  section: BoardSection,
  written: string,
  leaving: ReadonlySet<Entry> = new Set(),
  removals: readonly TextEdit[] = [],
): TextEdit | undefined {
  const { text, blocks, lines } = board;
  const at = endOf(board, section, leaving);
  if (at === blocks.at(-1)?.span.end && !canAppend(board)) return undefined;
  const br = lineBreakOf(text);
  // What follows directly, such as a thematic break, would make a heading of the entry's last line.
  const isApart = isBlankLine(board, lines.positionAt(at).line + 1) || isBlankBehind(text, at, removals);
  const below = isApart ? '' : br;
  return { span: span(at, at), newText: `${br}${br}${written}${below}` };
}

/** Whether nothing but white space is left behind an offset. */
function isBlankBehind(text: string, offset: number, removals: readonly TextEdit[]): boolean {
  let from = offset;
  for (const { span: removed } of removals) {
    if (removed.end <= from) continue;
    if (text.slice(from, removed.start).trim() !== '') return false;
    from = removed.end;
  }
  return text.slice(from).trim() === '';
}

/** Where what belongs to a section ends: behind its last entry, or else above what divides it from the next. */
function endOf(
  board: BoardDocument,
  { heading, span: whole, entries }: BoardSection,
  leaving: ReadonlySet<Entry>,
): number {
  const { blocks } = board;
  const last = entries.findLast((entry) => !leaving.has(entry));
  if (last?.form === 'heading') return extentOf(board, last).end;
  if (last) {
    // The list that the item is in may have others behind it.
    const list = blocks[firstBlockAt(blocks, last.span.start + 1) - 1];
    return Math.max(last.span.end, list?.span.end ?? 0);
  }
  const limit = entries[0]?.span.start ?? whole.end;
  let end = heading.span.end;
  for (let index = firstBlockAt(blocks, heading.span.start) + 1; index < blocks.length; index++) {
    const block = blocks[index];
    if (!block || block.span.start >= limit || block.kind === 'thematicBreak') break;
    end = block.span.end;
  }
  return end;
}

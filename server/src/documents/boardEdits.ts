import { canAppend } from '../markdown/append.js';
import type { Block } from '../markdown/blocks.js';
import { lineBreakOf, linesWithBlanksBelow } from '../markdown/lines.js';
import { type Span, span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { BoardSection, BoardSectionKind, Entry } from './board.js';
import type { ParsedDocument } from './document.js';

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

/**
 * Writes a new entry at the end of a section, in the form that PactKit reads (formats reference, A3).
 *
 * @returns undefined where the board has no such section, or nothing can be written at its end.
 */
export function appendEntry(
  board: BoardDocument,
  kind: BoardSectionKind,
  { id, title, specPath, tasks, ticked }: NewEntry,
): readonly TextEdit[] | undefined {
  const lines = [`### [${id}] ${title}`, `> Spec: ${specPath}`];
  if (tasks.length > 0) lines.push('', ...tasks.map((task) => `- [${ticked ? 'x' : ' '}] ${task}`));
  const insertion = atEndOf(board, kind, lines.join(lineBreakOf(board.text)));
  return insertion && [insertion];
}

/**
 * Moves an entry to the end of another section. All other text stays byte for byte, blank lines around the entry apart; a
 * thematic break below the entry stays where it is.
 *
 * @returns undefined where there is no such section, the entry is in it already, or it is a list item (the old form of Done).
 */
export function moveEntry(board: BoardDocument, entry: Entry, kind: BoardSectionKind): readonly TextEdit[] | undefined {
  if (entry.form !== 'heading' || targetOf(board, kind)?.entries.includes(entry)) return undefined;
  const { text, blocks, lines } = board;
  const own = blocks.filter((block) => block.span.start >= entry.span.start && block.span.end <= entry.span.end);
  const last = lastOf(own);
  if (!last) return undefined;
  const written = span(lines.lineStart(lines.positionAt(entry.span.start).line), last.span.end);
  const insertion = atEndOf(board, kind, text.slice(written.start, written.end));
  return insertion && [removal(board, written), insertion];
}

function targetOf({ model }: BoardDocument, kind: BoardSectionKind): BoardSection | undefined {
  return model.sections.find((section) => section.kind === kind);
}

/** The last block that is no thematic break: those divide sections, and belong to none of their entries. */
function lastOf(blocks: readonly Block[]): Block | undefined {
  return blocks.findLast((block) => block.kind !== 'thematicBreak') ?? blocks[0];
}

function atEndOf(board: BoardDocument, kind: BoardSectionKind, written: string): TextEdit | undefined {
  const section = targetOf(board, kind);
  if (!section) return undefined;
  const { text, blocks, lines } = board;
  const inside = blocks.filter((block) => block.span.start >= section.span.start && block.span.end <= section.span.end);
  const last = lastOf(inside);
  if (!last || (last === blocks.at(-1) && !canAppend(board))) return undefined;
  const br = lineBreakOf(text);
  const at = last.span.end;
  // What follows directly, such as a thematic break, would make a heading of the entry's last line.
  const below = isBlank(board, lines.positionAt(at).line + 1) ? '' : br;
  return { span: span(at, at), newText: `${br}${br}${written}${below}` };
}

function removal(board: BoardDocument, written: Span): TextEdit {
  const { text, blocks, lines } = board;
  const whole = linesWithBlanksBelow(text, written);
  if (whole.end === text.length) {
    // The blank lines above it would be left at the end of the file; its own last line break stays that of the file.
    const before = blocks.findLast(({ span: { end } }) => end <= written.start);
    return { span: span(before?.span.end ?? written.start, written.end), newText: '' };
  }
  // The lines around it must not become one paragraph or heading.
  const isApart = isBlank(board, lines.positionAt(written.start).line - 1);
  return { span: whole, newText: isApart ? '' : lineBreakOf(text) };
}

/** Whether nothing stands in the line; so it is above the first and below the last one. */
function isBlank({ text, lines }: BoardDocument, line: number): boolean {
  return line < 0 || text.slice(lines.lineStart(line), lines.lineStart(line + 1)).trim() === '';
}

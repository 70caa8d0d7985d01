import { type Board, entriesOf, type Task } from '../../documents/board/board.js';
import type { AnyDocument, ParsedDocument } from '../../documents/document.js';
import { isFieldTable } from '../../documents/fieldTable.js';
import type { Block, Table, TableRow } from '../../markdown/blocks.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { textWidth } from '../../base/textWidth.js';
import type { SectionName } from '../../documents/spec/spec.js';

/**
 * The edits that align what is written in tables and task lists of ours: metadata, Implementation Steps, Security Scope and
 * Dependency Surface of a spec, the tasks of a board. Columns are as wide as their widest cell and at least three, as Prettier
 * has them, so that neither undoes the other. A table with a row that is too long or too short is left to the rule about it.
 */
export function alignTables(document: AnyDocument): readonly TextEdit[] {
  switch (document.kind) {
    case 'spec':
      return tablesOf(document).flatMap((table) => alignTable(document.text, table));
    case 'board':
      return tasksOf(document.model).flatMap((task) => alignTask(document.text, task));
    default:
      return [];
  }
}

const tabled: readonly (SectionName | undefined)[] = ['implementationSteps', 'securityScope', 'dependencySurface'];

function tablesOf({ text, model }: ParsedDocument<'spec'>): readonly Table[] {
  const isTable = (block: Block): block is Table => block.kind === 'table';
  const { metadata } = model;
  const below = model.sections
    .filter(({ name }) => tabled.includes(name))
    .flatMap(({ name, blocks }) =>
      blocks.filter(isTable).filter((table) => name !== 'dependencySurface' || isFieldTable(table, text)),
    );
  return [...new Set([...(metadata ? [metadata.table] : []), ...below])];
}

function alignTable(text: string, table: Table): readonly TextEdit[] {
  const rows = [table.header, ...table.rows];
  if (rows.some(({ cells }) => cells.length !== table.columns)) return [];
  const written = rows.map(({ cells }) => cells.map(({ span }) => text.slice(span.start, span.end)));
  const aligns = alignments(text.slice(table.delimiterSpan.start, table.delimiterSpan.end));
  const widths = aligns.map((_, column) => Math.max(3, ...written.map((row) => textWidth(row[column] ?? ''))));
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const [header = '', ...body] = written.map((row) =>
    line(row.map((cell, column) => pad(cell, widths[column] ?? 0, aligns[column]))),
  );
  const delimiter = line(widths.map((width, column) => rule(width, aligns[column])));
  const lines = [header, delimiter, ...body];
  const places = [table.header.span, table.delimiterSpan, ...table.rows.map(({ span }: TableRow) => span)];
  // Row by row, so that a line which stays keeps what points at it.
  return places.flatMap((span, index): readonly TextEdit[] => {
    const newText = lines[index] ?? '';
    return text.slice(span.start, span.end) === newText ? [] : [{ span, newText }];
  });
}

type Alignment = 'left' | 'center' | 'right' | undefined;

function alignments(delimiterRow: string): readonly Alignment[] {
  return Array.from(delimiterRow.matchAll(/(:?)-+(:?)/g), ({ 1: before, 2: after }): Alignment => {
    if (before && after) return 'center';
    if (after) return 'right';
    return before ? 'left' : undefined;
  });
}

function pad(cell: string, width: number, align: Alignment): string {
  const spaces = Math.max(0, width - textWidth(cell));
  const before = align === 'right' ? spaces : align === 'center' ? Math.floor(spaces / 2) : 0;
  return ' '.repeat(before) + cell + ' '.repeat(spaces - before);
}

function rule(width: number, align: Alignment): string {
  const first = align === 'left' || align === 'center' ? ':' : '-';
  const last = align === 'right' || align === 'center' ? ':' : '-';
  return first + '-'.repeat(width - 2) + last;
}

function tasksOf(board: Board): readonly Task[] {
  return entriesOf(board).flatMap(({ tasks }) => tasks);
}

/** One blank between bullet, box and text. What is deeper depends on the bullet's own spaces, so these stay then. */
function alignTask(text: string, { bullet, mark, text: words }: Task): readonly TextEdit[] {
  if (mark.value.length !== 1) return [];
  const box = { start: mark.span.start - 1, end: mark.span.end + 1 };
  const gaps = [
    { start: bullet.span.end, end: box.start },
    ...(words.value === '' ? [] : [{ start: box.end, end: words.span.start }]),
  ];
  const [before] = gaps;
  if (before && hangs(text, words.span.end)) gaps.shift();
  return gaps.flatMap((span) => {
    const blanks = text.slice(span.start, span.end);
    return blanks !== ' ' && /^[ \t]+$/.test(blanks) ? [{ span, newText: ' ' }] : [];
  });
}

/** Whether the next line with text is indented, so that it may belong to the item. */
function hangs(text: string, end: number): boolean {
  const rest = text.slice(end);
  const lineEnd = rest.search(/[\r\n]/);
  const ink = lineEnd < 0 ? -1 : rest.slice(lineEnd).search(/\S/);
  return ink > 0 && /[ \t]/.test(rest.charAt(lineEnd + ink - 1));
}

import type { AnyDocument } from '../../documents/document.js';
import { textLines } from '../../documents/textLines.js';
import type { Block, Paragraph, Table, TableRow } from '../../markdown/blocks.js';
import { skipBlanks } from '../../base/characters.js';
import { codeSpans } from '../../markdown/codeSpans.js';
import { span } from '../../markdown/span.js';
import { countCells, delimiterColumns } from '../../markdown/table.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import type { Severity } from '../finding.js';
import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { unlessDone } from '../support/unlessDone.js';

const cells = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);

/** Back slashes before the pipes inside code spans, where these pipes are exactly the cells too many. */
function escapedPipes(text: string, row: TableRow, tooMany: number): TextEdit[] | undefined {
  const pipes = codeSpans(text, row.span).flatMap(({ start, end }) =>
    Array.from(text.slice(start, end).matchAll(/(?<!\\)\|/gu), ({ index }) => start + index),
  );
  if (pipes.length !== tooMany) return undefined;
  return pipes.map((offset) => ({ span: span(offset, offset), newText: '\\' }));
}

function* raggedRows(document: AnyDocument, table: Table, severity: Severity): Generator<Report> {
  const { columns } = table;
  for (const row of table.rows) {
    const count = row.cells.length;
    if (count === columns) continue;
    const anchor = `row ${row.cells[0]?.text ?? ''}`;
    const lastNeeded = row.cells[Math.min(count, columns) - 1];
    if (count < columns) {
      yield {
        span: row.span,
        anchor,
        severity,
        message: `This row has ${cells(count)}, its table ${columns}: the last stay empty, and their content is in the wrong column or missing. Write the missing ${columns - count === 1 ? 'cell' : 'cells'}.`,
      };
      continue;
    }
    const extra = row.cells.slice(columns);
    const edits = escapedPipes(document.text, row, count - columns);
    const empty = extra.every(({ text }) => text === '');
    if (empty && lastNeeded) {
      const pipe = document.text.indexOf('|', lastNeeded.span.end);
      yield {
        span: row.span,
        anchor,
        severity: 'info',
        message: `This row has ${cells(count)}, its table ${columns}: the empty ones at its end are not shown. Remove them.`,
        ...(pipe >= 0 && pipe < row.span.end
          ? {
              fix: {
                title: 'Remove the empty cells',
                safe: true,
                edits: [{ span: span(pipe + 1, row.span.end), newText: '' }],
              },
            }
          : {}),
      };
      continue;
    }
    const lost = excerpt(extra.map(({ text }) => text).join(' | '), 40);
    yield {
      span: row.span,
      anchor,
      severity,
      message: `This row has ${cells(count)}, its table ${columns}: a pipe in the text ends the cell, even in backticks, and "${lost}" is not shown. Write \`\\|\` for a pipe that belongs to the text.`,
      ...(edits ? { fix: { title: 'Escape the pipes in backticks', safe: true, edits } } : {}),
    };
  }
}

/** A header row and a delimiter row that do not match in length make no table at all. */
function* brokenTables({ text }: AnyDocument, paragraph: Paragraph, severity: Severity): Generator<Report> {
  const whole = text.slice(paragraph.span.start, paragraph.span.end);
  if (!whole.includes('|') || !whole.includes('-')) return;
  const lines = textLines(text, paragraph.span);
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (!above) continue;
    const start = skipBlanks(text, line.start, line.end);
    const headerStart = skipBlanks(text, above.start, above.end);
    if (text.charAt(headerStart) !== '|' || text.charAt(start) !== '|') continue;
    const columns = delimiterColumns(text, start, line.end);
    const wanted = countCells(text, headerStart, above.end);
    if (columns === 0 || columns === wanted) continue;
    yield {
      span: span(start, line.end),
      anchor: `delimiter of ${text.slice(headerStart, above.end)}`,
      severity,
      message: `The header row has ${cells(wanted)}, this line ${columns}, so this is plain text, not a table, and is ignored. Make it ${cells(wanted)}.`,
      ...(wanted > 0
        ? {
            fix: {
              title: `Write ${cells(wanted)}`,
              safe: false,
              edits: [{ span: span(start, line.end), newText: `|${'---|'.repeat(wanted)}` }],
            },
          }
        : {}),
    };
  }
}

export const malformedTableRow = defineRule({
  code: 'PW114',
  name: 'malformed-table-row',
  summary: 'A table row has more or fewer cells than its table',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec', 'testCase', 'board', 'archive', 'context', 'governanceRules'],
  why: 'Cells beyond the last column are not shown, and if one is missing the rest shift to the left. Usually a pipe in the text is the cause: it ends the cell, even in backticks.',
  fix: 'Write `\\|` for a pipe that belongs to the text, and as many cells as the header has. The quick fix escapes pipes in backticks and removes empty cells at the end of a row. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit reads rows with its own patterns, which cut such a row short or miss it. Only its lessons check counts cells.',
  check(document) {
    const suspects = suspectBlocks(document);
    return suspects.length === 0 ? [] : judge(document, suspects);
  },
});

/**
 * The tables with a ragged row and the paragraphs with a pipe, those in list items too. What holds no pipe
 * is skipped.
 */
function suspectBlocks({ text, blocks }: AnyDocument): readonly (Table | Paragraph)[] {
  const suspects: (Table | Paragraph)[] = [];
  addSuspects(text, blocks, text.indexOf('|'), suspects);
  return suspects;
}

/** @param pipe the next one in the text; -1: none is left. @returns the next one behind what was looked at. */
function addSuspects(text: string, blocks: readonly Block[], pipe: number, suspects: (Table | Paragraph)[]): number {
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block;
    const { start, end } = block.span;
    if (pipe >= 0 && pipe < start) pipe = text.indexOf('|', start);
    if (pipe < 0) return pipe;
    if (pipe >= end) continue;
    if (block.kind === 'list')
      for (const { children } of block.items) pipe = addSuspects(text, children, pipe, suspects);
    else if (block.kind === 'paragraph' || (block.kind === 'table' && isRagged(block))) suspects.push(block);
  }
  return pipe;
}

function isRagged({ rows, columns }: Table): boolean {
  return rows.some(({ cells }) => cells.length !== columns);
}

function* judge(document: AnyDocument, suspects: readonly (Table | Paragraph)[]): Generator<Report> {
  const severity: Severity =
    document.kind === 'spec' ? unlessDone(document.model, 'warning') : document.kind === 'archive' ? 'info' : 'warning';
  for (const block of suspects) {
    if (block.kind === 'table') yield* raggedRows(document, block, severity);
    else yield* brokenTables(document, block, severity);
  }
}

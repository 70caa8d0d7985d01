import type { Changing } from '../../base/changing.js';
import type { Block, Table } from '../../markdown/blocks.js';
import type { Located, Span } from '../../markdown/span.js';
import { collect, none } from '../../base/same.js';
import { bareWord, cellAt, fieldRows, isFieldTable } from '../fieldTable.js';
import { findItemIds } from '../itemId.js';
import { locate } from '../located.js';
import type { DependencySurface, ImplementationStep, Metadata, Section, SecurityCheck } from './spec.js';
import { trimmedSpan } from '../textLines.js';

/**
 * The metadata: the first table with the header `| Field | Value |` that is not one of a Dependency Surface.
 *
 * @param blocks of the whole document.
 * @param sections all of it, in order.
 */
export function parseMetadata(
  text: string,
  blocks: readonly Block[],
  sections: readonly Section[],
): Metadata | undefined {
  let next = 0;
  const table = blocks.find((block): block is Table => {
    if (block === sections[next]?.heading) next++;
    return block.kind === 'table' && sections[next - 1]?.name !== 'dependencySurface' && isFieldTable(block, text);
  });
  return table && { table, rows: fieldRows(table, text) };
}

/** The rows of every table with the columns Step, File and Action. */
export function parseImplementationSteps(text: string, { blocks }: Section): readonly ImplementationStep[] {
  return collect(tablesOf(blocks), (table) => {
    const names = columnNames(text, table);
    const step = names.indexOf('step');
    const file = names.indexOf('file');
    const action = names.indexOf('action');
    if (step < 0 || file < 0 || action < 0) return none;
    return table.rows.map((row) => ({
      span: row.span,
      step: cellAt(row, step),
      file: cellAt(row, file),
      action: cellAt(row, action),
    }));
  });
}

const securityId = /\bSEC-\d{1,15}\b/;

/** Table rows whose first cell holds `SEC-{n}`, and headings that begin with it. */
export function parseSecurityChecks(text: string, { blocks }: Section): readonly SecurityCheck[] {
  return collect(blocks, (block): readonly SecurityCheck[] => {
    if (block.kind === 'heading') {
      const id = findSecurityId(text, block.textSpan);
      const atStart = id && bareWord(text, block.textSpan).span.start === id.span.start;
      return atStart ? [{ id, span: block.span }] : none;
    }
    return block.kind === 'table' ? checksIn(text, block) : none;
  });
}

function checksIn(text: string, table: Table): readonly SecurityCheck[] {
  const names = columnNames(text, table);
  const applicable = names.indexOf('applicable');
  const reason = names.indexOf('reason');
  return collect(table.rows, (row): readonly SecurityCheck[] => {
    const first = row.cells[0];
    const id = first && findSecurityId(text, first.span);
    if (!id) return none;
    const check: Changing<SecurityCheck> = { id, span: row.span };
    if (applicable >= 0) check.applicable = cellAt(row, applicable);
    if (reason >= 0) check.reason = cellAt(row, reason);
    return [check];
  });
}

function findSecurityId(text: string, { start, end }: Span): Located | undefined {
  const match = securityId.exec(text.slice(start, end));
  if (!match) return undefined;
  return { value: match[0], span: { start: start + match.index, end: start + match.index + match[0].length } };
}

/** What the first Field/Value table of a Dependency Surface says; no rows where there is no such table. */
export function parseDependencySurface(text: string, section: Section): DependencySurface {
  const table = tablesOf(section.blocks).find((candidate) => isFieldTable(candidate, text));
  const rows = table ? fieldRows(table, text) : [];
  const dependsOn: Located[] = [];
  const touches: Located[] = [];
  rows.forEach(({ key, value: { span: cell } }) => {
    const name = key.value.toLowerCase();
    if (name === 'touches') pathsIn(text, cell).forEach((path) => touches.push(path));
    else if (name === 'depends on')
      findItemIds(text.slice(cell.start, cell.end), cell.start).forEach((id) => dependsOn.push(id));
  });
  return { section, rows, dependsOn: dependsOn.slice(), touches: touches.slice() };
}

const noPath = /^(?:none|n\/a|tbd|todo|-|—)$/i;

/**
 * The paths in a cell, divided by commas or semicolons, in backticks or bare; a remark in parentheses or a phrase is no path.
 *
 * @param cell the cell's place in `text`.
 */
export function pathsIn(text: string, { start, end }: Span): readonly Located[] {
  return collect(matches(everyPart, text.slice(start, end)), ({ 0: part, index }) =>
    readPaths(text, trimmedSpan(text, { start: start + index, end: start + index + part.length })),
  );
}

const everyPart = /[^,;，；、]+/gu;
const everyQuoted = /`([^`]+)`/gu;

/** Not `matchAll`, which builds the expression again. */
function matches(every: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  every.lastIndex = 0;
  for (let match = every.exec(text); match !== null; match = every.exec(text)) found.push(match);
  return found;
}

function readPaths(text: string, part: Span): readonly Located[] {
  const value = text.slice(part.start, part.end);
  const quoted = matches(everyQuoted, value);
  if (quoted.length > 0)
    return quoted.map(({ 0: { length }, index }) =>
      locate(text, { start: part.start + index + 1, end: part.start + index + length - 1 }),
    );
  const remark = value.search(/\s\(/u);
  const bare = locate(text, { start: part.start, end: remark < 0 ? part.end : part.start + remark });
  return bare.value === '' || /[\s()`]/u.test(bare.value) || noPath.test(bare.value) ? [] : [bare];
}

function tablesOf(blocks: readonly Block[]): readonly Table[] {
  return blocks.filter((block) => block.kind === 'table');
}

function columnNames(text: string, { header }: Table): readonly string[] {
  return header.cells.map((cell) => bareWord(text, cell.span).value.toLowerCase());
}

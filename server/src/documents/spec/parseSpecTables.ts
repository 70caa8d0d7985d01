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
 */
export function parseMetadata(
  text: string,
  blocks: readonly Block[],
  sections: readonly Section[],
): Metadata | undefined {
  const elsewhere = new Set(collect(sections, ({ name, blocks: own }) => (name === 'dependencySurface' ? own : none)));
  const table = blocks.find(
    (block): block is Table => block.kind === 'table' && !elsewhere.has(block) && isFieldTable(block, text),
  );
  return table && { table, rows: fieldRows(table, text) };
}

/** The rows of every table with the columns Step, File and Action. */
export function parseImplementationSteps(text: string, { blocks }: Section): readonly ImplementationStep[] {
  return collect(tablesOf(blocks), (table) => {
    const names = columnNames(text, table);
    const [step, file, action] = ['step', 'file', 'action'].map((name) => names.indexOf(name));
    if (step === undefined || file === undefined || action === undefined || Math.min(step, file, action) < 0) return [];
    return table.rows.map((row) => ({
      span: row.span,
      step: cellAt(row, step),
      file: cellAt(row, file),
      action: cellAt(row, action),
    }));
  });
}

const securityId = /\bSEC-\d{1,15}\b/u;

/** Table rows whose first cell holds `SEC-{n}`, and headings that begin with it. */
export function parseSecurityChecks(text: string, { blocks }: Section): readonly SecurityCheck[] {
  return collect(blocks, (block): readonly SecurityCheck[] => {
    if (block.kind === 'heading') {
      const id = findSecurityId(text, block.textSpan);
      const atStart = id && bareWord(text, block.textSpan).span.start === id.span.start;
      return atStart ? [{ id, span: block.span }] : [];
    }
    if (block.kind !== 'table') return none;
    const names = columnNames(text, block);
    const [applicable, reason] = ['applicable', 'reason'].map((name) => names.indexOf(name));
    return collect(block.rows, (row): readonly SecurityCheck[] => {
      const [first] = row.cells;
      const id = first && findSecurityId(text, first.span);
      if (!id) return [];
      return [
        {
          id,
          ...(applicable !== undefined && applicable >= 0 ? { applicable: cellAt(row, applicable) } : {}),
          ...(reason !== undefined && reason >= 0 ? { reason: cellAt(row, reason) } : {}),
          span: row.span,
        },
      ];
    });
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
  const valuesOf = (name: string): Span[] =>
    collect(rows, ({ key, value }) => (key.value.toLowerCase() === name ? [value.span] : none));
  return {
    section,
    rows,
    dependsOn: collect(valuesOf('depends on'), ({ start, end }) => findItemIds(text.slice(start, end), start)),
    touches: collect(valuesOf('touches'), (cell) => pathsIn(text, cell)),
  };
}

const noPath = /^(?:none|n\/a|tbd|todo|-|—)$/i;

/**
 * The paths in a cell, divided by commas or semicolons, in backticks or bare; a remark in parentheses or a phrase is no path.
 *
 * @param cell the cell's place in `text`.
 */
export function pathsIn(text: string, { start, end }: Span): readonly Located[] {
  return Array.from(text.slice(start, end).matchAll(/[^,;，；、]+/gu), ({ 0: part, index }) =>
    readPaths(text, trimmedSpan(text, { start: start + index, end: start + index + part.length })),
  ).flat();
}

function readPaths(text: string, part: Span): readonly Located[] {
  const value = text.slice(part.start, part.end);
  const quoted = Array.from(value.matchAll(/`([^`]+)`/gu), ({ 0: { length }, index }) =>
    locate(text, { start: part.start + index + 1, end: part.start + index + length - 1 }),
  );
  if (quoted.length > 0) return quoted;
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

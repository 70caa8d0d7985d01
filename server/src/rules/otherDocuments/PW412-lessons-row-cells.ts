import { insertAt } from '../../markdown/textEdit.js';
import type { TableRow } from '../../markdown/blocks.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';

export const lessonsRowCells = defineRule({
  code: 'PW412',
  name: 'lessons-row-cells',
  summary: 'A row of the lessons table does not have three cells',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['lessons'],
  why: 'A pipe in the text of a lesson starts a new cell: the lesson is cut off there, and the rest is shown as its context or not at all.',
  fix: 'Write pipes inside a cell as `\\|`, also in backticks, and give every row a date, lesson and context. The quick fix escapes the pipes if it is clear which ones belong to the text.',
  pactkit:
    'PactKit does not escape pipes when it appends a lesson. `lint-lessons` expects exactly three cells, and also counts escaped pipes.',
  *check({ text, model }) {
    for (const { span, cells } of model.table?.rows ?? []) {
      if (cells.length === 3) continue;
      const tooMany = cells.length > 3;
      const fix = tooMany ? escapePipes(text, cells) : undefined;
      yield {
        span,
        message: tooMany
          ? `This row has ${cells.length} cells instead of 3: a pipe in its text cuts the lesson off. Write the pipe as \`\\|\`.`
          : `This row has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`} instead of 3, so part of the lesson is missing or misplaced. Write date, lesson and context.`,
        ...(fix ? { fix } : {}),
      };
    }
  },
});

/**
 * Escapes the pipes that are in a code span, where these are exactly the ones too many: any other choice would be a guess
 * at which pipe ends the lesson.
 */
function escapePipes(text: string, cells: TableRow['cells']): Fix | undefined {
  const inCode: number[] = [];
  let ticks = 0;
  cells.forEach((cell, index) => {
    ticks += cell.text.split('`').length - 1;
    const next = cells[index + 1];
    if (!next || ticks % 2 === 0) return;
    const pipe = text.indexOf('|', cell.span.end);
    if (pipe >= 0 && pipe < next.span.start) inCode.push(pipe);
  });
  if (ticks % 2 !== 0 || inCode.length !== cells.length - 3) return undefined;
  return {
    title: inCode.length === 1 ? 'Escape the pipe' : `Escape the ${inCode.length} pipes`,
    safe: true,
    edits: inCode.map((start) => insertAt(start, '\\')),
  };
}

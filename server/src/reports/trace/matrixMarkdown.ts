import { escapeProse } from '../../markdown/escapeProse.js';
import type { MatrixItem } from '../../trace/matrix.js';
import { cellText, matrixColumns, stageWords, stateText } from './matrixText.js';

/** The matrix as Markdown: a heading and a table for each item. What documents and tests say is text, never markup. */
export function matrixMarkdown(items: readonly MatrixItem[]): string {
  const parts = items.map(({ id, title, stage, rows }) =>
    [
      `## ${escapeProse(`${id}: ${title}`)}`,
      '',
      stageWords[stage],
      '',
      `| ${matrixColumns.join(' | ')} |`,
      `| ${matrixColumns.map(() => '---').join(' | ')} |`,
      ...rows.map((row) => {
        const parts = [row.requirement, row.criterion, row.scenario].map((cell) => escapeProse(cellText(cell)));
        const tests = row.tests.map((test) => escapeProse(cellText(test))).join('<br>');
        return `| ${[...parts, tests, stateText(row)].join(' | ')} |`;
      }),
    ].join('\n'),
  );
  return `${['# Trace matrix', ...parts].join('\n\n')}\n`;
}

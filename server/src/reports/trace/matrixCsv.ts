import type { MatrixItem } from '../../trace/matrix.js';
import { cellText, matrixColumns, stageWords, stateText } from './matrixText.js';

/**
 * The matrix as CSV (RFC 4180): a header, and a record for each row. A value that a spreadsheet would take for a formula
 * begins with an apostrophe (OWASP, CSV Injection).
 */
export function matrixCsv(items: readonly MatrixItem[]): string {
  const records = items.flatMap(({ id, title, stage, rows }) =>
    rows.map((row) => [
      id,
      title,
      stageWords[stage],
      cellText(row.requirement),
      cellText(row.criterion),
      cellText(row.scenario),
      row.tests.map(cellText).join('\n'),
      stateText(row),
    ]),
  );
  return [['Item', 'Title', 'Stage', ...matrixColumns], ...records]
    .map((record) => `${record.map(field).join(',')}\r\n`)
    .join('');
}

function field(value: string): string {
  const safe = /^[=+\-@\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

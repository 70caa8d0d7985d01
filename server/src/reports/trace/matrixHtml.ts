import { escapeHtml } from '../../base/escapeHtml.js';
import { htmlPage, styleOnly } from '../htmlPage.js';
import type { MatrixItem, MatrixRow } from '../../trace/matrix.js';
import { cellText, matrixColumns, stageWords, stateText } from './matrixText.js';

const symbols: Readonly<Record<MatrixRow['state'], string>> = { ok: '✓', missing: '✗', deferred: '…' };

const style = `body{font:14px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%;margin-bottom:2rem}
caption{text-align:left;font-weight:600;font-size:1.2em;padding:.5rem 0}
th,td{border:1px solid #8c959f;padding:.3rem .5rem;text-align:left;vertical-align:top}
thead th{background:#eaeef2}
td ul{margin:0;padding-left:1rem}
.missing{font-weight:600;border-left:.4rem double #a40e26}
@media (prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}thead th{background:#21262d}}`;

/**
 * The matrix as one HTML page that needs nothing else and runs nothing. A symbol and words show gaps.
 *
 * @param name of the project, for the title.
 */
export function matrixHtml(items: readonly MatrixItem[], name: string): string {
  const title = name === '' ? 'Trace matrix' : `Trace matrix: ${name}`;
  const shown = items.length === 0 ? '<p>There is nothing to show.</p>' : items.map(table).join('\n');
  return htmlPage({
    language: 'en',
    title,
    policy: styleOnly("'unsafe-inline'"),
    head: `<style>\n${style}\n</style>`,
    body: `<main>\n<h1>${escapeHtml(title)}</h1>\n${shown}\n</main>`,
  });
}

function table({ id, title, stage, rows }: MatrixItem): string {
  return `<table>
<caption>${escapeHtml([id, title].filter((part) => part !== '').join(': '))} (${stageWords[stage]})</caption>
<thead><tr>${matrixColumns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(tableRow).join('\n')}
</tbody>
</table>`;
}

function tableRow(row: MatrixRow): string {
  const { requirement, criterion, scenario, tests, state } = row;
  const first = requirement ?? criterion ?? scenario;
  const cells = [requirement, criterion, scenario].map((cell) =>
    cell !== undefined && cell === first
      ? `<th scope="row">${escapeHtml(cellText(cell))}</th>`
      : `<td>${escapeHtml(cellText(cell))}</td>`,
  );
  const list =
    tests.length === 0 ? '' : `<ul>${tests.map((test) => `<li>${escapeHtml(cellText(test))}</li>`).join('')}</ul>`;
  return `<tr>${cells.join('')}<td>${list}</td><td class="${state}"><span aria-hidden="true">${symbols[state]}</span> ${escapeHtml(stateText(row))}</td></tr>`;
}

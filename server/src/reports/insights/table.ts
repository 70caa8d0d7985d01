import { escapeHtml } from '../../base/escapeHtml.js';

/** A table's cell: numbers are to the right. */
export type Cell = string | number;

/** A table whose first column names the row. It scrolls by itself where it is long or wide, so it takes the focus. */
export function table(
  id: string,
  caption: string,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): string {
  const head = columns
    .map((column, at) => `<th scope="col"${kindOf(rows[0]?.[at])}>${escapeHtml(column)}</th>`)
    .join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${escapeHtml(String(first))}</th>${cells.map((cell) => `<td${kindOf(cell)}>${escapeHtml(String(cell))}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" role="group" tabindex="0" aria-labelledby="${id}-caption"><table>
<caption id="${id}-caption">${escapeHtml(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

const kindOf = (cell: Cell | undefined): string => (typeof cell === 'number' ? ' class="number"' : '');

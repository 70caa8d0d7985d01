import type { TraceGraph } from '../../trace/graph.js';
import type { MatrixItem, MatrixRow } from '../../trace/matrix.js';
import { cellText, stageWords, stateText } from './matrixText.js';
import { count } from '../../base/count.js';
import { plainText } from '../../base/plainText.js';

/**
 * Items with a line for every way from a requirement to its tests.
 *
 * @param path of the project, relative to the root; empty for the root itself.
 */
export function formatTrace(path: string, trace: TraceGraph, items: readonly MatrixItem[]): string {
  const lines = path === '' ? [] : [`${plainText(path)}:`];
  for (const { id, title, stage, rows } of items) {
    lines.push(`${id}  ${plainText(title)}  (${stageWords[stage]})`, ...rows.map((row) => `  ${plainText(way(row))}`));
  }
  const missing = items.reduce((sum, { gaps }) => sum + gaps, 0);
  lines.push('', `${items.length} of ${trace.items.length} items shown, ${count(missing, 'gap')}`);
  return `${lines.join('\n')}\n`;
}

function way(row: MatrixRow): string {
  const cells = [row.requirement, row.criterion, row.scenario].map(cellText).filter((text) => text !== '');
  const tests = row.tests.map(cellText);
  const end = row.state === 'ok' ? [] : [stateText(row)];
  return [...cells, ...(tests.length > 0 ? [tests.join('; ')] : []), ...end].join(' → ');
}

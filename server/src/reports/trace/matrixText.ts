import { gapWords, type MatrixCell, type MatrixRow } from '../../trace/matrix.js';
import type { Stage } from '../../trace/graph.js';

/** The columns of an exported matrix, in order. */
export const matrixColumns = ['Requirement', 'Criterion', 'Scenario', 'Tests', 'State'] as const;

export const stageWords: Readonly<Record<Stage, string>> = {
  unplanned: 'Not on the board',
  backlog: 'Backlog',
  inProgress: 'In Progress',
  done: 'Done',
  archived: 'Archive',
};

/** `R1 Keep the cart`; empty if there is no cell. */
export function cellText(cell: MatrixCell | undefined): string {
  return cell ? [cell.label, cell.text].filter((part) => part !== '').join(' ') : '';
}

/** `ok`, `deferred`, `missing: no test`. */
export function stateText({ state, gap }: MatrixRow): string {
  return gap ? `${state}: ${gapWords[gap]}` : state;
}

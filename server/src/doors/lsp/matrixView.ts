import type { MatrixCellView, MatrixFormat, MatrixItemView, MatrixView } from '../../protocol.js';
import { createMatrix, type MatrixItem, type MatrixOptions, type PlacedCell } from '../../trace/matrix.js';
import { matrixCsv } from '../../reports/trace/matrixCsv.js';
import { matrixHtml } from '../../reports/trace/matrixHtml.js';
import { matrixMarkdown } from '../../reports/trace/matrixMarkdown.js';
import { placeIn, startOf } from './places.js';
import type { TracedProject } from './tracedProject.js';
import { itemPlace } from './traceView.js';

/** The matrix of a project with the places that its cells lead to. */
export function toMatrixView(traced: TracedProject): MatrixView {
  return {
    root: traced.rootUri,
    name: traced.name,
    items: createMatrix(traced.trace).map((item) => toItemView(traced, item)),
  };
}

/** The matrix of a project, or of one item of it, as a whole file. */
export function exportMatrix({ trace, name }: TracedProject, format: MatrixFormat, options: MatrixOptions): string {
  const items = createMatrix(trace, options);
  switch (format) {
    case 'md':
      return matrixMarkdown(items);
    case 'csv':
      return matrixCsv(items);
    case 'html':
      return matrixHtml(items, name);
  }
}

function toItemView(traced: TracedProject, { id, title, stage, rows, gaps }: MatrixItem<PlacedCell>): MatrixItemView {
  const { trace, uriOf } = traced;
  const item = trace.item(id);
  const toCell = ({ label, text, file, span }: PlacedCell): MatrixCellView => ({
    label: label || text,
    text: label ? text : '',
    place: placeIn(uriOf, file, span),
  });
  return {
    id,
    title,
    stage,
    gaps,
    place: item ? itemPlace(traced, item) : startOf(uriOf('')),
    rows: rows.map(({ requirement, criterion, scenario, tests, state, gap }) => ({
      ...(requirement ? { requirement: toCell(requirement) } : {}),
      ...(criterion ? { criterion: toCell(criterion) } : {}),
      ...(scenario ? { scenario: toCell(scenario) } : {}),
      // What a test is called tells more than where it is.
      tests: tests.map((test) => ({ ...toCell(test), label: test.text, text: test.label })),
      ...(gap ? { gap } : {}),
      deferred: state === 'deferred',
    })),
  };
}

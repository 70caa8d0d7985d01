import { itemTitle } from '../../trace/itemTitle.js';
import type { MatrixCellView, MatrixItemView, MatrixRowView, TraceGap, TraceNodeView } from '../../protocol.js';
import type { ItemTrace } from '../../trace/graph.js';
import type { TracedProject } from './session.js';
import { itemPlace, toTraceItemDetail } from './traceView.js';

/** The requirements, criteria, scenarios and tests of an item as rows: the same that the trace view shows as a tree. */
export function toMatrixItemView(
  traced: Pick<TracedProject, 'project' | 'trace' | 'uriOf'>,
  item: ItemTrace,
): MatrixItemView {
  const { requirements, looseCriteria, looseScenarios, looseTests } = toTraceItemDetail(traced, item);
  const top = [...requirements, ...looseCriteria, ...looseScenarios];
  const rows = top.flatMap((node) => rowsOf(node, { tests: [], gaps: [] }));
  return {
    id: item.id,
    title: itemTitle(item) ?? '',
    stage: item.stage,
    place: itemPlace(traced, item),
    rows: looseTests.length > 0 ? [...rows, { tests: looseTests.map(toCell), gaps: [] }] : rows,
  };
}

/** One row per way on from a node; a node from which none leads on ends its row, and its gaps are the row's. */
function rowsOf(node: TraceNodeView, above: MatrixRowView): readonly MatrixRowView[] {
  const { kind, gaps, children } = node;
  const column = columns[kind];
  const row: MatrixRowView = column ? { ...above, [column]: toCell(node) } : above;
  const further = children.filter((child) => columns[child.kind]).flatMap((child) => rowsOf(child, row));
  const tests = children.filter((child) => child.kind === 'test');
  const skipped: readonly TraceGap[] =
    tests.length > 0 && tests.every((test) => test.gaps.length > 0) ? ['skipped'] : [];
  if (further.length > 0 && tests.length === 0) return further;
  return [...further, { ...row, tests: tests.map(toCell), gaps: [...gaps, ...skipped] }];
}

const columns: Partial<Record<TraceNodeView['kind'], 'requirement' | 'criterion' | 'scenario'>> = {
  requirement: 'requirement',
  criterion: 'criterion',
  scenario: 'scenario',
};

function toCell({ label, description, place }: TraceNodeView): MatrixCellView {
  return { label, text: description, ...(place ? { place } : {}) };
}

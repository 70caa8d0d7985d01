import { describe, expect, it } from 'vitest';
import {
  detailRows,
  findItemRow,
  itemRows,
  nodeRows,
  stageRows,
  topRows,
  type TraceRow,
} from '../../../client/src/trace/traceNodes.js';
import type { TraceItemDetail, TraceItemView, TraceNodeView, TraceProjectView } from '../../../server/src/protocol.js';

const start = { line: 0, character: 0 };
const place = { uri: 'file:///a.md', range: { start, end: start } };

const item = (id: string, stage: TraceItemView['stage'], gaps = 0): TraceItemView => ({
  ...{ id, stage, gaps, place, title: '', criteria: 0, covered: 0, coveredBy: 'test', documents: [], revision: 1 },
});
const project = (name: string, ...items: readonly TraceItemView[]): TraceProjectView => ({
  root: `file:///${name}`,
  name,
  items,
});
const node = (label: string, ...children: readonly TraceNodeView[]): TraceNodeView => ({
  ...{ kind: 'test', key: label, label, description: '', gaps: [], children },
});
const nothing: TraceItemDetail = {
  ...{ requirements: [], looseCriteria: [], looseScenarios: [], looseTests: [] },
  ...{ dependencies: [], files: [], branches: [], commits: [] },
};

/** Every item row in the order shown, as `stage item`. */
function shown(rows: readonly TraceRow[]): string[] {
  return rows.flatMap((row) => {
    if (row.kind === 'project') return shown(stageRows(row.project, row));
    if (row.kind === 'stage') return shown(itemRows(row.project, row.stage, row));
    return row.kind === 'item' ? [`${row.item.stage} ${row.item.id}`] : [];
  });
}

describe('the rows of the trace tree', () => {
  const one = project('one', item('STORY-001', 'done'), item('STORY-002', 'inProgress', 2));
  const two = project('two', item('STORY-001', 'backlog', 1));

  it('begin with the stages of the only project, what is worked on first', () => {
    expect(topRows([one, project('none')], false).map(({ kind }) => kind)).toEqual(['stage', 'stage']);
    expect(shown(topRows([one], false))).toEqual(['inProgress STORY-002', 'done STORY-001']);
  });

  it('begin with the projects where there are several', () => {
    expect(topRows([one, two], false).map(({ id }) => id)).toEqual(['file:///one', 'file:///two']);
  });

  it('can be those with gaps alone', () => {
    expect(shown(topRows([one, two], true))).toEqual(['inProgress STORY-002', 'backlog STORY-001']);
    expect(topRows([project('one', item('STORY-001', 'done'))], true)).toEqual([]);
  });

  it('find an item with all that it stands below', () => {
    const found = findItemRow(topRows([one, two], false), 'file:///two', 'STORY-001');
    expect(found?.kind === 'item' && found.item.stage).toBe('backlog');
    expect([found?.parent?.kind, found?.parent?.parent?.kind]).toEqual(['stage', 'project']);
    expect(findItemRow(topRows([one, two], true), 'file:///one', 'STORY-001')).toBeUndefined();
  });

  it('keep an item’s id when it comes to another stage', () => {
    const idIn = (stage: TraceItemView['stage']): string | undefined =>
      findItemRow(topRows([project('one', item('STORY-001', stage))], false), 'file:///one', 'STORY-001')?.id;
    expect(idIn('done')).toBe(idIn('backlog'));
  });

  it('each have an id of their own, also where names are equal', () => {
    const [top] = itemRows(one, 'done', undefined);
    if (!top) throw new Error('there is no row');
    const reference = { root: one.root, item: 'STORY-001' };
    const detail = { ...nothing, requirements: [node('a', node('b')), node('a', node('b'))], looseTests: [node('a')] };
    const rows = detailRows(reference, detail, top);
    const all = rows.flatMap((row) => [
      row,
      ...nodeRows(reference, row.kind === 'node' ? row.node.children : row.kind === 'group' ? row.nodes : [], row),
    ]);
    expect(all).toHaveLength(6);
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
  });
});

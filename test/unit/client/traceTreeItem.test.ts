import { describe, expect, it } from 'vitest';
import type { TraceRow } from '../../../client/src/trace/traceNodes.js';
import { toTraceTreeItem } from '../../../client/src/trace/traceTreeItem.js';
import type { TraceNodeView } from '../../../server/src/protocol.js';

const node = (view: Partial<TraceNodeView>): TraceRow => ({
  kind: 'node',
  id: 'id',
  parent: undefined,
  reference: { root: 'file:///', item: 'STORY-001' },
  node: {
    ...{ kind: 'criterion', key: 'AC1', label: 'AC1', description: 'Kept', gaps: [], children: [] },
    ...view,
  },
});

describe('a row of the trace tree', () => {
  it('tells a gap by its icon and in words', () => {
    const { description, tooltip, iconPath } = toTraceTreeItem(node({ gaps: ['noScenario', 'noTest'] }));
    expect(description).toBe('no scenario, no test · Kept');
    expect(tooltip).toBe('AC1: Kept\nno scenario, no test');
    expect(iconPath).toMatchObject({ id: 'warning' });
    expect(toTraceTreeItem(node({})).iconPath).toMatchObject({ id: 'checklist' });
  });

  it('opens a commit by its hash and everything else at its place', () => {
    const hash = 'a'.repeat(40);
    expect(toTraceTreeItem(node({ kind: 'commit', hash })).command?.arguments).toEqual(['file:///', hash]);
    const start = { line: 3, character: 1 };
    const opened = toTraceTreeItem(node({ place: { uri: 'file:///a.md', range: { start, end: start } } }));
    expect(opened.command).toMatchObject({ command: 'vscode.open', arguments: ['file:///a.md', {}] });
    expect(toTraceTreeItem(node({})).command).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { GateAnswer, GateSubject } from '../../../client/src/gates/gateAnswer.js';
import { findItemRow, type GateLookup, type GateRow, rowsBelow, topRows } from '../../../client/src/gates/gateNodes.js';
import { toGateTreeItem } from '../../../client/src/gates/gateTreeItem.js';
import type { ConditionResult, TraceItemView, TraceProjectView, TraceStage } from '../../../server/src/protocol.js';
import { conditionOf, verdictOf } from '../../support/gateVerdict.js';
import { traceItemOf } from './traceViews.js';

const range = { start: { line: 3, character: 0 }, end: { line: 3, character: 5 } };
const root = 'file:///p';

function itemOf(id: string, stage: TraceStage): TraceItemView {
  const place = { uri: `${root}/docs/specs/${id}.md`, range };
  return traceItemOf(id, { title: `Title of ${id}`, stage, place });
}

function projectOf(...items: readonly TraceItemView[]): TraceProjectView {
  return { root, name: 'p', items };
}

/** What is known of each item at whatever gate, by its id. */
function lookup(answers: Readonly<Record<string, GateAnswer>>, chosen: Partial<GateSubject> = {}): GateLookup {
  return {
    answer: ({ item }) => answers[item],
    chosenGate: (_, item) => (item === chosen.item ? chosen.gate : undefined),
  };
}

/** The rows as a person reads them: icon, label, description. */
function outline(rows: readonly GateRow[], indent = ''): string[] {
  return rows.flatMap((row) => {
    const { label, description, iconPath } = toGateTreeItem(row);
    // Icons of ours are all theme icons.
    const { id } = iconPath as { id: string };
    // Labels are texts in this view.
    const name = label as string;
    const said = description === undefined ? '' : ` | ${String(description)}`;
    return [`${indent}[${id}] ${name}${said}`, ...outline(rowsBelow(row), `${indent}  `)];
  });
}

function check(answer: GateAnswer, ...expected: readonly string[]): void {
  const rows = topRows([projectOf(itemOf('STORY-001', 'inProgress'))], lookup({ 'STORY-001': answer }));
  expect(outline(rows)).toEqual(expected);
}

describe('the rows of the Gates view', () => {
  it('are the items a gate was run for, and below them those in progress, at the gate that comes next', () => {
    const project = projectOf(
      itemOf('STORY-001', 'inProgress'),
      itemOf('STORY-002', 'backlog'),
      itemOf('STORY-003', 'backlog'),
      itemOf('STORY-004', 'done'),
    );
    expect(outline(topRows([project], lookup({}, { item: 'STORY-003', gate: 'act-in' })))).toEqual([
      '[circle-large-outline] STORY-003 | act-in: not run yet · Title of STORY-003',
      '[circle-large-outline] STORY-001 | done: not run yet · Title of STORY-001',
    ]);
  });

  it('stand below their project where there are several', () => {
    const other = { root: 'file:///q', name: 'q', items: [itemOf('STORY-009', 'inProgress')] };
    const projects = [projectOf(itemOf('STORY-001', 'inProgress')), other, { root: 'file:///r', name: 'r', items: [] }];
    const top = topRows(projects, lookup({}));
    expect(top.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['project file:///p', 'project file:///q']);
    expect(findItemRow(top, 'file:///q', 'STORY-009')).toMatchObject({ kind: 'item', parent: { id: 'file:///q' } });
    expect(findItemRow(top, root, 'STORY-009')).toBeUndefined();
  });

  it('show what is in the way first, with the places and the next step, and put away what holds', () => {
    const failing = conditionOf('tasks', {
      state: 'fail',
      summary: '1 of 2 tasks not ticked',
      problems: [
        { message: '"Test it" is not ticked', place: { path: 'docs/board.md', range } },
        { message: 'Nothing else' },
      ],
      next: 'Tick it',
    });
    const open = conditionOf('tests-pass', { state: 'unknown', summary: 'it was not run' });
    const optional = conditionOf('coverage', { state: 'fail', required: false, summary: '2 lines' });
    check(
      { verdict: verdictOf('refused', [conditionOf('documents'), optional, open, failing]) },
      '[error] STORY-001 | done: blocked by 2 · Title of STORY-001',
      '  [question] tests-pass | unknown · it was not run',
      '  [error] tasks | failed · 1 of 2 tasks not ticked',
      '    [circle-small-filled] "Test it" is not ticked | docs/board.md:4',
      '    [circle-small-filled] Nothing else',
      '    [arrow-right] Next: Tick it',
      '  [info] coverage | optional, failed · 2 lines',
      '  [pass] Passed | 1',
      '    [pass] documents | passed · documents looked at',
    );
  });

  it('show who overrode what', () => {
    const overridden = { person: 'Ada', reason: 'The test is of another item', at: 0 };
    check(
      { verdict: verdictOf('allowed', [conditionOf('tasks', { state: 'fail', summary: '1 open', overridden })]) },
      '[pass] STORY-001 | done: passed · Title of STORY-001',
      '  [shield] tasks | failed, overridden by Ada · 1 open',
    );
  });

  it('follow a gate that is asked, in its order', () => {
    check(
      {
        verdict: verdictOf('allowed', []),
        running: {
          how: 'reuse',
          waits: false,
          looking: 'The tests pass',
          progress: 'running 2 tests',
          results: [conditionOf('tasks'), conditionOf('trace', { state: 'fail', summary: '1 gap' })],
        },
      },
      '[loading~spin] STORY-001 | done: running, 2 checked · Title of STORY-001',
      '  [pass] tasks | passed · tasks looked at',
      '  [error] trace | failed · 1 gap',
      '  [loading~spin] The tests pass: running 2 tests',
    );
  });

  it('stay as they are while the record is read', () => {
    const running = { how: 'recorded', waits: false, looking: 'The tests pass', results: [] } as const;
    check(
      { verdict: verdictOf('unknown', [conditionOf('a', { state: 'unknown', summary: 'not run' })]), running },
      '[question] STORY-001 | done: 1 unknown · Title of STORY-001',
      '  [question] a | unknown · not run',
    );
  });

  it('say why a gate could not be asked', () => {
    check(
      { failure: 'pactwright: no such item\nmore' },
      '[warning] STORY-001 | done: could not be run · Title of STORY-001',
      '  [warning] pactwright: no such item',
    );
  });

  it('keep the id of a condition that comes to hold', () => {
    const idOf = (result: ConditionResult): string | undefined => {
      const answer = { verdict: verdictOf('refused', [result]) };
      const [item] = topRows([projectOf(itemOf('STORY-001', 'inProgress'))], lookup({ 'STORY-001': answer }));
      const find = (rows: readonly GateRow[]): GateRow | undefined =>
        rows.flatMap((row) => (row.kind === 'condition' ? row : find(rowsBelow(row))) ?? [])[0];
      return find(item ? rowsBelow(item) : [])?.id;
    };
    expect(idOf(conditionOf('tasks', { state: 'fail' }))).toBe(idOf(conditionOf('tasks')));
  });

  it.each([
    ['a condition that failed', { state: 'fail' }, 'condition  open '],
    ['one that passed', {}, 'condition   '],
    [
      'one with a place',
      { state: 'fail', problems: [{ message: '', place: { path: 'a' } }] },
      'condition placed open ',
    ],
    ['one that a person let pass', { state: 'fail', overridden: { person: '', reason: '', at: 0 } }, 'condition   '],
    [
      'one whose command nobody let run',
      { state: 'unknown', problems: [{ message: '', command: ['a'] }] },
      'condition  open command',
    ],
  ] as const)('offer what can be done with %s', (_, result, expected) => {
    const subject: GateSubject = { root, item: 'STORY-001', gate: 'done' };
    const row: GateRow = { kind: 'condition', id: 'a', parent: undefined, subject, result: conditionOf('a', result) };
    expect(toGateTreeItem(row).contextValue).toBe(expected);
  });
});

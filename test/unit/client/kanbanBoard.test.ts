import { describe, expect, it } from 'vitest';
import type { SessionState } from '../../../server/src/protocol.js';
import { agentsOfItems } from '../../../client/src/agents/agentsOfItems.js';
import { toKanbanBoard } from '../../../client/src/kanban/kanbanBoard.js';
import { kanbanChangeOperation } from '../../../client/src/kanban/kanbanChange.js';
import type { KanbanChange } from '../../../client/src/kanban/kanbanMessages.js';
import { at, boardOf, entryOf } from './boardViews.js';

const task = (text: string, checked = false) => ({ text, checked, range: at(0) });
const view = boardOf({
  '': [entryOf('STORY-009')],
  Backlog: [
    entryOf('STORY-001', { spec: 'docs/specs/STORY-001.md', priority: 'P1', rank: 1, criteria: 3, covered: 2 }),
    entryOf('STORY-002', {}, { tasks: [task('one', true), task('two'), task('two')] }),
  ],
  Icebox: [
    entryOf('STORY-002', {}, { name: 'L8#1a2b3c4d', tasks: [task('three')] }),
    entryOf('L9#1a2b3c4d', {}, { id: undefined, title: 'No id' }),
  ],
});
const board = toKanbanBoard(view);

describe('a board as columns of cards', () => {
  it('has a column for each section, and a key of its own for each card', () => {
    expect(
      board.columns.map(({ key, title, kind, cards }) => ({ key, title, kind, cards: cards.map((one) => one.key) })),
    ).toEqual([
      { key: '', title: '', kind: 'custom', cards: ['STORY-009'] },
      { key: 'Backlog', title: 'Backlog', kind: 'backlog', cards: ['STORY-001', 'STORY-002'] },
      { key: 'Icebox', title: 'Icebox', kind: 'custom', cards: ['STORY-002\n2', 'No id'] },
    ]);
  });

  it('shows what is known of an item, and no lines, which differ with every edit', () => {
    const [, backlog] = board.columns;
    expect(backlog?.cards[0]).toEqual({
      key: 'STORY-001',
      id: 'STORY-001',
      title: 'Title of STORY-001',
      tasks: [],
      facts: {
        hasSpec: true,
        priority: 'P1',
        rank: 1,
        criteria: 3,
        covered: 2,
        coveredBy: 'test',
        branches: [],
        errors: 0,
        warnings: 0,
        drifts: 0,
        blockedBy: [],
      },
    });
    const moved = toKanbanBoard({ ...view, sections: view.sections.map((section) => ({ ...section, range: at(99) })) });
    expect(moved.columns).toEqual(board.columns);
  });
});

describe('agents on cards', () => {
  it.each<
    readonly [string, readonly (readonly [item: string | undefined, state: SessionState, root?: string])[], string]
  >([
    ['nobody', [], ''],
    ['one at work', [['STORY-001', 'running']], 'STORY-001 running'],
    ['one that begins', [['STORY-001', 'starting']], 'STORY-001 running'],
    ['one at the end of its turn', [['STORY-001', 'idle']], 'STORY-001 waiting'],
    ['one that is gone', [['STORY-001', 'lost']], 'STORY-001 failed'],
    ['one that has finished', [['STORY-001', 'finished']], ''],
    [
      'one that has finished after another failed',
      [
        ['STORY-001', 'finished'],
        ['STORY-001', 'failed'],
      ],
      '',
    ],
    [
      'one that fails after another finished',
      [
        ['STORY-001', 'failed'],
        ['STORY-001', 'finished'],
      ],
      'STORY-001 failed',
    ],
    [
      'an older one still at work',
      [
        ['STORY-001', 'failed'],
        ['STORY-001', 'running'],
      ],
      'STORY-001 running',
    ],
    [
      'an older one that asks',
      [
        ['STORY-001', 'running'],
        ['STORY-001', 'waiting'],
      ],
      'STORY-001 waiting',
    ],
    ['one of no item', [[undefined, 'running']], ''],
    ['one of another project', [['STORY-001', 'running', 'file:///other']], ''],
    [
      'items apart',
      [
        ['STORY-001', 'running'],
        ['STORY-002', 'failed'],
      ],
      'STORY-001 running, STORY-002 failed',
    ],
  ])('%s', (_, sessions, expected) => {
    const told = sessions.map(([item, state, root = view.root]) => ({
      ...(item === undefined ? {} : { item }),
      state,
      root,
    }));
    const { columns } = toKanbanBoard(view, agentsOfItems(told, view.root));
    const shown = columns.flatMap(({ cards }) => cards.flatMap(({ key, agent }) => (agent ? [`${key} ${agent}`] : [])));
    expect(shown.filter((one) => !one.includes('\n')).join(', ')).toBe(expected);
  });
});

describe('what a page wants changed, as an operation', () => {
  const move = (cards: string, column: string, beside?: readonly [string, 'before' | 'after']): KanbanChange => ({
    type: 'move',
    cards: cards.split(' + '),
    column,
    ...(beside ? { beside: { card: beside[0], side: beside[1] } } : {}),
  });
  const cases: readonly (readonly [change: KanbanChange, operation: unknown])[] = [
    [move('STORY-001', 'Icebox'), { name: 'board move', input: { items: ['STORY-001'], section: 'Icebox' } }],
    [
      move('STORY-001', 'Backlog', ['STORY-002', 'after']),
      { name: 'board move', input: { items: ['STORY-001'], section: 'Backlog', after: 'STORY-002' } },
    ],
    [
      { type: 'tick', card: 'STORY-002', task: 0, text: 'one', ticked: false },
      { name: 'board untick', input: { item: 'STORY-002', task: 'one' } },
    ],
    // The list has changed since the page was drawn.
    [
      { type: 'tick', card: 'STORY-002', task: 1, text: 'one', ticked: false },
      { name: 'board untick', input: { item: 'STORY-002', task: 'one' } },
    ],
    // Two tasks have that text, so it is named by its number.
    [
      { type: 'tick', card: 'STORY-002', task: 2, text: 'two', ticked: true },
      { name: 'board tick', input: { item: 'STORY-002', task: '3' } },
    ],
    [
      { type: 'rename', card: 'STORY-001', title: 'New' },
      { name: 'board edit-title', input: { item: 'STORY-001', title: 'New' } },
    ],
    // Two entries have that id.
    [
      { type: 'tick', card: 'STORY-002\n2', task: 0, text: 'three', ticked: true },
      { name: 'board tick', input: { item: 'L8#1a2b3c4d', task: 'three' } },
    ],
    [
      move('STORY-001', 'Icebox', ['STORY-002\n2', 'before']),
      { name: 'board move', input: { items: ['STORY-001'], section: 'Icebox', before: 'L8#1a2b3c4d' } },
    ],
    [
      move('STORY-001', 'Icebox', ['No id', 'before']),
      { name: 'board move', input: { items: ['STORY-001'], section: 'Icebox', before: 'L9#1a2b3c4d' } },
    ],
    [
      move('STORY-001 + STORY-002\n2', 'Icebox', ['No id', 'after']),
      { name: 'board move', input: { items: ['STORY-001', 'L8#1a2b3c4d'], section: 'Icebox', after: 'L9#1a2b3c4d' } },
    ],
    // All or none.
    [move('STORY-001 + gone', 'Icebox'), undefined],
    [move('STORY-001 + No id', 'Backlog'), undefined],
    [move('gone', 'Icebox'), undefined],
    [move('STORY-001', 'gone'), undefined],
    [move('STORY-001', ''), undefined],
    [move('No id', 'Backlog'), undefined],
    [{ type: 'tick', card: 'STORY-002', task: 0, text: 'gone', ticked: true }, undefined],
  ];
  it.each(cases)('%o', (change, operation) => {
    expect(kanbanChangeOperation(board, change)).toEqual(operation);
  });
});

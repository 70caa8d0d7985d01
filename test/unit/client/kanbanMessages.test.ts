import { describe, expect, it } from 'vitest';
import { readKanbanMessage, readKanbanPageMessage } from '../../../client/src/kanban/kanbanMessages.js';
import { readKept } from '../../../client/webview/kanban/kept.js';

describe('a message of the page of the board', () => {
  const change = (wanted: unknown, request: unknown = 1): unknown => ({ type: 'change', request, change: wanted });
  const whole: readonly unknown[] = [
    { type: 'ready' },
    { type: 'open', card: 'STORY-001', what: 'spec' },
    { type: 'open', card: 'STORY-001', what: 'entry', task: 2 },
    { type: 'help', what: 'trust' },
    change({ type: 'move', cards: ['STORY-001'], column: 'Done' }),
    change({
      type: 'move',
      cards: ['STORY-001', 'BUG-001'],
      column: 'Done',
      beside: { card: 'STORY-002', side: 'after' },
    }),
    change({ type: 'tick', card: 'STORY-001', task: 0, text: 'Pages', ticked: false }),
    change({ type: 'rename', card: 'STORY-001', title: 'New' }),
  ];
  it.each(whole)('is taken: %o', (message) => {
    expect(readKanbanPageMessage(message)).toEqual(message);
  });

  it('loses what does not belong to it', () => {
    const more = { type: 'rename', card: 'a', title: 'b', command: 'quit' };
    expect(readKanbanPageMessage(change(more))).toEqual(change({ type: 'rename', card: 'a', title: 'b' }));
  });

  const broken: readonly unknown[] = [
    undefined,
    'ready',
    [],
    { type: 'run' },
    { type: 'open', card: 1, what: 'spec' },
    { type: 'open', card: 'a', what: 'everything' },
    { type: 'open', card: 'a', what: 'entry', task: -1 },
    { type: 'help', what: 'workbench.action.quit' },
    change(undefined),
    change({ type: 'delete', card: 'a' }),
    change({ type: 'move', cards: ['a'], column: 'b' }, 0.5),
    change({ type: 'move', cards: ['a'] }),
    change({ type: 'move', cards: [], column: 'b' }),
    change({ type: 'move', card: 'a', column: 'b' }),
    change({ type: 'move', cards: ['a'], column: 'b', beside: null }),
    change({ type: 'move', cards: ['a'], column: 'b', beside: { card: 'c', side: 'over' } }),
    change({ type: 'move', cards: ['a'], column: 'b', beside: { card: 3, side: 'after' } }),
    change({ type: 'tick', card: 'a', task: 1, ticked: true }),
    change({ type: 'tick', card: 'a', task: 'one', text: 'one', ticked: true }),
    change({ type: 'rename', title: 'x' }),
  ];
  it.each(broken)('is refused: %o', (message) => {
    expect(readKanbanPageMessage(message)).toBeUndefined();
  });
});

describe('a message to the page of the board', () => {
  const cases: readonly (readonly [message: unknown, isTaken: boolean])[] = [
    [{ type: 'board', words: {}, uri: 'file:///a', canWrite: true, board: [] }, true],
    [{ type: 'board', words: {}, uri: 'file:///a', canWrite: false, board: 'loading' }, true],
    [{ type: 'settled', request: 3 }, true],
    [{ type: 'reveal', card: 'a', rename: false }, true],
    [{ type: 'board', board: [] }, false],
    [{ type: 'settled' }, false],
    [{ type: 'reveal' }, false],
    [{ source: 'other' }, false],
    [null, false],
  ];
  it.each(cases)('%o', (message, isTaken) => {
    expect(readKanbanMessage(message)).toBe(isTaken ? message : undefined);
  });
});

describe('what the editor keeps for the page', () => {
  const nothing = { filter: '', expanded: [], collapsed: [], at: undefined };
  const cases: readonly (readonly [kept: unknown, read: unknown])[] = [
    [undefined, { filter: '', expanded: [], collapsed: [] }],
    [
      { filter: 'a', expanded: ['b'], collapsed: ['e'], at: { column: 'c', card: 'd' } },
      { filter: 'a', expanded: ['b'], collapsed: ['e'], at: { column: 'c', card: 'd' } },
    ],
    [
      { filter: 1, expanded: ['b', 2], at: { column: 'c', card: 4 } },
      { ...nothing, expanded: ['b'], at: { column: 'c' } },
    ],
    [{ expanded: 'b', at: { card: 'd' } }, nothing],
    [{ at: 'c' }, nothing],
  ];
  it.each(cases)('%o', (kept, read) => {
    expect(readKept(kept)).toEqual(read);
  });
});

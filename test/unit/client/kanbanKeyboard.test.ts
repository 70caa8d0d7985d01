import { describe, expect, it } from 'vitest';
import { type At, keyAction, placeAfter } from '../../../client/webview/kanban/keyboard.js';
import { columnsOf } from './kanbanColumns.js';

const columns = columnsOf('Backlog: a b2 c, Doing: d, Done:');
const at = (column: string, card?: string, task?: number): At => ({
  column,
  ...(card === undefined ? {} : { card }),
  ...(task === undefined ? {} : { task }),
});

/** `Alt+Shift+Ctrl+KEY`; the tasks of `b` are shown. Cards are named by their keys. */
function press(keys: string, from: At, board = columns, selected: readonly string[] = []): unknown {
  const parts = keys.split('+');
  const key = { Space: ' ' }[parts.at(-1) ?? ''] ?? parts.at(-1) ?? '';
  const held = (name: string): boolean => parts.slice(0, -1).includes(name);
  const action = keyAction({ key, alt: held('Alt'), shift: held('Shift'), control: held('Ctrl') }, from, {
    columns: board,
    expanded: new Set(['b']),
    selection: { cards: new Set(selected) },
  });
  if (action?.do === 'move') return { ...action, cards: action.cards.map((card) => card.key).join(' ') };
  return action && 'card' in action ? { ...action, card: action.card.key } : action;
}

describe('keys that go through the board', () => {
  const cases: readonly (readonly [keys: string, from: At, to: At | 'nothing'])[] = [
    ['ArrowDown', at('Backlog', 'a'), at('Backlog', 'b')],
    ['ArrowDown', at('Backlog', 'b'), at('Backlog', 'b', 0)],
    ['ArrowDown', at('Backlog', 'b', 0), at('Backlog', 'b', 1)],
    ['ArrowDown', at('Backlog', 'b', 1), at('Backlog', 'c')],
    ['ArrowDown', at('Backlog', 'c'), 'nothing'],
    ['ArrowUp', at('Backlog', 'c'), at('Backlog', 'b', 1)],
    ['ArrowUp', at('Backlog', 'b', 1), at('Backlog', 'b', 0)],
    ['ArrowUp', at('Backlog', 'b', 0), at('Backlog', 'b')],
    ['ArrowUp', at('Backlog', 'a'), 'nothing'],
    ['ArrowRight', at('Backlog', 'c'), at('Doing', 'd')],
    ['ArrowRight', at('Doing', 'd'), at('Done')],
    ['ArrowRight', at('Done'), 'nothing'],
    ['ArrowLeft', at('Done'), at('Doing', 'd')],
    ['ArrowLeft', at('Backlog', 'a'), 'nothing'],
    ['Home', at('Backlog', 'c'), at('Backlog', 'a')],
    ['End', at('Backlog', 'a'), at('Backlog', 'c')],
    ['PageDown', at('Backlog', 'a'), at('Backlog', 'c')],
    ['PageUp', at('Backlog', 'c'), at('Backlog', 'a')],
    ['Home', at('Done'), 'nothing'],
  ];
  it.each(cases)('%s from %o', (keys, from, to) => {
    expect(press(keys, from)).toEqual(to === 'nothing' ? { do: 'nothing' } : { do: 'go', to });
  });
});

describe('keys that do something', () => {
  const cases: readonly (readonly [keys: string, from: At, action: unknown])[] = [
    ['Alt+ArrowRight', at('Backlog', 'a'), { do: 'move', cards: 'a', column: 'Doing' }],
    ['Alt+ArrowLeft', at('Doing', 'd'), { do: 'move', cards: 'd', column: 'Backlog' }],
    ['Alt+ArrowLeft', at('Backlog', 'a'), { do: 'nothing' }],
    [
      'Alt+ArrowDown',
      at('Backlog', 'a'),
      { do: 'move', cards: 'a', column: 'Backlog', beside: { card: 'b', side: 'after' } },
    ],
    [
      'Alt+ArrowUp',
      at('Backlog', 'c'),
      { do: 'move', cards: 'c', column: 'Backlog', beside: { card: 'b', side: 'before' } },
    ],
    ['Alt+ArrowUp', at('Backlog', 'a'), { do: 'nothing' }],
    ['Shift+ArrowDown', at('Backlog', 'b'), { do: 'select', how: 'extend', to: at('Backlog', 'c') }],
    ['Shift+ArrowUp', at('Backlog', 'c'), { do: 'select', how: 'extend', to: at('Backlog', 'b') }],
    ['Shift+ArrowDown', at('Backlog', 'c'), { do: 'nothing' }],
    ['Ctrl+ArrowDown', at('Backlog', 'b'), { do: 'go', to: at('Backlog', 'c'), keeps: true }],
    ['Ctrl+Space', at('Backlog', 'b'), { do: 'select', how: 'toggle', to: at('Backlog', 'b') }],
    ['Ctrl+Space', at('Done'), { do: 'nothing' }],
    ['Ctrl+a', at('Backlog', 'b'), { do: 'selectAll', column: 'Backlog' }],
    ['Ctrl+Shift+a', at('Backlog', 'b'), undefined],
    ['Ctrl+Alt+ArrowRight', at('Backlog', 'a'), undefined],
    ['Alt+ArrowRight', at('Done'), undefined],
    ['Alt+F4', at('Backlog', 'a'), undefined],
    ['Space', at('Backlog', 'b'), { do: 'toggle', card: 'b' }],
    ['Space', at('Backlog', 'b', 1), { do: 'tick', card: 'b', task: 1 }],
    ['Space', at('Done'), { do: 'nothing' }],
    ['Enter', at('Backlog', 'a'), { do: 'open', card: 'a', what: 'entry' }],
    ['Enter', at('Backlog', 'b', 1), { do: 'open', card: 'b', what: 'entry', task: 1 }],
    ['F2', at('Backlog', 'a'), { do: 'rename', card: 'a' }],
    ['Shift+F10', at('Backlog', 'a'), { do: 'menu', card: 'a' }],
    ['F10', at('Backlog', 'a'), undefined],
    ['ContextMenu', at('Backlog', 'a'), { do: 'menu', card: 'a' }],
    ['Escape', at('Backlog', 'a'), { do: 'clear' }],
    ['Shift+?', at('Done'), { do: 'keys' }],
    ['/', at('Done'), { do: 'filter' }],
    ['Ctrl+f', at('Done'), { do: 'filter' }],
    ['Ctrl+z', at('Backlog', 'a'), undefined],
    ['Ctrl+s', at('Backlog', 'a'), undefined],
    ['x', at('Backlog', 'a'), undefined],
    ['F1', at('Backlog', 'a'), undefined],
    ['ArrowDown', at('gone', 'a'), undefined],
  ];
  it.each(cases)('%s at %o', (keys, from, action) => {
    expect(press(keys, from)).toEqual(action);
  });

  it('open the spec where there is one', () => {
    const [first] = columns;
    const [card] = first?.cards ?? [];
    if (!first || !card) throw new Error('no card');
    const facts = { hasSpec: true, criteria: 0, covered: 0, coveredBy: 'test', branches: [] } as const;
    const none = { errors: 0, warnings: 0, drifts: 0, blockedBy: [] };
    const board = [{ ...first, cards: [{ ...card, facts: { ...facts, ...none } }] }];
    expect(press('Enter', at('Backlog', 'a'), board)).toMatchObject({ what: 'spec' });
    expect(press('Shift+Enter', at('Backlog', 'a'), board)).toMatchObject({ what: 'entry' });
  });

  it('put no card above the first section', () => {
    const board = columnsOf(': a, Backlog: b, Done: c');
    expect(press('Alt+ArrowLeft', at('Backlog', 'b'), board)).toEqual({ do: 'nothing' });
    expect(press('Alt+ArrowRight', at('', 'a'), board)).toMatchObject({ column: 'Backlog' });
  });
});

describe('keys that move several cards', () => {
  const to = (column: string, side?: 'before' | 'after', card?: string): unknown => ({
    column,
    ...(side ? { beside: { card, side } } : {}),
  });
  const cases: readonly (readonly [keys: string, active: string, selected: string, action: unknown])[] = [
    ['Alt+ArrowRight', 'a', 'a c', { cards: 'a c', ...Object(to('Doing')) }],
    // One that is not selected goes alone.
    ['Alt+ArrowRight', 'b', 'a c', { cards: 'b', ...Object(to('Doing')) }],
    ['Alt+ArrowRight', 'a', 'd a', { cards: 'a d', ...Object(to('Doing')) }],
    ['Alt+ArrowDown', 'a', 'a b', { cards: 'a b', ...Object(to('Backlog', 'after', 'c')) }],
    ['Alt+ArrowUp', 'c', 'b c', { cards: 'b c', ...Object(to('Backlog', 'before', 'a')) }],
    ['Alt+ArrowUp', 'c', 'a b c', { do: 'nothing' }],
    ['Alt+ArrowDown', 'a', 'a c', { do: 'nothing' }],
  ];
  it.each(cases)('%s on %s with %s selected', (keys, active, selected, action) => {
    expect(press(keys, at('Backlog', active), columns, selected.split(' '))).toMatchObject(Object(action));
  });
});

describe('the place of a person on a board that has changed', () => {
  const cases: readonly (readonly [what: string, from: At | undefined, now: string, to: At | undefined])[] = [
    ['nothing was there before', undefined, 'Backlog:, Doing: d', at('Doing', 'd')],
    ['the card has moved', at('Backlog', 'a'), 'Backlog: b2, Doing: a d', at('Doing', 'a')],
    ['the card is gone', at('Backlog', 'b'), 'Backlog: a c, Doing: d', at('Backlog', 'c')],
    ['the last card is gone', at('Backlog', 'c'), 'Backlog: a b2', at('Backlog', 'b')],
    ['the only card is gone', at('Doing', 'd'), 'Backlog: a, Doing:', at('Doing')],
    ['the column is gone', at('Doing', 'd'), 'Backlog: a', at('Backlog', 'a')],
    ['the task is gone', at('Backlog', 'b', 1), 'Backlog: b1', at('Backlog', 'b')],
    ['the task is there', at('Backlog', 'b', 1), 'Backlog: b2', at('Backlog', 'b', 1)],
  ];
  it.each(cases)('%s', (_what, from, now, to) => {
    expect(placeAfter(from, columns, columnsOf(now))).toEqual(to);
  });

  it('is nowhere on a board without columns', () => {
    expect(placeAfter(at('Backlog', 'a'), columns, [])).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import {
  chosenCards,
  extended,
  noSelection,
  type Selection,
  shownSelection,
  toggled,
} from '../../../client/webview/kanban/selection.js';
import { columnsOf } from './kanbanColumns.js';

const columns = columnsOf('Backlog: a b c d, Doing: e f');
const at = (card: string): { readonly column: string; readonly card: string } => ({
  column: 'ef'.includes(card) ? 'Doing' : 'Backlog',
  card,
});
const of = (cards: string, anchor?: string): Selection => ({
  cards: new Set(cards.split(' ').filter(Boolean)),
  ...(anchor === undefined ? {} : { anchor }),
});
const asText = ({ cards }: Selection): string => [...cards].sort().join(' ');

describe('a click with Ctrl', () => {
  const cases = [
    ['', 'a', 'c', 'a c'],
    ['', 'a', 'a', 'a'],
    ['a c', 'c', 'e', 'a c e'],
    ['a c e', 'e', 'c', 'a e'],
  ] as const;
  it.each(cases)('with "%s" selected and %s active, on %s: %s', (selected, active, card, expected) => {
    expect(asText(toggled(of(selected), at(active), card))).toBe(expected);
  });
});

describe('a click with Shift', () => {
  const cases = [
    ['', undefined, 'a', 'c', 'a b c'],
    ['', undefined, 'c', 'a', 'a b c'],
    // The range is another one, from the same beginning.
    ['b c d', 'b', 'd', 'a', 'a b'],
    // In another column no range begins.
    ['', undefined, 'a', 'f', 'a f'],
    ['a b', 'gone', 'b', 'd', 'a b d'],
  ] as const;
  it.each(cases)('with "%s" from %s, %s active, on %s: %s', (selected, anchor, active, card, expected) => {
    const column = columns.find(({ key }) => key === at(card).column);
    if (!column) throw new Error('no column');
    expect(asText(extended(of(selected, anchor), at(active), { column, card }))).toBe(expected);
  });
});

describe('an act on a card', () => {
  const [first] = columns[0]?.cards ?? [];
  it.each([
    ['a f c', 'a c f'],
    ['b c', 'a'],
    ['', 'a'],
  ])('with "%s" selected is about %s', (selected, expected) => {
    if (!first) throw new Error('no card');
    expect(
      chosenCards(columns, of(selected), first)
        .map(({ key }) => key)
        .join(' '),
    ).toBe(expected);
  });
});

describe('a selection on a board that has changed', () => {
  it.each([
    ['a b', 'a b'],
    ['a gone', 'a'],
    ['gone', ''],
  ])('of "%s" is "%s"', (selected, expected) => {
    expect(asText(shownSelection(of(selected), columns))).toBe(expected);
  });

  it('is the same object where all is still there', () => {
    const all = of('a f');
    expect(shownSelection(all, columns)).toBe(all);
    expect(shownSelection(noSelection, columns)).toBe(noSelection);
  });
});

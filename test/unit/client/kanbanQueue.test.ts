import { describe, expect, it } from 'vitest';
import type { KanbanChange } from '../../../client/src/kanban/kanbanMessages.js';
import { createChangeQueue } from '../../../client/src/kanban/kanbanQueue.js';

const move = (cards: string, column: string): KanbanChange => ({ type: 'move', cards: cards.split(' '), column });
const tick = (card: string): KanbanChange => ({ type: 'tick', card, task: 0, text: 'task 1', ticked: true });

/** Asks for changes at once, and answers what was carried out: the change, and the requests it stands for. */
async function carriedOut(changes: readonly KanbanChange[]): Promise<readonly string[]> {
  const done: string[] = [];
  const add = createChangeQueue(async (change, requests) => {
    await Promise.resolve();
    const where = change.type === 'move' ? ` to ${change.column}` : '';
    const about = change.type === 'move' ? change.cards.join(' ') : change.card;
    done.push(`${change.type} ${about}${where}: ${requests.join(' ')}`);
  });
  changes.forEach((change, request) => {
    add({ request, change });
  });
  await new Promise((resolve) => setTimeout(resolve));
  return done;
}

describe('changes that a page asks for faster than they are carried out', () => {
  const cases: readonly (readonly [changes: readonly KanbanChange[], done: readonly string[]])[] = [
    [[], []],
    [[move('a', 'x')], ['move a to x: 0']],
    // The first is under way already.
    [
      [move('a', 'x'), move('a', 'y'), move('a', 'z')],
      ['move a to x: 0', 'move a to z: 1 2'],
    ],
    [
      [tick('a'), move('a', 'x'), move('a', 'y'), tick('a'), move('a', 'z')],
      ['tick a: 0', 'move a to y: 1 2', 'tick a: 3', 'move a to z: 4'],
    ],
    [
      [tick('a'), move('a', 'x'), move('b', 'x'), move('a', 'y')],
      ['tick a: 0', 'move a to x: 1', 'move b to x: 2', 'move a to y: 3'],
    ],
    [
      [tick('a'), move('a b', 'x'), move('a b', 'y'), move('a', 'z')],
      ['tick a: 0', 'move a b to y: 1 2', 'move a to z: 3'],
    ],
    [
      [tick('a'), tick('a'), tick('a')],
      ['tick a: 0', 'tick a: 1', 'tick a: 2'],
    ],
  ];
  it.each(cases)('%o', async (changes, done) => {
    expect(await carriedOut(changes)).toEqual(done);
  });
});

import { describe, expect, it } from 'vitest';
import {
  afterPhase,
  emptyQueue,
  parseQueue,
  type Queue,
  withItems,
  withItemsMoved,
  withoutItems,
} from '../../../server/src/agents/queue.js';

const order = ({ entries }: Queue): string => entries.map(({ item }) => item.slice(-1)).join('');
const ids = (text: string): string[] => text.split('').map((one) => `STORY-${one}`);
const queue = withItems(emptyQueue, '/shop', ids('1234'));

describe('the queue', () => {
  it('takes each item once, behind those that are there', () => {
    expect(order(withItems(queue, '/shop', ids('2552')))).toBe('12345');
    // An item of another project has the same id.
    expect(order(withItems(queue, '/other', ids('1')))).toBe('12341');
  });

  it.each([
    ['3', '1', '3124'],
    ['24', '1', '2413'],
    ['1', undefined, '2341'],
    ['1', '9', '2341'],
    ['12', '1', '3412'],
  ])('moves %s in front of %s', (moved, before, after) => {
    const target = before === undefined ? undefined : `STORY-${before}`;
    expect(order(withItemsMoved(queue, '/shop', ids(moved), target))).toBe(after);
  });

  it('gives items back', () => {
    expect(order(withoutItems(queue, '/shop', ids('13')))).toBe('24');
    expect(order(withoutItems(queue, '/other', ids('13')))).toBe('1234');
  });

  it('builds once more what a later phase refuses, and nothing else', () => {
    const [entry] = queue.entries;
    if (!entry) throw new Error('no entry');
    const built = afterPhase(afterPhase(entry, 'plan', 'passed'), 'act', 'passed');
    expect(built).toMatchObject({ state: 'waiting', passed: ['plan', 'act'] });
    const refused = afterPhase(built, 'check', 'refused', 'the gate check refused');
    expect(refused).toMatchObject({ state: 'ended', passed: ['plan'], outcome: 'refused' });
    expect(afterPhase(built, 'check', 'unknown').passed).toEqual(['plan', 'act']);
  });

  it('is none where a file says something else', () => {
    expect(parseQueue(JSON.stringify(queue))).toEqual(queue);
    for (const text of ['', '[]', '{"version":2,"entries":[]}', '{"version":1}'])
      expect(parseQueue(text)).toBeUndefined();
  });
});

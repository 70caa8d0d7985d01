import { describe, expect, it } from 'vitest';
import { doubtAbout } from '../../../client/src/gates/gateHeads.js';

describe('the head of a record that was seen before', () => {
  it.each([
    ['the same', 2, ['a', 'b'], undefined],
    ['a longer one', 4, ['a', 'b', 'c', 'd'], undefined],
    ['one pruned behind what was seen', 9, ['h', 'i'], undefined],
    ['a shorter one', 1, ['a'], 'it ends at record 1, and this editor has seen record 2'],
    ['one that is gone', 0, [], 'it ends at record 0, and this editor has seen record 2'],
    ['one with another end', 2, ['a', 'x'], 'its record 2 differs from the one this editor has seen'],
    ['a longer one, written anew', 3, ['a', 'x', 'y'], 'its record 2 differs from the one this editor has seen'],
  ])('%s', (_, number, hashes, doubt) => {
    expect(doubtAbout({ number, hashes }, { number: 2, hash: 'b' })).toBe(doubt);
  });

  it('an empty record becomes any other', () => {
    expect(doubtAbout({ number: 1, hashes: ['a'] }, { number: 0, hash: '' })).toBeUndefined();
  });
});

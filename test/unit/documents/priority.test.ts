import { describe, expect, it } from 'vitest';
import { priorityRank } from '../../../server/src/documents/spec/priority.js';

const ranks: readonly (readonly [text: string, rank: number | undefined])[] = [
  ['P0', 0],
  ['**P1** — Impact 5', 1],
  ['p 3', 3],
  ['P12', undefined],
  ['Critical', 0],
  ['very high', 0],
  ['High', 1],
  ['Medium', 2],
  ['very medium', 2],
  ['Low', 3],
  ['super low', 4],
  ['won’t', 4],
  ['Lowland', undefined],
  ['TBD', undefined],
  ['', undefined],
];

describe('the rank of a Priority', () => {
  it.each(ranks)('of "%s" is %s', (text, rank) => {
    expect(priorityRank(text)).toBe(rank);
  });
});

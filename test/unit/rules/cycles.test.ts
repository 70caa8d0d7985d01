import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCycles } from '../../../server/src/rules/drift/cycles.js';

const cyclesIn = (edges: Readonly<Record<string, readonly string[]>>): readonly (readonly string[])[] =>
  findCycles(new Map(Object.entries(edges)));

describe('findCycles', () => {
  it.each<[string, Record<string, readonly string[]>, readonly (readonly string[])[]]>([
    ['none', { a: ['b', 'c'], b: ['c'], c: ['d'] }, []],
    ['two nodes', { b: ['a'], a: ['b'] }, [['b', 'a']]],
    ['the shortest way round', { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['a'] }, [['a', 'c', 'd']]],
    [
      'one of each group',
      { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['not of one node', { a: ['a'] }, []],
  ])('%s', (_, edges, expected) => {
    expect(cyclesIn(edges)).toEqual(expected);
  });

  it('goes as deep as a chain is long', () => {
    const length = 50_000;
    const edges = new Map(Array.from({ length }, (_, index) => [`${index}`, [`${(index + 1) % length}`]]));
    expect(findCycles(edges)).toHaveLength(1);
  });

  it('finds one exactly where a node leads back to itself over others, and it is a way round', () => {
    const node = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const graph = fc.dictionary(node, fc.uniqueArray(node, { maxLength: 3 }));
    fc.assert(
      fc.property(graph, (edges) => {
        const cycles = cyclesIn(edges);
        const reaches = (from: string): ReadonlySet<string> => {
          const found = new Set<string>();
          const waiting = [from];
          for (const at of waiting)
            for (const next of edges[at] ?? [])
              if (!found.has(next)) {
                found.add(next);
                waiting.push(next);
              }
          return found;
        };
        const isInCircle = (at: string): boolean =>
          Object.keys(edges).some((other) => other !== at && reaches(at).has(other) && reaches(other).has(at));
        expect(cycles.length > 0).toBe(Object.keys(edges).some(isInCircle));
        for (const cycle of cycles)
          for (const [index, at] of cycle.entries()) expect(edges[at]).toContain(cycle[(index + 1) % cycle.length]);
      }),
    );
  });
});

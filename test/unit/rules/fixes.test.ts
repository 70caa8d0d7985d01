import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../server/src/rules/finding.js';
import { applySafeFixes, chooseFixes } from '../../../server/src/rules/fixes.js';

type Edit = readonly [start: number, end: number, newText: string];

function finding(message: string, edits: readonly Edit[] | undefined, safe = true): Finding {
  return {
    id: '',
    code: 'PW198',
    rule: 'some-rule',
    severity: 'error',
    path: 'a.md',
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    message,
    ...(edits
      ? {
          fix: { title: 'Fix', safe, edits: edits.map(([start, end, newText]) => ({ span: { start, end }, newText })) },
        }
      : {}),
  };
}

const messages = (findings: readonly Finding[]): string[] => findings.map(({ message }) => message);

describe('chooseFixes', () => {
  it.each<[string, Edit, Edit, boolean]>([
    ['apart', [0, 2, ''], [4, 6, ''], true],
    ['side by side', [0, 2, ''], [2, 4, ''], true],
    ['one within the other', [0, 6, ''], [2, 4, ''], false],
    ['partly over each other', [0, 4, ''], [2, 6, ''], false],
    ['the same', [0, 4, 'x'], [0, 4, 'x'], false],
    ['two insertions at one place', [2, 2, 'x'], [2, 2, 'y'], false],
    ['an insertion at the edge of a replacement', [2, 2, 'x'], [2, 4, ''], false],
    ['an insertion behind a replacement', [2, 2, 'x'], [0, 1, ''], true],
  ])('takes both fixes that are %s: %j %j %s', (_, one, other, both) => {
    expect(messages(chooseFixes([finding('a', [one]), finding('b', [other])]))).toEqual(both ? ['a', 'b'] : ['a']);
    expect(messages(chooseFixes([finding('b', [other]), finding('a', [one])]))).toEqual(both ? ['b', 'a'] : ['b']);
  });

  it('takes a fix whole or not at all, and a later one in its place', () => {
    const chosen = chooseFixes([
      finding('first', [[0, 1, '']]),
      finding('half in the way', [
        [0, 1, ''],
        [5, 6, ''],
      ]),
      finding('free again', [[5, 6, '']]),
    ]);
    expect(messages(chosen)).toEqual(['first', 'free again']);
  });

  it('passes over findings without a fix', () => {
    expect(chooseFixes([finding('none', undefined), finding('empty', [])])).toEqual([]);
  });
});

describe('applySafeFixes', () => {
  it('applies the safe ones that go together, and leaves the rest', () => {
    const { text, fixed } = applySafeFixes('abcdef', [
      finding('a', [[0, 1, 'A']]),
      finding('unsafe', [[1, 2, 'B']], false),
      finding('c and f', [
        [2, 3, 'C'],
        [5, 6, ''],
      ]),
      finding('over c', [[2, 4, '']]),
    ]);
    expect(text).toBe('AbCde');
    expect(messages(fixed)).toEqual(['a', 'c and f']);
  });
});

import { describe, expect, it } from 'vitest';
import { createLineIndex } from '../../../server/src/markdown/lineIndex.js';

describe('createLineIndex', () => {
  const text = 'ab\ncd\r\n\re𝒳';
  const index = createLineIndex(text);

  it('counts lines by each kind of line break', () => {
    expect(index.lineCount).toBe(4);
    expect([0, 1, 2, 3, 4].map((line) => index.lineStart(line))).toEqual([0, 3, 7, 8, text.length]);
    expect(createLineIndex('a\n').lineCount).toBe(2);
  });

  it.each([
    [0, 0, 0],
    [2, 0, 2],
    [3, 1, 0],
    [6, 1, 3],
    [7, 2, 0],
    [11, 3, 3],
    [99, 3, 3],
    [-1, 0, 0],
  ])('finds offset %i at %i:%i', (offset, line, character) => {
    expect(index.positionAt(offset)).toEqual({ line, character });
  });

  it.each([
    [0, 1, 1],
    [0, 99, 2],
    [1, 99, 5],
    [2, 5, 7],
    [3, 3, 11],
    [4, 0, 11],
    [1, -1, 3],
  ])('finds %i:%i at offset %i', (line, character, offset) => {
    expect(index.offsetAt({ line, character })).toBe(offset);
  });

  it('turns spans into ranges', () => {
    expect(index.rangeOf({ start: 1, end: 4 })).toEqual({
      start: { line: 0, character: 1 },
      end: { line: 1, character: 1 },
    });
  });

  it('does not count a byte order mark, which editors take away', () => {
    const marked = createLineIndex('\uFEFFab\nc');
    expect(marked.rangeOf({ start: 1, end: 3 })).toEqual({
      start: { line: 0, character: 0 },
      end: { line: 0, character: 2 },
    });
    expect(marked.positionAt(0)).toEqual({ line: 0, character: 0 });
    expect(marked.offsetAt({ line: 0, character: 1 })).toBe(2);
    expect(marked.positionAt(4)).toEqual({ line: 1, character: 0 });
  });
});

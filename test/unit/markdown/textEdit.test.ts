import { describe, expect, it } from 'vitest';
import { type TextEdit, applyEdits } from '../../../server/src/markdown/textEdit.js';

const edit = (start: number, end: number, newText: string): TextEdit => ({ span: { start, end }, newText });

describe('applyEdits', () => {
  it.each<[string, readonly TextEdit[], string]>([
    ['none', [], 'abcdef'],
    ['in any order', [edit(4, 5, 'E'), edit(0, 1, 'A')], 'AbcdEf'],
    ['at one place, in the order given', [edit(2, 2, '1'), edit(2, 2, '2'), edit(2, 3, '')], 'ab12def'],
    ['at both ends', [edit(6, 6, '>'), edit(0, 0, '<')], '<abcdef>'],
  ])('applies edits: %s', (_name, edits, expected) => {
    expect(applyEdits('abcdef', edits)).toBe(expected);
  });

  it.each<[string, readonly TextEdit[]]>([
    ['overlap', [edit(0, 3, ''), edit(2, 4, '')]],
    ['lie outside the text', [edit(5, 7, '')]],
    ['end before they start', [edit(3, 2, '')]],
  ])('refuses edits that %s', (_name, edits) => {
    expect(() => applyEdits('abcdef', edits)).toThrow(RangeError);
  });
});

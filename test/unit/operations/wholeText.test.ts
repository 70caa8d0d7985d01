import { expect, it } from 'vitest';
import fc from 'fast-check';
import { wholeText } from '../../../server/src/operations/support/wholeText.js';

const texts = fc
  .array(fc.constantFrom('a', 'b', '\r\n', '\n', '😀', '😃'), { maxLength: 12 })
  .map((parts) => parts.join(''));

it('replaces whole lines, and only from the first to the last that differs', () => {
  expect(wholeText('a', 'x\r\none\r\ny\n', 'x\r\ntwo\r\ny\n')).toEqual([
    { kind: 'edit', path: 'a', edits: [{ span: { start: 3, end: 8 }, newText: 'two\r\n' }] },
  ]);
});

it('finds the lines in a long text, too', () => {
  const line = `${'x'.repeat(99)}\n`;
  const [head, tail] = [line.repeat(123), line.repeat(99)];
  expect(wholeText('a', `${head}one\n${tail}`, `${head}two\n${tail}`)).toEqual([
    { kind: 'edit', path: 'a', edits: [{ span: { start: 12_300, end: 12_304 }, newText: 'two\n' }] },
  ]);
  expect(wholeText('a', head + tail, head + line + tail)).toMatchObject([{ edits: [{ newText: line }] }]);
});

it('makes the text of any other', () => {
  fc.assert(
    fc.property(texts, texts, (before, text) => {
      const [change] = wholeText('a', before, text);
      const [edit] = change?.kind === 'edit' ? change.edits : [];
      if (!edit) return before === text;
      const { start, end } = edit.span;
      expect(before.slice(0, start) + edit.newText + before.slice(end)).toBe(text);
      const isLineStart = (at: number): boolean => at === 0 || at === before.length || before[at - 1] === '\n';
      return isLineStart(start) && isLineStart(end);
    }),
  );
});

import { expect, it } from 'vitest';
import { shareOfLines } from '../../../server/src/trace/netChanges.js';

it.each([
  ['one\n', 'one\ntwo\nthree\n', 'zero\ntwo\n', 0.5],
  ['one\n', 'one\n  two\n', 'two\r\n', 1],
  ['', 'two\n', '', 0],
  ['one\n}\n', 'one\n}\n}\n', 'other\n', 1],
  ['one\ntwo\nthree\n', 'one\n', 'one\nthree\n', 0.5],
  ['one\ntwo\n', 'one\n', 'one\n', 1],
  ['x\nx\n', 'x\nx\nx\n', 'x\nx\n', 1],
])('%j, changed to %j, is in %j by %d', (before, after, text, share) => {
  expect(shareOfLines(before, after, text)).toBe(share);
});

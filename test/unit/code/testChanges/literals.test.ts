import { expect, it } from 'vitest';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { codeOf } from '../../../../server/src/code/testChanges/codeFile.js';
import { layoutOf } from '../../../../server/src/code/testChanges/layout.js';
import { literalsOfTests } from '../../../../server/src/code/testChanges/literals.js';

it.each([
  ["it('adds', () => { expect(total(12)).toBe(34); });", ['text adds', 'number 12'], ['number 34']],
  ["it('adds', () => { if (total(12) != 34) fail(); });", ['text adds', 'number 12', 'number 34'], ['number 34']],
])('tells what a test gives from what it expects: %s', (text, inputs, expected) => {
  const code = codeOf(parseSource('a.test.ts', text));
  const found = literalsOfTests(code ? layoutOf(code).tests.map((stretch) => ({ code, stretch })) : []);
  expect([[...found.inputs], [...found.expected]]).toEqual([inputs, expected]);
});

import path from 'node:path';
import { expect, it } from 'vitest';
import { decisionsOf } from '../../../server/src/syntax/decisionsOf.js';
import { givenValuesOf, varied, ways } from '../../../server/src/syntax/givenValuesOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { applyEdits } from '../../../server/src/syntax/stub.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

it.each<[file: string, text: string, expected: readonly string[]]>([
  ['a.js', 'f(x === 2 ? 3 : 4);', ['f(((x === 2) && false) ? 3 : 4);']],
  [
    'a.ts',
    'if (a) b(c.get(d) ?? e);',
    ['if (((a)) && false) b(c.get(d) ?? e);', 'if (a) b(((c.get(d)) && undefined) ?? e);'],
  ],
  [
    'a.py',
    'x = {1: 2}.get(y, z) if y else 3\n',
    ['x = {1: 2}.get(y, z) if ((y) and False) else 3\n', 'x = (z) if y else 3\n'],
  ],
  [
    'a.go',
    'package a\nfunc f() { if v, ok := m[x]; ok { g(v) } }',
    ['package a\nfunc f() { if v, ok := m[x]; ((ok) && false) { g(v) } }'],
  ],
  ['a.rs', 'fn f() { if a { b() } }', []],
])('switches off what decides in %s: %s', async (file, text, expected) => {
  const found = (await syntax.read(file, text, decisionsOf)) ?? [];
  expect(found.map(({ off }) => applyEdits(text, [off]))).toEqual(expected);
});

it.each<[file: string, text: string, expected: readonly string[]]>([
  ['a.js', "assert.equal(f(1, ['b'], g(3)), 4);", ['1', "'b'", '3']],
  ['a.py', 'assert cart.f(1) == h(2)\n', ['1']],
  ['a_test.go', 'package a\nfunc T() { if got := f(1); got != 2 {} }', ['1']],
])('finds what tests give in %s: %s', async (file, text, expected) => {
  const found = await syntax.read(file, text, (root, grammar) => givenValuesOf(root, grammar, new Set(['f'])));
  expect((found ?? []).map(({ text: value }) => value)).toEqual(expected);
});

it('changes what tests give', () => {
  const at = { start: 0, end: 1 };
  expect(ways.map((way) => varied({ kind: 'number', text: '5', ...at }, way).newText)).toEqual([
    '(5 + 1)',
    '(5 * 2)',
    '(5 - 1)',
    '(5 * 10 + 7)',
  ]);
  expect(ways.map((way) => varied({ kind: 'text', text: "'b'", ...at }, way).newText)).toContain(
    '("k " + \'b\' + " z")',
  );
});

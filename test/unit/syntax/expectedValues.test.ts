import path from 'node:path';
import { expect, it } from 'vitest';
import { expectedValuesOf } from '../../../server/src/syntax/expectedValuesOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

it.each<[file: string, text: string, expected: readonly string[]]>([
  ['a.js', 'assert.equal(f(1), 2);', ['2']],
  ['a.js', "assert.deepStrictEqual(f([1]), { a: [2, -3], b: 'c' });", ['2', '3', "'c'"]],
  ['a.js', "expect(f(1)).toBe('x'); expect(f(1)).not.toBe('y'); expect(f('z')).toHaveLength(4);", ["'x'"]],
  ['a.js', "assert.equal(f(1), g(2), 'the third is said');", []],
  ['a.js', "assert.notEqual(f(1), 2); assert.ok(f(1), 'said'); wait(5);", []],
  ['a.js', "assert.ok(f(1) === 2); if (process.platform === 'win32') g();", ['2']],
  ['a.ts', 'expect(`a${f(1)}`).toEqual(`b`);', []],
  ['a.py', 'def test():\n    assert f(1) == 2, "said"\n    if x == 3:\n        pass\n', ['2']],
  ['a.py', 'def test(self):\n    self.assertEqual(f(1), 2)\n    self.assertNotEqual(f(1), 3)\n', ['2']],
  ['a_test.go', 'package a\nfunc Test(t *testing.T) { if got := f(1); got != 2 { t.Errorf("%d", got) } }', ['2']],
  ['a_test.go', 'package a\nfunc Test(t *testing.T) { assert.Equal(t, f(1), 2, "said"); if x == 3 { return } }', ['2']],
  ['a.js', 'assert.ok(f(1) !== 2); assert.ok(!(f(1) === 3)); assert.ok(f(1) != 4);', []],
  ['a.py', 'def test():\n    assert f(1) != 2\n    assert not f(1) == 3\n', []],
  ['a_test.go', 'package a\nfunc Test(t *testing.T) { if f(1) == 2 { t.Error() }; if !(f(1) != 3) { t.Error() } }', []],
  ['a.rs', 'fn t() { assert_eq!(f(1), 2); }', []],
])('in %s: %s', async (file, text, expected) => {
  const found = (await syntax.read(file, text, expectedValuesOf)) ?? [];
  expect(found.map((value) => value.text)).toEqual(expected);
});

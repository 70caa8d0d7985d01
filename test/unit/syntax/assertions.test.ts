import path from 'node:path';
import { expect, it } from 'vitest';
import { assertionsOf } from '../../../server/src/syntax/assertionsOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { applyEdits, stubMessage } from '../../../server/src/syntax/stub.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

const go = (body: string, given = 't *testing.T'): string => `package a\nfunc Test(${given}) { ${body} }\n`;
const failed = "raise AssertionError('…')";
const thrown = "(() => { throw new Error('…') })()";

it.each<[file: string, text: string, failing: string]>([
  ['a.js', 'expect(f()).not.toBe(1); expect.assertions(1);', `${thrown}; expect.assertions(1);`],
  ['a.py', 'def test():\n\tassert f()\n', `def test():\n\t${failed}; assert f()\n`],
  ['a.py', 'if True: assert f()\na = 1; assert a\n', `if True: ${failed}; assert f()\na = 1; ${failed}; assert a\n`],
  [
    'a.py',
    '\n# About\ndef test():\n\twith pytest.raises(E):\n\t\tf()\n',
    `\n# About\ndef test():\n\t${failed}\n\twith pytest.raises(E):\n\t\tf()\n`,
  ],
  ['a_test.go', go('if got != 1 { t.Error(got) }'), go('t.FailNow(); if got != 1 { t.Error(got) }')],
  ['a_test.go', go('assert.True(tb, f())', 'tb testing.TB'), go('tb.FailNow(); assert.True(tb, f())', 'tb testing.TB')],
  [
    'a_test.go',
    go('t.Run("a", func(inner *testing.T) { if f() { inner.Fatal() } })'),
    go('t.Run("a", func(inner *testing.T) { inner.FailNow(); if f() { inner.Fatal() } })'),
  ],
  ...['if f() { http.Error(w, "no", 500) }', 'if f() { err = fmt.Errorf("no") }', 'require.Equal(got, 1)'].map(
    (body): [string, string, string] => ['a_test.go', go(body), go(body)],
  ),
])('in %s fail as soon as they are reached: %s', async (file, text, failing) => {
  const found = (await syntax.read(file, text, assertionsOf)) ?? [];
  const changed = applyEdits(
    text,
    found.map((one) => one.failing),
  );
  expect(changed.replaceAll(stubMessage, '…')).toBe(failing);
});

it.each<[file: string, text: string, forFailure: readonly boolean[]]>([
  ['a.js', 'try { f(); } catch (e) { assert.fail(e); }', [true]],
  [
    'a.js',
    'try { f(); assert.fail(); } catch (e) { assert.match(e.message, /a/); } assert.ok(a);',
    [true, true, false],
  ],
  ['a.js', 'f().catch((e) => expect(e).toBeUndefined());', [true]],
  ['a.py', 'try:\n    f()\nexcept E as e:\n    assert e is None\nelse:\n    pytest.fail()\n', [true, true]],
  ['a_test.go', go('if err != nil { t.Fatal(err) }'), [false]],
])('in %s may never be reached if they are for a failure: %s', async (file, text, forFailure) => {
  const found = (await syntax.read(file, text, assertionsOf)) ?? [];
  expect(found.map(({ isForFailure }) => isForFailure)).toEqual(forFailure);
});

import path from 'node:path';
import { expect, test } from 'vitest';
import { askedCallsOf } from '../../../server/src/syntax/askedCallsOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

test.each<[file: string, text: string, ...calls: string[]]>([
  ['a.ts', "f(1, 'a', [true, { b: null }]);", "f(1, 'a', [true, { b: null }])"],
  ['a.ts', 'f(-1, NaN, `a`);', 'f(-1, NaN, `a`)'],
  ['a.ts', 'f(other(1)); f(() => a); g(1); f(`${a}`);'],
  ['a.ts', 'f(Number("1") + 2, new Map([[1, /a/]]), f.name);', 'f(Number("1") + 2, new Map([[1, /a/]]), f.name)'],
  [
    'a.ts',
    'f([1], (a, { b }) => { const c = a; return [b, c, Math.max(c)]; });',
    'f([1], (a, { b }) => { const c = a; return [b, c, Math.max(c)]; })',
  ],
  ['a.ts', 'const twice = (a) => a * 2;\nf(twice, b => b);', '((twice) => f(twice, b => b))((a) => a * 2)'],
  [
    'a.ts',
    'const a = 1 as const;\nit("x", () => { const b = { c: a }; f(b.c, a); });',
    '((a) => ((b) => f(b.c, a))({ c: a }))(1)',
  ],
  ['a.ts', 'let a = 1;\nf(a);'],
  ['a.ts', 'for (const [a, { b }] of [[1, { b: 2 }]]) f(a, b);', '([[1, { b: 2 }]]).map(([a, { b }]) => f(a, b))'],
  ['a.ts', 'for (const a in { b: 1 }) f(a);'],
  ['a.ts', '[1, 2].forEach((a: number) => { f(a); });', '([1, 2]).map((a) => f(a))'],
  ['a.js', '[1, 2].map(a => f(a));', '([1, 2]).map((a) => f(a))'],
  [
    'a.ts',
    'it.each([[1, 2]])("x", (a, b) => expect(f(a)).toBe(b));',
    '([[1, 2]]).map((row) => ((a, b) => f(a))(...[row].flat()))',
  ],
  [
    'a.ts',
    'const rows = [{ a: 1 }];\nit.each(rows)("x", ({ a }: Row) => f(a));',
    '((rows) => (rows).map((row) => (({ a }) => f(a))(...[row].flat())))([{ a: 1 }])',
  ],
  ['a.ts', 'all().forEach((a) => f(a));'],
  ['a.py', 'f(1, (2, None), a="b")', 'f(1, (2, None), a="b")'],
  ['a.py', 'A = [1]\ndef test_a():\n    b = A\n    f(b[0])\n', '(lambda A: (lambda b: f(b[0]))(A))([1])'],
  ['a.py', 'for a, b in [(1, 2)]:\n    assert f(a) == b\n', '[f(a) for a, b in [(1, 2)]]'],
  [
    'a.py',
    '@pytest.mark.parametrize("a, b", [(1, 2)])\ndef test_a(a, b):\n    assert f(a) == b\n',
    '[f(a) for a, b, in [(1, 2)]]',
  ],
  ['a.py', '@pytest.mark.parametrize(["a"], [(1,)])\n@other\ndef test_a(a):\n    f(a)\n', '[f(a) for a, in [(1,)]]'],
  ['a.py', '@pytest.mark.parametrize("a", [1])\ndef test_a(a):\n    f(a)\n', '[f(a) for a in [1]]'],
  ['a.py', 'f(lambda a: a + 1, int("2"))', 'f(lambda a: a + 1, int("2"))'],
  ['a.py', 'def test_a(a):\n    f(a)\n    f(g(1))\n    f(f"{a}")\n'],
])('of %s, %j, any program can make', async (file, text, ...calls) => {
  const found = await syntax.read(file, text, (...at) => askedCallsOf(...at, new Set(['f'])));
  expect(found?.calls.map((call) => call.text)).toEqual(calls);
});

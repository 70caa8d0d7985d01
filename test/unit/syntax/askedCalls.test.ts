import path from 'node:path';
import { expect, it } from 'vitest';
import { askedCallsOf } from '../../../server/src/syntax/askedCallsOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));
const callees = new Set(['f', 'shop.f']);

it.each<[file: string, text: string, calls: readonly string[]]>([
  ['a.js', "f(1); f('a', [2, { b: -3 }], true, null);", ['f(1)', "f('a', [2, { b: -3 }], true, null)"]],
  ['a.js', 'f(x); f(() => 1); f(`a${x}`); f({ x }); f(new Date()); f(f(1)); f(...[1]); g(1);', ['f(1)']],
  ['a.ts', "shop.f('a'); other.f('a'); f<string>('b');", ["shop.f('a')"]],
  ['a.py', 'f(1)\nshop.f("a", [2, None], b=True)\n', ['f(1)', 'shop.f("a", [2, None], b=True)']],
  ['a.py', 'f(x)\nf(f"a{x}")\nf(*[1])\nf(b=x)\nother.f(1)\n', []],
  ['a.go', 'package a\nfunc t() { f(1) }', []],
  ['a.js', 'f(1); const = 2', []],
])('in %s: %s', async (file, text, calls) => {
  const found = await syntax.read(file, text, (...at) => askedCallsOf(...at, callees));
  expect(found?.calls.map((call) => call.text)).toEqual(calls);
  for (const { start, end, text: said } of found?.calls ?? []) expect(text.slice(start, end)).toBe(said);
});

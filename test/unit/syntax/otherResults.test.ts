import path from 'node:path';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { type OtherResults, supportFor } from '../../../server/src/syntax/otherResults/otherResults.js';
import { applyEdits } from '../../../server/src/syntax/stub.js';
import { stubsOf } from '../../../server/src/syntax/stubsOf.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

async function wrapped(file: string, text: string, results: OtherResults): Promise<string> {
  const found = await syntax.read(file, text, (root, grammar) =>
    applyEdits(text, [
      ...stubsOf(root, grammar).flatMap((part) => part.wrapped ?? []),
      ...(supportFor(root, grammar, results)?.edits ?? []),
    ]),
  );
  return found ?? '';
}

/** What code gives at its end, where its functions give something else. */
async function given(text: string, results: OtherResults): Promise<unknown> {
  return vm.runInNewContext(await wrapped('cart.js', text, results)) as unknown;
}

describe('results of wrapped functions', () => {
  const object = '{ total: 200, of: ["a"] }';
  it.each<[what: string, result: string, more: unknown, less: unknown, nothing: unknown]>([
    ['a small number', '2', 3, 1, undefined],
    ['a large number', '200', 206, 194, undefined],
    ['a small fraction', '0.5', 0.55, 0.45, undefined],
    ['a larger fraction', '12.5', 12.875, 12.125, undefined],
    ['no number', 'NaN', 1, 1, undefined],
    ['a large integer', '5n', 6n, 4n, undefined],
    ['a truth value', 'true', false, false, undefined],
    ['a text', '"Az9-"', 'Ba0-', 'Azx9-', undefined],
    ['a text without letters', '"-"', '-x', 'x-', undefined],
    ['a list', '[1, "a"]', [2, 'b'], [1], undefined],
    ['an empty list', '[]', ['other'], ['other'], undefined],
    ['an object', object, { total: 206, of: ['b'] }, { total: 194, of: [] }, undefined],
    ['an empty object', '{}', { other: 1 }, { other: 1 }, undefined],
    ['nothing', 'undefined', undefined, undefined, undefined],
    ['a regular expression', '/a/', /a/, /a/, /a/],
  ])('are others for %s', async (_, result, more, less, nothing) => {
    const code = `const f = () => (${result}); f();`;
    expect(await given(code, 'more')).toEqual(more);
    expect(await given(code, 'less')).toEqual(less);
    expect(await given(code, 'nothing')).toEqual(nothing);
  });

  it.each<[what: string, code: string, result: unknown]>([
    ['only outside of what is wrapped', 'const one = () => 1; function two() { return one() + one(); } two();', 3],
    [
      'in methods',
      'class Cart { get total() { return 1; } sum(a) { return a; } } new Cart().total + new Cart().sum(1);',
      4,
    ],
    ['where a promise is kept', 'async function f() { return 1; } f().then((one) => one + 1);', 3],
    ['in maps', 'const f = () => new Map([[1, 2]]); [...f()].join();', '1,3'],
    ['but for what was given', 'const f = (list) => list; const list = [1]; f(list) === list;', true],
    ['but in generators', 'function* f() { yield 1; } [...f()].length;', 1],
    [
      'but where objects have behaviour',
      'const f = () => ({ close() {}, port: 1 }); typeof f().close + f().port;',
      'function2',
    ],
  ])('are others %s', async (_, code, result) => {
    expect(await given(code, 'more')).toBe(result);
  });

  it('leave out the data alone where an object has behaviour', async () => {
    expect(await given('const f = () => ({ close() {}, port: 1 }); typeof f().close + f().port;', 'nothing')).toBe(
      'functionundefined',
    );
  });
  it('are others every second time, for each function', async () => {
    const code = 'const f = () => 1, g = () => 5; [f(), f(), g(), f()].join();';
    expect(await given(code, 'everyOther')).toBe('2,1,6,2');
  });
  it('are a stated value, or another where they are this one', async () => {
    const code = 'const f = (one) => one; [f(1), f(7), f("a")].join();';
    expect(await given(code, { value: 7, or: 'more' })).toBe('7,8,b');
    expect(await given(code, { value: 7, or: 'less' })).toBe('7,6,xa');
  });

  it.each<[what: string, results: OtherResults, result: unknown]>([
    ['more', 'given more', '2,b,4,6 5'],
    ['less', 'given less', '0,xa,2 3'],
  ])('leave what is given and is %s', async (_, results, result) => {
    const code =
      "const f = (a, { b, c: [d] }, ...rest) => [a, b, d, ...rest].join(); function g(a) { return f(a, { b: '', c: [] }) && a; }";
    const now = await given(`${code} f(1, { b: 'a', c: [3] }, 5) + ' ' + g(4);`, results);
    expect(now).toBe(result);
  });
  it('refuse what could be something else', async () => {
    const code = `const f = (a) => 1; const said = []; for (const one of [1, () => 1, undefined])
      try { f(one); said.push('taken'); } catch { said.push('refused'); } said.join();`;
    expect(await given(code, 'given refused')).toBe('refused,taken,taken');
  });
  it('refuse what can be meddled with', async () => {
    const code = `class Cart {} const f = (a) => 1; const said = []; for (const one of [1, new Cart(), () => 1, [1]])
      try { f(one); said.push('taken'); } catch { said.push('refused'); } said.join();`;
    expect(await given(code, 'given meddled refused')).toBe('taken,taken,refused,refused');
  });

  it.each([
    ['cart.ts', '#!/usr/bin/env node\n"use strict";\nexport function f(a: number): number { return a; }\n', 2],
    ['cart.py', '"""Cart."""\nfrom __future__ import annotations\ndef f(a):\n    return a\n', 2],
  ])('leave what has to come first in %s', async (file, text, lines) => {
    const code = await wrapped(file, text, 'more');
    expect(code.split('\n').slice(0, lines)).toEqual(text.split('\n').slice(0, lines));
  });
  it('have names in Go', async () => {
    const code = await wrapped('cart.go', 'package cart\n\nfunc f(a int) (int, error) { return a, nil }\n', 'more');
    expect(code).toContain(
      '(pactwright0 int, pactwright1 error) { pactwrightGiven(&a); defer pactwrightResults("f")(&pactwright0, &pactwright1);',
    );
  });
});

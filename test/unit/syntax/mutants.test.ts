import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutantsOf } from '../../../server/src/syntax/mutantsOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { applyEdits } from '../../../server/src/syntax/stub.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

/** The text with each of its mutants. */
async function mutated(file: string, text: string): Promise<readonly string[]> {
  const mutants = (await syntax.read(file, text, mutantsOf)) ?? [];
  return mutants.map(({ edit }) => applyEdits(text, [edit]));
}

describe('mutants', () => {
  it.each<[file: string, text: string, expected: readonly string[]]>([
    [
      'a.ts',
      'const f = (a: 1): number => a < 2 && !a ? 0 : 3;',
      [
        'const f = (a: 1): number => (!(a < 2 && !a)) ? 0 : 3;',
        'const f = (a: 1): number => a < 2 || !a ? 0 : 3;',
        'const f = (a: 1): number => a <= 2 && !a ? 0 : 3;',
        'const f = (a: 1): number => a < 0 && !a ? 0 : 3;',
        'const f = (a: 1): number => a < 2 && !a ? 1 : 3;',
        'const f = (a: 1): number => a < 2 && !a ? 0 : 0;',
      ],
    ],
    [
      'a.js',
      "'use strict';\nimport b from 'b';\nif (a === '') throw new E('x');",
      [
        "'use strict';\nimport b from 'b';\nif (!((a === ''))) throw new E('x');",
        "'use strict';\nimport b from 'b';\nif (a !== '') throw new E('x');",
        "'use strict';\nimport b from 'b';\nif (a === 'mutant') throw new E('x');",
        "'use strict';\nimport b from 'b';\nif (a === '') ;",
        "'use strict';\nimport b from 'b';\nif (a === '') throw new E('');",
      ],
    ],
    ['a.js', 'i++;', [';', 'i--;']],
    [
      'a.tsx',
      'const A = () => <b c="d">{e ?? f}</b>;',
      ['const A = () => <b c="">{e ?? f}</b>;', 'const A = () => <b c="d">{e && f}</b>;'],
    ],
    [
      'a.py',
      'def f(a: "int"):\n    """Doc."""\n    if a not in b and a:\n        a += 1\n    raise E\n',
      [
        'def f(a: "int"):\n    """Doc."""\n    if (not (a not in b and a)):\n        a += 1\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a not in b or a:\n        a += 1\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a in b and a:\n        a += 1\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a not in b and a:\n        pass\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a not in b and a:\n        a -= 1\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a not in b and a:\n        a += 0\n    raise E\n',
        'def f(a: "int"):\n    """Doc."""\n    if a not in b and a:\n        a += 1\n    pass\n',
      ],
    ],
    ['a.py', 'a = b / 5\n', ['pass\n', 'a = b * 5\n', 'a = b / 1\n']],
    ['a.js', 'a = () => b % 1;', [';', 'a = () => b * 1;', 'a = () => b % 2;']],
    ['a.py', 'a = True\n', ['pass\n', 'a = False\n']],
    [
      'a.go',
      'package a\nimport "b"\nfunc f() { if a == "x" { g() } }',
      [
        'package a\nimport "b"\nfunc f() { if (!(a == "x")) { g() } }',
        'package a\nimport "b"\nfunc f() { if a != "x" { g() } }',
        'package a\nimport "b"\nfunc f() { if a == "" { g() } }',
        'package a\nimport "b"\nfunc f() { if a == "x" { {} } }',
      ],
    ],
    [
      'a.rs',
      'fn f() -> bool { if let Some(a) = b { a > 1 } else { true } }',
      [
        'fn f() -> bool { if let Some(a) = b { a >= 1 } else { true } }',
        'fn f() -> bool { if let Some(a) = b { a > 0 } else { true } }',
        'fn f() -> bool { if let Some(a) = b { a > 1 } else { false } }',
      ],
    ],
    ['a.ts', 'const = ;', []],
    ['a.txt', '1 < 2', []],
  ])('of %s: %s', async (file, text, expected) => {
    expect(await mutated(file, text)).toEqual(expected);
  });
});

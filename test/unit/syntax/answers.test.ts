import path from 'node:path';
import { expect, it } from 'vitest';
import { answersOf } from '../../../server/src/syntax/answersOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

/** `f(_)` has a parameter, `f()` none; then what it compares with, and what it gives. */
it.each<[file: string, text: string, expected: readonly string[]]>([
  [
    'a.ts',
    'const f = (id?: string): number => { switch (id) { case "a": return 42; default: return 0; } };\nclass A { m(this: B) { return -7; } }\nconst t = { k: (x) => (x === 3 ? 5 : g(6)) };\n',
    ['f(_) "a" -> 42, 0', 'm() -> 7 always', 'k(_) 3 -> 5'],
  ],
  ['a.js', 'const f = _x => `a${b}` || 7;\nfunction g(x) { return [1].map((y) => 8); }\n', ['f()', 'g(_) -> 8']],
  [
    'a.py',
    'def f(self, id: str = "x"):\n    """Doc."""\n    match id:\n        case "a":\n            return 42\n    return 4 if id == 3 else 5\n\n\ndef g(*, k):\n    "Doc."\n    return 1_000\n',
    ['f(_) "a", 3 -> 42, 4, 5', 'g(_) -> 1_000 always'],
  ],
  [
    'a.go',
    'package a\nfunc (c *C) F(_ int) int {\n\tif x == 3 {\n\t\treturn 4\n\t}\n\tswitch id {\n\tcase "a", "b":\n\t\treturn 42\n\t}\n\treturn g(1)\n}\nfunc G(id int) (int, error) { return 5, nil }\n',
    ['F() 3, "a", "b" -> 4, 42', 'G(_) -> 5'],
  ],
  [
    'a.rs',
    'fn f(&self, id: &str) -> i32 { match id { "a" | "b" => 42, _ => return 1 } }\nfn g(x: i32) -> i32 { if x == 3 { 77 } else { 0 } }\n',
    ['f(_) "a", "b" -> 42, 1', 'g(_) 3 -> 77, 0'],
  ],
  [
    'A.java',
    'class A { int f(String id) { switch (id) { case "a": return 42; default: return switch (id) { case "b" -> 7; default -> 0; }; } } int g() { return 3; } }\n',
    ['f(_) "a", "b" -> 42, 7, 0', 'g() -> 3 always'],
  ],
  [
    'A.cs',
    'class A { int F(string id) { switch (id) { case "a": return 42; } return id switch { "b" => 7, _ => 0 }; } int G(int x) => x == 3 ? 4 : 5; }\n',
    ['F(_) "a", "b" -> 42, 7, 0', 'G(_) 3 -> 4, 5'],
  ],
  [
    'a.rb',
    'def f(id)\n  case id\n  when "a" then 42\n  else\n    return 7 if id == "b"\n    0\n  end\nend\ndef self.g = 3\n',
    ['f(_) "a", "b" -> 42, 7, 0', 'g() -> 3 always'],
  ],
])('reads what functions of %s answer, and for what', async (file, text, expected) => {
  const words = (literals: readonly { readonly text: string }[]): string => literals.map((one) => one.text).join(', ');
  const found = (await syntax.read(file, text, answersOf)) ?? [];
  expect(
    found.map(({ name, takes, compared, given, isConstant }) =>
      [
        `${name}(${takes ? '_' : ''})`,
        words(compared),
        given.length > 0 ? `-> ${words(given)}` : '',
        isConstant ? 'always' : '',
      ]
        .filter(Boolean)
        .join(' '),
    ),
  ).toEqual(expected);
});

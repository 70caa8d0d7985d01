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
  [
    'b.ts',
    'class A extends B { m(x) { return 42; } }\nclass C implements D { m(x) { return 43; } }\nclass E { m(x) { return 44; } }\n',
    ['m() -> 42 always', 'm() -> 43 always', 'm(_) -> 44 always'],
  ],
  [
    'b.py',
    'class A(B):\n    def m(self, x):\n        return 42\n\n\nclass C:\n    def m(self, x):\n        return 43\n',
    ['m() -> 42 always', 'm(_) -> 43 always'],
  ],
  [
    'c.py',
    "@app.get('/health')\ndef m(request):\n    return 'healthy'\n\n\n@lru_cache(maxsize=None)\ndef n(x):\n    return 43\n\n\n@staticmethod\ndef o(x):\n    return 44\n",
    ["m() -> 'healthy' always", 'n(_) -> 43 always', 'o(_) -> 44 always'],
  ],
  [
    'c.ts',
    "class A { @Get('health') m(@Req() request: Request) { return 'healthy'; } }\n",
    ["m() -> 'healthy' always"],
  ],
  [
    'D.java',
    'class A { @GetMapping("/health") String m(Request r) { return "healthy"; } @Deprecated static final int k = 3; public static int n(int x) { return 43; } }\n',
    ['m() -> "healthy" always', 'n(_) -> 43 always'],
  ],
  ['D.cs', 'class A { [HttpGet] string M(Request r) => "healthy"; }\n', ['M() -> "healthy" always']],
  [
    'c.rs',
    'impl D for A { fn m(&self, x: i32) -> i32 { 42 } }\nimpl A { fn n(&self, x: i32) -> i32 { 43 } }\n',
    ['m() -> 42 always', 'n(_) -> 43 always'],
  ],
  [
    'C.java',
    'class A implements D { int m(int x) { return 42; } }\nclass C { int m(int x) { return 43; } }\n',
    ['m() -> 42 always', 'm(_) -> 43 always'],
  ],
  [
    'C.cs',
    'class A : D { int M(int x) => 42; }\nclass C { int M(int x) => 43; }\n',
    ['M() -> 42 always', 'M(_) -> 43 always'],
  ],
  [
    'c.rb',
    'class A < D\n  def m(x)\n    42\n  end\nend\nclass C\n  def m(x)\n    43\n  end\nend\n',
    ['m() -> 42 always', 'm(_) -> 43 always'],
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
    'b.rs',
    'fn f(n: i32, kind: &str) -> i32 { let rate = if kind == "vip" { 15 } else { 20 }; n * rate }\nfn g(n: i32) -> i32 { let r = match n { 3 => 5, _ => 6 }; h(if n == 4 { 7 } else { 8 }, r) }\nfn h(n: i32) -> i32 { match n { 3 => { if m { 9 } else { 10 } } _ => unsafe { 11 } } }\nfn i(n: i32) -> i32 { if n == 3 { 12; } n }\n',
    ['f(_) "vip"', 'g(_) 3, 4', 'h(_) 3 -> 9, 10, 11', 'i(_) 3'],
  ],
  [
    'B.java',
    'class B { int f(String id) { int rate = switch (id) { case "vip" -> 15; default -> 20; }; return n * rate; } }\n',
    ['f(_) "vip"'],
  ],
  [
    'B.cs',
    'class B { int F(string id) { var rate = id switch { "vip" => 15, _ => 20 }; return n * rate; } }\n',
    ['F(_) "vip"'],
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
  [
    'b.rb',
    'def f(n, kind)\n  rate = if kind == "vip" then 15 else 20 end\n  log(case n when 3 then 5 else 6 end)\n  n * rate\nend\ndef g(n)\n  if n == 3\n    7\n  elsif n == 4\n    8\n  else\n    unless n == 5\n      9\n    end\n  end\nend\ndef h(n)\n  n.each do |x|\n    10\n  end\n  begin\n    n\n  rescue Bad\n    11\n  end\nend\n',
    ['f(_) "vip", 3', 'g(_) 3, 4, 5 -> 7, 8, 9', 'h(_) -> 11'],
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

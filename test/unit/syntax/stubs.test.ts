import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';
import { stubsOf } from '../../../server/src/syntax/stubsOf.js';
import { stubMessage } from '../../../server/src/syntax/stub.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

type Way = 'neutral' | 'throwing';

/** The file with everything in it replaced. */
async function stubbed(file: string, text: string, way: Way = 'neutral'): Promise<string> {
  const stubs = (await syntax.read(file, text, stubsOf)) ?? [];
  return stubs
    .flatMap((stub) => (way === 'throwing' ? (stub.throwing ?? stub.neutral) : stub.neutral))
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end, newText }) => rest.slice(0, start) + newText + rest.slice(end), text)
    .replaceAll(stubMessage, '…');
}

async function namesOf(file: string, text: string): Promise<readonly string[]> {
  const stubs = (await syntax.read(file, text, stubsOf)) ?? [];
  return stubs.map(({ kind, name }) => `${kind} ${name}`.trim());
}

const never = '(undefined as never)';
const here = ' if (global::System.Environment.ProcessorCount > 0) {';

describe('stubs', () => {
  it.each<[file: string, text: string, expected: string]>([
    [
      'a.ts',
      'export function f(a: number): number { return a; }',
      `export function f(a: number): number { return ${never}; return a; }`,
    ],
    ['a.js', 'export async function f() { await g(); }', 'export async function f() { return undefined; await g(); }'],
    ['a.ts', 'export const f = (a: number) => a * 2;', `export const f = (a: number) => ${never};`],
    [
      'a.ts',
      'const limit = 3, f = function () { return 1; };',
      `const limit = ${never}, f = function () { return ${never}; return 1; };`,
    ],
    [
      'a.ts',
      'export default class { get n() { return 1; } set n(v) { k = v; } }',
      `export default class { get n() { return ${never}; return 1; } set n(v) { return; k = v; } }`,
    ],
    [
      'a.ts',
      'class A { #n = 1; constructor() { this.a = 1; } }',
      `class A { #n = ${never}; constructor() { return ${never}; this.a = 1; } }`,
    ],
    [
      'a.js',
      'class A extends B { constructor(a) { super(a); this.b = 1; } }',
      'class A extends B { constructor(a) { super(a); return undefined; this.b = 1; } } Object.setPrototypeOf(A.prototype, Object.prototype);',
    ],
    [
      'a.js',
      'module.exports = { f() { return 1; }, g: () => 2, h, limit: 3 };',
      'module.exports = { f() { return undefined; return 1; }, g: () => undefined, h, limit: undefined };',
    ],
    ['a.js', 'exports.f = function () { return 1; };', 'exports.f = function () { return undefined; return 1; };'],
    ['a.js', "'use strict';\napp.get('/', (q, s) => s.send(1));\nif (x) { y(); }", "'use strict';\n;\n;"],
    ['a.tsx', 'export const A = () => <b>hi</b>;', `export const A = () => ${never};`],
    [
      'a.ts',
      "import a from 'a';\ninterface B { c: 1 }\ntype D = 1;\nexport { a };",
      "import a from 'a';\ninterface B { c: 1 }\ntype D = 1;\nexport { a };",
    ],
    [
      'a.ts',
      'class A { constructor(private readonly a: string, b: number) { log(b); } }',
      `class A { constructor(private readonly a: string, b: number) { this.a = ${never}; return ${never}; log(b); } }`,
    ],
    ['a.py', 'def f(a):\n    """Doc."""\n    return a\n', 'def f(a):\n    return None\n    """Doc."""\n    return a\n'],
    ['a.py', 'def f(a): return a\n', 'def f(a): return None; return a\n'],
    [
      'a.py',
      'def f(\n    a,\n) -> int:\n    if a:\n        return 1\n',
      'def f(\n    a,\n) -> int:\n    return None\n    if a:\n        return 1\n',
    ],
    [
      'a.py',
      'class A(B):\n    n = 1\n    @property\n    def m(self):\n        return 1\n',
      'class A():\n    n = None\n    @property\n    def m(self):\n        return None\n        return 1\n',
    ],
    ['a.py', 'import a\nLIMIT = 3\nregister(f)\n', 'import a\nLIMIT = None\npass\n'],
    [
      'a.go',
      'package a\nimport "fmt"\nfunc F(a int) (int, error) { return a, nil }',
      'package a\nimport "fmt"\nfunc F(a int) (int, error) { if true { var result0 int; var result1 error; return result0, result1 }; return a, nil }',
    ],
    [
      'a.go',
      'package a\nfunc (s *S) G() (n int) { n = 1; return }',
      'package a\nfunc (s *S) G() (n int) { if true { return }; n = 1; return }',
    ],
    ['a.go', 'package a\nconst Limit = 3\nvar name = "x"', 'package a\nconst Limit = 0\nvar name = ""'],
    [
      'a.rs',
      'pub fn f(a: u8) -> u8 { a }\nimpl Cart { pub fn add(&mut self) { self.n += 1; } fn all(&self) -> Vec<u8> { vec![1] } }',
      'pub fn f(a: u8) -> u8 { if true { return 0; } a }\nimpl Cart { pub fn add(&mut self) { if true { return; } self.n += 1; } fn all(&self) -> Vec<u8> { if true { return Vec::new(); } vec![1] } }',
    ],
    ['a.rs', 'fn f() -> Cart { Cart::new() }', 'fn f() -> Cart { if true { panic!("…"); } Cart::new() }'],
    [
      'a.rs',
      'fn f() -> Result<Vec<(u8, u8)>, E> { Ok(a) } fn g() -> Result<(), E> { Ok(()) }',
      'fn f() -> Result<Vec<(u8, u8)>, E> { if true { return Ok(Vec::new()); } Ok(a) } fn g() -> Result<(), E> { if true { return Ok(()); } Ok(()) }',
    ],
    ['a.rs', 'pub const LIMIT: u8 = 3;', 'pub const LIMIT: u8 = 0;'],
    ['a.rs', '#[cfg(test)]\nmod tests { fn a() { f(); } }', '#[cfg(test)]\nmod tests { fn a() { f(); } }'],
    [
      'A.java',
      'class Cart { static final int LIMIT = 3; String name = "x"; List<Integer> all = new ArrayList<>(); int total(int a) { return a; } void add() { x(); } int[] list() { return all; } }',
      'class Cart { static final int LIMIT = 0; String name = ""; List<Integer> all = null; int total(int a) { if (true) { return 0; } return a; } void add() { if (true) { return; } x(); } int[] list() { if (true) { return null; } return all; } }',
    ],
    [
      'A.java',
      'class Cart extends Base { private final int a; final String b, c = "d"; Cart(int a) { super(a); check(a); this.a = a; this.b = "b"; } Cart() { this(1); x(); } }',
      'class Cart extends Base { private final int a; final String b, c = ""; Cart(int a) { super(a); this.a = 0; this.b = null; } Cart() { this(1); } }',
    ],
    [
      'A.java',
      'record Point(int x, String y) { int sum() { return x; } }\nrecord Even(int n) { Even { if (n % 2 == 1) throw new E(); } }',
      'record Point(int x, String y) { public Point { x = 0; y = null; } int sum() { if (true) { return 0; } return x; } }\nrecord Even(int n) { Even { n = 0; } }',
    ],
    [
      'A.java',
      'interface I { int N = 0; default boolean is() { return N == 0; } int of(); }',
      'interface I { int N = 1; default boolean is() { if (true) { return false; } return N == 0; } int of(); }',
    ],
    [
      'a.cs',
      'class Cart { const int Limit = 3; string name = "x"; public int Sum => a + 1; public int Add(int a) { return a; } void F(out int a) => a = 1; }',
      `class Cart { const int Limit = 0; string name = default!; public int Sum { get { return default!; } } public int Add(int a) {${here} return default!; } return a; } void F(out int a) { a = default!; return; } }`,
    ],
    [
      'a.cs',
      'class Cart { public int Total { get; set; } = 4; public int Own { get; } public Cart(int a) : base(a) { Own = a; } }',
      `class Cart { public int Total { get { return default!; } set { } } public int Own { get { return default!; } private set { } } public Cart(int a) : base(a) {${here} return; } Own = a; } }`,
    ],
    [
      'a.cs',
      'class Cart { async Task<int> A() { return 1; } async Task B() { await c(); } Task<int> C() => d(); IEnumerable<int> E() { yield return 1; } }',
      `class Cart { async Task<int> A() {${here} return default!; } return 1; } async Task B() {${here} return; } await c(); } Task<int> C() { return global::System.Threading.Tasks.Task.FromResult<int>(default!); } IEnumerable<int> E() {${here} yield break; } yield return 1; } }`,
    ],
    [
      'a.rb',
      "require 'x'\nLIMIT = 3\nclass Cart < Base\n  include Comparable\n  def total(a) = a + 1\n  def add\n    @a = 1\n  rescue E\n    2\n  end\n  private def own\n    3\n  end\nend\n",
      "require 'x'\nLIMIT = nil\nclass Cart \n  nil\n  def total(a) = nil\n  def add\n    return nil; @a = 1\n  rescue E\n    2\n  end\n  private def own\n    return nil; 3\n  end\nend\n",
    ],
  ])('in %s: %s', async (file, text, expected) => {
    expect(await stubbed(file, text)).toBe(expected);
  });

  it.each<[file: string, text: string, expected: string]>([
    ['a.ts', 'const f = () => 1;', "const f = () => { throw new Error('…'); };"],
    ['a.js', 'function f() { return 1; }', "function f() { throw new Error('…');  return 1; }"],
    ['a.py', 'def f():\n    return 1\n', "def f():\n    raise RuntimeError('…')\n    return 1\n"],
    [
      'a.js',
      'class A { constructor() { this.a = 1; } }',
      'class A { constructor() { return undefined; this.a = 1; } }',
    ],
    [
      'a.py',
      'class A:\n    def __init__(self):\n        self.a = 1\n',
      'class A:\n    def __init__(self):\n        return None\n        self.a = 1\n',
    ],
    ['a.go', 'package a\nfunc F() int { return 1 }', 'package a\nfunc F() int { if true { panic("…") }; return 1 }'],
    [
      'A.java',
      'class A { int f() { return 1; } }',
      'class A { int f() { if (true) { throw new RuntimeException("…"); } return 1; } }',
    ],
    [
      'a.cs',
      'class A { int F() => 1; }',
      'class A { int F() { throw new global::System.InvalidOperationException("…"); } }',
    ],
    ['a.rb', 'def f\n  1\nend\n', "def f\n  raise('…'); 1\nend\n"],
    [
      'a.rb',
      'class A\n  def initialize\n    @a = 1\n  end\nend\n',
      'class A\n  def initialize\n    return nil; @a = 1\n  end\nend\n',
    ],
  ])('that throw, in %s: %s', async (file, text, expected) => {
    expect(await stubbed(file, text, 'throwing')).toBe(expected);
  });

  it.each<[file: string, text: string, expected: readonly string[]]>([
    ['a.ts', 'class Cart { total() {} static of() {} }', ['function Cart.total', 'function Cart.of']],
    ['a.ts', 'enum A { B }', ['unknown A']],
    ['a.ts', 'class A { @Column() name: string; }', ['unknown A']],
    ['a.js', 'module.exports = { a };', ['wiring a']],
    ['a.py', 'class P:\n    x: int\n', ['unknown P.x']],
    ['a.go', 'package a\nfunc (c *Cart) Total() int { return 1 }', ['rest', 'function Cart.Total']],
    ['a.go', 'package a\ntype T struct { A int `json:"a"` }', ['rest', 'unknown']],
    ['a.rs', 'impl Cart { fn total(&self) {} }', ['function Cart.total']],
    [
      'a.rs',
      '#[derive(Debug, Clone)]\nstruct A;\n#[derive(Serialize)]\nstruct B;',
      ['rest', 'rest A', 'unknown', 'rest B'],
    ],
    ['a.rs', 'thread_local! { static A: u8 = 1; }', ['unknown']],
    ['a.rs', '/// Doc.\nfn f() {}\n// Note.', ['function f']],
    ['A.java', '@Service class A { @Override int f() { return 1; } }', ['unknown A', 'function A.f']],
    ['A.java', 'class A extends B { static { C.d(); } enum K { E } }', ['unknown A', 'unknown A', 'unknown A.K']],
    ['A.java', 'class A { int a; { a = 1; } A() { a = 2; } }', ['rest A.a', 'unknown A', 'unknown A.A']],
    ['a.cs', 'class A : IFoo<int>, IBar { }\nclass B : Base { }', ['unknown B']],
    [
      'a.cs',
      'record P(int X); struct S { int a; public S(int b) { a = b; } }',
      ['unknown P', 'rest S.a', 'unknown S.S'],
    ],
    ['a.cs', 'interface I { int A { get; } }\n[Serializable] class C { }', ['rest I.A', 'unknown C']],
    [
      'a.rb',
      'module Shop\n  alias b c\n  private\n  attr_reader :a\nend\n',
      ['wiring b c', 'rest Shop', 'statement Shop'],
    ],
    ['a.txt', 'anything', []],
  ])('of %s: %s', async (file, text, expected) => {
    expect(await namesOf(file, text)).toEqual(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const shop = {
  'package.json': '{}',
  'src/cart.ts':
    "import { taxed as withTax } from './index.js';\nexport class Cart extends Base {\n  total(rate: number) { return withTax(this.sum(), rate); }\n  sum() { return 1; }\n  #hidden() {}\n}\nclass Base {}\n",
  'src/index.ts': "export { taxed } from './tax.js';\n",
  'src/tax.ts': 'export function taxed(sum, rate) { return rate > 1 && sum ? sum * rate : 0; }\n',
  'test/cart.test.ts': "import { Cart } from '../src/cart.js';\ntest('x', () => new Cart());\n",
};

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return folder;
}

const printed = async (cwd: string, ...args: readonly string[]): Promise<string> =>
  (await run({ cwd }, 'visualize', ...args)).out;

interface View {
  readonly nodes: readonly { readonly id: string; readonly group?: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly byName?: boolean }[];
}

const viewOf = async (cwd: string, ...args: readonly string[]): Promise<View> =>
  JSON.parse(await printed(cwd, ...args, '--format', 'json')) as View;

async function callsIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { edges } = await viewOf(folderWith(files), '--mode', 'call');
  return edges.map(({ from, to, byName }) => `${from} ${byName ? '~' : '>'} ${to}`).sort();
}

describe('as Mermaid', () => {
  test('files have the shape that PactKit writes', async () => {
    expect(await printed(folderWith(shop))).toBe(
      [
        'graph TD',
        '    src_cart_ts["cart.ts"]',
        '    click src_cart_ts href "src/cart.ts"',
        '    src_index_ts["index.ts"]',
        '    click src_index_ts href "src/index.ts"',
        '    src_tax_ts["tax.ts"]',
        '    click src_tax_ts href "src/tax.ts"',
        '    test_cart_test_ts["cart.test.ts"]',
        '    click test_cart_test_ts href "test/cart.test.ts"',
        '    src_cart_ts --> src_index_ts',
        '    src_index_ts --> src_tax_ts',
        '    test_cart_test_ts --> src_cart_ts',
        '',
        '',
      ].join('\n'),
    );
  });

  test('classes have members, and those with a # or _ are private', async () => {
    expect(await printed(folderWith(shop), '--mode', 'class')).toContain(
      [
        'classDiagram',
        '    class Cart {',
        '        +total(rate)',
        '        +sum()',
        '        -#hidden()',
        '    }',
        '    class Base {',
        '    }',
        '    Base <|-- Cart',
      ].join('\n'),
    );
  });

  test('what would have the same id gets a number, and words of Mermaid an underscore', async () => {
    const out = await printed(folderWith({ 'a-b.ts': '', 'a_b.ts': '' }));
    expect(out).toContain('    a_b_ts["a-b.ts"]');
    expect(out).toContain('    a_b_ts_2["a_b.ts"]');
    const text = 'function f() { g(); }\nfunction g() {}\n';
    const calls = await printed(folderWith({ 'a-b.ts': text, 'a_b.ts': text }), '--mode', 'call');
    expect(calls.split('\n').filter((line) => line.includes('-->'))).toEqual([
      '    a_b_ts_f --> a_b_ts_g',
      '    a_b_ts_f_2 --> a_b_ts_g_2',
    ]);
    const modules = await printed(folderWith({ 'end/go.mod': '', 'end/a.go': '' }), '--mode', 'module');
    expect(modules).toContain('    end_["end"]');
  });

  test('modules count the imports between them', async () => {
    const folder = folderWith({
      'package.json': '{}',
      'a.ts': "import './lib/b.js'; import './lib/c.js';",
      'lib/package.json': '{}',
      'lib/b.ts': '',
      'lib/c.ts': '',
    });
    expect(await printed(folder, '--mode', 'module')).toContain('    root -->|2| lib\n');
  });
});

test('Graphviz takes --format dot', async () => {
  expect(await printed(folderWith(shop), '--format', 'dot')).toContain('  "src/cart.ts" -> "src/index.ts";');
});

describe('calls', () => {
  test.each([
    [
      'TypeScript: through renamed and passed on exports, on this, and passed as values',
      {
        ...shop,
        'src/use.ts':
          "import * as tax from './tax.js';\nconst go = () => [1].map(tax.taxed) && each(helper);\nfunction helper() { tax.taxed(1, 2); }\n",
      },
      [
        'src/cart.ts#Cart.total > src/cart.ts#Cart.sum',
        'src/cart.ts#Cart.total > src/tax.ts#taxed',
        'src/use.ts#go > src/use.ts#helper',
        'src/use.ts#helper > src/tax.ts#taxed',
      ],
    ],
    [
      'TypeScript: on a value of unknown type by the name alone, and only where one method has it',
      {
        'a.ts': "import { A } from './b.js';\nfunction f(a: A) { a.only(); a.two(); }",
        'b.ts': 'export class A { only() {} two() {} }\nclass B { two() {} }',
        'c.ts': 'class C { only() {} }',
      },
      ['a.ts#f ~ b.ts#A.only'],
    ],
    [
      'JavaScript: required, inherited, default',
      {
        'a.js':
          "const { b } = require('./b'); const all = require('./b');\nclass K extends L { m() { b(); all.c(); this.up(); } }\nclass L { up() {} }",
        'b.js': 'function b() {}\nfunction c() {}\nmodule.exports = { b, c };',
      },
      ['a.js#K.m > a.js#L.up', 'a.js#K.m > b.js#b', 'a.js#K.m > b.js#c'],
    ],
    [
      'Python: relative, renamed, modules, self and bases',
      {
        'p/__init__.py': '',
        'p/a.py':
          'from .b import f as g\nfrom . import b\nimport p.c\nclass C(b.B):\n    def m(self):\n        g()\n        b.h()\n        p.c.k()\n        self.up()\n',
        'p/b.py': 'def f(): pass\ndef h(): pass\nclass B:\n    def up(self): pass\n',
        'p/c.py': 'def k(): pass\n',
      },
      ['p/a.py#C.m > p/b.py#f', 'p/a.py#C.m > p/b.py#h', 'p/a.py#C.m > p/c.py#k', 'p/a.py#C.m ~ p/b.py#B.up'],
    ],
    [
      'Go: packages by import, the same package without',
      {
        'go.mod': 'module x\n',
        'a/a.go': 'package a\nimport "x/b"\nfunc F() { b.G(); h() }\n',
        'a/h.go': 'package a\nfunc h() {}\n',
        'b/b.go': 'package b\nfunc G() {}\n',
      },
      ['a/a.go#F > a/h.go#h', 'a/a.go#F > b/b.go#G'],
    ],
    [
      'Rust: use, paths of types, self',
      {
        'Cargo.toml': '[package]\nname = "x"\n',
        'src/lib.rs': 'mod b;\nuse crate::b::{go, T};\nfn f() { go(); T::new(); }\n',
        'src/b.rs': 'pub fn go() {}\npub struct T;\nimpl T { pub fn new() { Self::own() } fn own() {} }\n',
      },
      ['src/b.rs#T.new > src/b.rs#T.own', 'src/lib.rs#f > src/b.rs#T.new', 'src/lib.rs#f > src/b.rs#go'],
    ],
    [
      'Java: imports, the same package, this left out',
      {
        'src/main/java/p/A.java': 'package p; import q.C; class A { void m() { C.go(); n(); new D(); } void n() {} }',
        'src/main/java/p/D.java': 'package p; class D {}',
        'src/main/java/q/C.java': 'package q; public class C { public static void go() {} }',
      },
      [
        'src/main/java/p/A.java#A.m > src/main/java/p/A.java#A.n',
        'src/main/java/p/A.java#A.m > src/main/java/p/D.java#D',
        'src/main/java/p/A.java#A.m > src/main/java/q/C.java#C.go',
      ],
    ],
    [
      'C#: classes by their name, this left out',
      { 'A.cs': 'class A { void M() { N(); C.Go(); } void N() {} }', 'C.cs': 'class C { public static void Go() {} }' },
      ['A.cs#A.M > A.cs#A.N', 'A.cs#A.M > C.cs#C.Go'],
    ],
    [
      'Ruby: classes by their name, modules around them',
      {
        'a.rb':
          "require_relative 'b'\nmodule M\n  class A\n    def m\n      n()\n      B.go\n    end\n    def n; end\n  end\nend\n",
        'b.rb': 'class B\n  def self.go; end\nend\n',
      },
      ['a.rb#M.A.m > a.rb#M.A.n', 'a.rb#M.A.m > b.rb#B.go'],
    ],
  ])('%s', async (_, files, calls) => {
    expect(await callsIn(files)).toEqual(calls);
  });
});

describe('a part of it', () => {
  const ids = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await viewOf(folderWith(shop), ...args)).nodes.map(({ id, group }) =>
      group === undefined ? id : `${id} (${group})`,
    );

  test.each([
    [
      ['--focus', 'src/tax.ts'],
      ['src/index.ts', 'src/tax.ts'],
    ],
    [
      ['--focus', 'src/tax.ts', '--depth', '2'],
      ['src/cart.ts', 'src/index.ts', 'src/tax.ts'],
    ],
    [
      ['--mode', 'impact', '--entry', 'Cart.total'],
      ['src/cart.ts (changed)', 'test/cart.test.ts (distance 1)'],
    ],
    [
      ['--mode', 'reverse', '--entry', 'taxed'],
      ['src/cart.ts#Cart.total (Depth 1)', 'src/tax.ts#taxed (Depth 0)'],
    ],
    [
      ['--mode', 'call', '--entry', 'total', '--depth', '1'],
      ['src/cart.ts#Cart.total (Depth 0)', 'src/cart.ts#Cart.sum (Depth 1)', 'src/tax.ts#taxed (Depth 1)'],
    ],
    [['--mode', 'complexity'], []],
  ])('%j', async (args, expected) => {
    expect(await ids(...args)).toEqual(expected);
  });

  test('a function with many decisions is counted, and an import from a lower layer to a higher one is marked', async () => {
    const branches = Array.from({ length: 12 }, (_, at) => `if (a === ${String(at)}) return;`).join(' ');
    const folder = folderWith({
      'utils/a.ts': `import '../ui/b.js';\nfunction many(a) { ${branches} }`,
      'ui/b.ts': '',
    });
    expect(await printed(folder, '--mode', 'complexity')).toContain('["many: 13"]');
    expect(await printed(folder, '--mode', 'layers')).toContain('utils_a_ts -. upward .-> ui_b_ts');
  });

  test.each([
    [['--mode', 'reverse'], 'entry is missing'],
    [['--mode', 'call', '--entry', 'nothing'], 'no function, class or file is called "nothing"'],
    [['--focus', 'nowhere'], 'no source file is at "nowhere"'],
    [['--format', 'svg'], '--format takes mermaid, json, dot'],
  ])('%j is refused: %s', async (args, message) => {
    const { code, err } = await run({ cwd: folderWith(shop) }, 'visualize', ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test('calls that the project declares are followed, too, and names that nothing has are reported', async () => {
  const cwd = folderWith({
    '.claude/pactkit.yaml':
      'visualize:\n  stub_edges:\n    - main -> Cart.total\n    - sum -> gone\n    - total->sum\n    - sum - total\n',
    'a.py':
      'class Cart:\n    def total(self):\n        return self.sum()\n\n    def sum(self):\n        return 1\n\n\ndef main():\n    pass\n',
  });
  const { out, err } = await run({ cwd }, 'query', '--callers', 'Cart.total');
  expect(out).toBe('main (a.py:9)\n');
  expect(err).toContain('no function is called "gone", which `visualize.stub_edges` in .claude/pactkit.yaml names');
  expect(err).toContain('"sum - total" in `visualize.stub_edges` is not `FROM -> TO`');
  expect((await viewOf(cwd, '--mode', 'call')).edges).toHaveLength(2);
});

test('calls that comments declare are followed, and what is wrong with one is reported', async () => {
  const files = {
    'a.py':
      'class Router:\n    # pactkit-trace: dispatches_to show, Cart.total\n    @cached\n    def go(self):\n        pass\n\n\ndef show():\n    # pactkit-trace: dispatches_to gone\n    pass\n\n\nx = 1\n# pactkit-trace: dispatches_to show\ny = 2\n',
    'b.ts':
      '/** pactkit-trace: dispatches_to Cart.total */\nexport const run = () => 1;\nexport class Cart { total() { later(); /* pactkit-trace: dispatches_to run */ } }\n',
  };
  expect(await callsIn(files)).toEqual([
    'a.py#Router.go > a.py#show',
    'a.py#Router.go > b.ts#Cart.total',
    'b.ts#Cart.total > b.ts#run',
    'b.ts#run > b.ts#Cart.total',
  ]);
  const { err } = await run({ cwd: folderWith(files) }, 'visualize', '--mode', 'call');
  expect(err).toContain('no function is called "gone", which the `dispatches_to` at a.py:9 names');
  expect(err).toContain('a.py:14: this `dispatches_to` is neither in a function nor above one');
});

test('layers are those that pactkit.yaml names, highest first', async () => {
  const cwd = folderWith({
    '.claude/pactkit.yaml':
      'visualize:\n  layers:\n    - name: web\n      patterns: ["app/web"]\n    - name: core\n      patterns: ["app/{core,model}/**"]\n    - name: none\n',
    'app/web/a.ts': "import '../core/b.js';\n",
    'app/core/b.ts': '',
    'app/model/c.ts': "import '../web/a.js';\n",
    'utils/d.ts': "import '../app/web/a.js';\n",
  });
  const { nodes, edges } = await viewOf(cwd, '--mode', 'layers');
  expect(nodes.map(({ id, group }) => `${id} ${group ?? ''}`)).toEqual([
    'app/core/b.ts core',
    'app/model/c.ts core',
    'app/web/a.ts web',
  ]);
  expect(edges).toMatchObject([
    { from: 'app/model/c.ts', to: 'app/web/a.ts', against: true },
    { from: 'app/web/a.ts', to: 'app/core/b.ts' },
  ]);
  expect((await run({ cwd }, 'visualize', '--mode', 'layers')).err).toContain('has no name or no patterns');
});

test('an item has its documents, files, tests and commits around it', async () => {
  const repository = gitRepository();
  const spec =
    '# STORY-001: Save the cart\n\n## Implementation Steps\n\n| Step | File | Action | Dependencies | Risk |\n|---|---|---|---|---|\n| 1 | `src/cart.ts` | write | None | LOW |\n';
  const tests = "import { Cart } from '../src/cart.js';\ntest('STORY-001: it is kept', () => new Cart());\n";
  repository.commit('STORY-001: keep the cart', {
    ...shop,
    'docs/specs/STORY-001.md': spec,
    'test/cart.test.ts': tests,
  });
  const { nodes, edges } = await viewOf(repository.folder, '--item', 'STORY-001');
  expect(nodes.map(({ id, group }) => `${group}: ${id}`)).toEqual([
    'item: STORY-001',
    'documents: docs/specs/STORY-001.md',
    'files: src/cart.ts',
    'tests: test/cart.test.ts',
    expect.stringMatching(/^commits: [0-9a-f]{40}$/u) as unknown,
  ]);
  expect(edges.filter(({ from }) => from === 'STORY-001')).toHaveLength(4);
  expect(edges.at(-1)).toMatchObject({ from: 'test/cart.test.ts', to: 'src/cart.ts' });
  const { code, err } = await run({ cwd: repository.folder }, 'visualize', '--item', 'STORY-002');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('STORY-002') as unknown });
});

test('after a change the graph is the one that a first look gives', async () => {
  const folder = folderWith(shop);
  const before = await printed(folder, '--mode', 'call');
  writeFiles(folder, { 'src/tax.ts': 'export function taxed() { return round(); }\nfunction round() {}\n' });
  const after = await printed(folder, '--mode', 'call');
  expect(after).not.toBe(before);
  expect(after).toBe(
    await printed(
      folderWith({ ...shop, 'src/tax.ts': 'export function taxed() { return round(); }\nfunction round() {}\n' }),
      '--mode',
      'call',
    ),
  );
});

describe('query', () => {
  const flow = {
    'a.ts': "import { b } from './b.js';\nexport function a() { late(); b(); }\nfunction late() {}\n",
    'b.ts': "import { C } from './c.js';\nexport function b(c: C) { c.go(1); }\nexport const idle = () => b;\n",
    'c.ts': 'export class C { go(n: number) { this.end(); } end() {} }\n',
  };

  test.each([
    [['--callers', 'b'], ['a (a.ts:2)']],
    [['--callees', 'b'], ['C.go (c.ts:1) (by name)']],
    [
      ['--chain', 'C.end'],
      ['C.go (c.ts:1)', 'a (a.ts:2)', 'b (b.ts:2) (by name)'],
    ],
    [
      ['--chain', 'b', '--down'],
      ['C.end (c.ts:1)', 'C.go (c.ts:1) (by name)'],
    ],
    [['--callers', 'a'], []],
  ])('%j', async (args, lines) => {
    const { code, out } = await run({ cwd: folderWith(flow) }, 'query', ...args);
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line !== '')).toEqual(lines);
  });

  test.each([[[]], [['--callers', 'a', '--chain', 'b']]])('%j is refused', async (args) => {
    const { code, err } = await run({ cwd: folderWith(flow) }, 'query', ...args);
    expect(code).toBe(2);
    expect(err).toContain('name a function as one of callers, callees and chain');
  });

  test('call-trace follows the source code, and each function once', async () => {
    expect((await run({ cwd: folderWith(flow) }, 'call-trace', 'a')).out.trim().split('\n')).toEqual([
      'sequenceDiagram',
      '    participant p1 as a.ts',
      '    participant p2 as b.ts',
      '    participant p3 as C',
      '    p1->>p1: late()',
      '    p1->>p2: b(c: C)',
      '    p2-->>p3: go(n: number)',
      '    p3->>p3: end()',
    ]);
  });
});

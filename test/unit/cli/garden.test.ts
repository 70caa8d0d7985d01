import { describe, expect, test } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

interface Listed {
  readonly findings: readonly {
    readonly check: string;
    readonly path: string;
    readonly line: number | null;
    readonly message: string;
  }[];
}

async function weedsOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { out } = await run({ cwd: temporaryFolder(files) }, 'garden', '--format', 'json');
  const { findings } = JSON.parse(out) as Listed;
  return findings.map(({ check, path, line, message }) => `${path}:${line ?? ''} ${check} ${message}`);
}

const body = (name: string): string => `export function ${name}(prices: number[]) {
  let total = 0;
  for (const price of prices) {
    // ${name} adds tax here
    if (price < 0) throw new RangeError('a price below zero cannot be added to a cart');
    total += price + price * 0.19;
  }
  return Math.round(total * 100) / 100;
}
`;

describe('garden', () => {
  test.each([
    [
      'cart.ts',
      "import tax, { rate as r, type Price, w } from './tax.js';\nimport * as all from './all.js';\nexport const a: Price = w;\n",
      ['tax', 'r', 'all'],
    ],
    ['Page.tsx', "import React from 'react';\nexport const Page = () => <p />;\n", []],
    ['linked.js', "import { Cart } from './cart.js';\n/** @param {Cart} cart */\nexport function pay(cart) {}\n", []],
    ['property.js', "import { total } from './cart.js';\nexport const sum = (cart) => cart.total;\n", ['total']],
    [
      'cart.py',
      'import os, sys\nimport a.b as c\nfrom typing import List\nfrom x import y as y\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\ndef f(x: "List[int]"):\n    return x.sys, os\n',
      ['sys', 'c'],
    ],
    ['__init__.py', 'from .cart import Cart\n', []],
    [
      'Cart.java',
      'import java.util.List;\nimport java.util.Map;\nimport java.io.*;\nclass Cart { List<String> x; }\n',
      ['Map'],
    ],
  ])('finds what %s imports and does not use', async (file, text, names) => {
    const found = await weedsOf({ [`src/${file}`]: text });
    expect(
      found
        .filter((one) => one.includes(' dead-import '))
        .map((one) => one.split(' ')[2])
        .sort(),
    ).toEqual(names.sort());
  });

  test('leaves an import of Python that another file takes', async () => {
    const found = await weedsOf({
      'src/shop/compat.py': 'from os import fspath\n',
      'src/shop/cart.py': 'from .compat import fspath\nprint(fspath)\n',
    });
    expect(found).toEqual([]);
  });

  test.each([
    ['a.ts', 'try { f(); } catch {}\n', 1],
    ['a.ts', 'try { f(); } catch { /* nothing was there */ }\n', 0],
    ['a.ts', 'f().catch(() => {});\n', 1],
    ['a.ts', 'f().catch(() => undefined);\n', 0],
    ['a.py', 'try:\n    f()\nexcept Exception:\n    pass\n', 1],
    ['a.py', 'try:\n    f()\nexcept Exception:\n    pass  # nothing was there\n', 0],
    ['a.py', 'try:\n    f()\nexcept Exception:\n    raise\n', 0],
    ['A.java', 'class A { void f() { try { g(); } catch (Exception e) { } } }\n', 1],
    ['A.java', 'class A { void f() { try { g(); } catch (Exception ignored) { } } }\n', 0],
    ['A.cs', 'class A { void F() { try { G(); } catch (Exception e) { } } }\n', 1],
    ['a.rb', 'begin\n  f\nrescue\nend\n', 1],
    ['a.rb', "begin\n  require 'a'\nrescue LoadError\nend\n", 0],
    ['a.rb', 'begin\n  f\nrescue LoadError, IOError\nend\n', 1],
    ['a.go', 'package a\nfunc f() {\n\tif err != nil {\n\t}\n}\n', 1],
    ['a.rs', 'fn f() { match g() { Ok(x) => h(x), Err(_) => {} } }\n', 1],
    ['a.test.ts', 'try { f(); } catch {}\n', 0],
    // What comes after runs only where it failed.
    [
      'a.py',
      'def f():\n    try:\n        return g()  # the best\n    except Exception:\n        pass\n    return None\n',
      0,
    ],
    [
      'a.py',
      'def f():\n    try:\n        if g():\n            return 1\n    except Exception:\n        pass\n    return 0\n',
      0,
    ],
    [
      'a.py',
      'def f():\n    for one in g():\n        try:\n            return h(one)\n        except Exception:\n            pass\n',
      0,
    ],
    ['a.py', 'def f():\n    try:\n        return g()\n    except Exception:\n        pass\n', 1],
    ['a.py', 'def f():\n    try:\n        g()\n    except Exception:\n        pass\n    return None\n', 1],
    ['a.ts', 'function f() { try { return g(); } catch {} return 0; }\n', 0],
    ['a.ts', 'function f() { try { return g(); } catch {} }\nf();\n', 1],
    ['A.java', 'class A { int f() { try { return g(); } catch (Exception e) {} return 0; } }\n', 0],
    ['a.ts', 'function f() { try { save(); if (done) return; } catch {} next(); }\n', 1],
    ['a.ts', 'function f() { try { const a = g(); if (a) return a; } catch {} return 0; }\n', 0],
    ['a.ts', 'function f() { try { g(); if (a) return 1; else { return 2; } } catch {} return 0; }\n', 0],
    ['a.ts', 'function f() { try { g(); if (a) return 1; else h(); } catch {} return 0; }\n', 1],
    [
      'a.py',
      'def f():\n    try:\n        a = g()\n        if a:\n            return a\n    except Exception:\n        pass\n    return 0\n',
      0,
    ],
    [
      'A.java',
      'class A { int f() { try { g(); if (a) return 1; else return 2; } catch (Exception e) {} return 0; } }\n',
      0,
    ],
    ['a.py', 'try:\n    f()\nexcept KeyError:\n    pass\nelse:\n    g()\n', 0],
    ['a.py', 'try:\n    f()\nexcept Exception:\n    pass\nelse:\n    g()\n', 1],
    ['a.py', 'try:\n    from .b import c\nexcept (ImportError, ModuleNotFoundError) as e:\n    pass\n', 0],
    ['a.py', 'try:\n    from .b import c\nexcept (ImportError, Exception):\n    pass\n', 1],
    ['a.py', 'try:\n    from .b import c\nexcept ImportError:\n    pass\n', 0],
    ['a.py', 'try:\n    f()\nexcept ImportError:\n    pass\n', 1],
    ['a.py', 'try:\n    f()\nexcept KeyboardInterrupt:\n    pass\n', 0],
    // The first error is passed on.
    ['a.ts', 'try { f(); } catch (first) { try { undo(); } catch (second) {} throw first; }\n', 0],
    ['a.ts', 'try { f(); } catch (first) { try { undo(); } catch (second) {} log(first); }\n', 1],
    ['a.ts', 'try { f(); } catch (first) { later(() => { try { undo(); } catch (second) {} }); throw first; }\n', 1],
    [
      'a.py',
      'try:\n    f()\nexcept OSError:\n    try:\n        undo()\n    except Exception:\n        pass\n    raise\n',
      0,
    ],
    [
      'A.java',
      'class A { void f() { try { g(); } catch (Error e) { try { h(); } catch (Exception n) { } throw e; } } }\n',
      0,
    ],
    ['fixtures/a.ts', 'try { f(); } catch {}\n', 0],
  ])('of %s %j has %i empty handlers', async (file, text, count) => {
    const found = await weedsOf({ [`src/${file}`]: text });
    expect(found.filter((one) => one.includes(' empty-handler '))).toHaveLength(count);
  });

  test('finds functions that do the same, whatever they are called and however they are commented', async () => {
    expect(
      await weedsOf({ 'src/a.ts': body('sum'), 'src/b.ts': `\n${body('add')}`, 'test/c.test.ts': body('third') }),
    ).toEqual(['src/a.ts:1 duplicate-function sum does the same as src/b.ts:2']);
  });

  test('leaves functions that call others of the same name, and copies that are kept apart', async () => {
    const helped = (word: string): string => `${body('sum').replace('{', '{ help();')}function help() { ${word}(); }\n`;
    expect(await weedsOf({ 'src/a.ts': helped('one'), 'src/b.ts': helped('two') })).toEqual([]);
    expect(await weedsOf({ 'src/a.ts': helped('one'), 'src/b.ts': `${helped('one')}\nlater();\n` })).toHaveLength(1);
    expect(await weedsOf({ 'benchmarks/a.ts': body('sum'), 'benchmarks/b.ts': body('add') })).toEqual([]);
  });

  test('leaves functions whose parameters alone are long', async () => {
    const long = (name: string): string =>
      `export function ${name}(\n${Array.from({ length: 8 }, (_, at) => `  parameter${at}: string | undefined,\n`).join('')}) {\n  stop();\n}\n`;
    expect(await weedsOf({ 'src/a.ts': long('end'), 'src/b.ts': long('leave') })).toEqual([]);
  });

  test('leaves generated files', async () => {
    expect(await weedsOf({ 'src/a.ts': `// Code generated by x. DO NOT EDIT.\nimport y from 'z';\n` })).toEqual([]);
  });

  test('compares copies with the source that a comment names', async () => {
    const found = await weedsOf({
      'src/limits.py': 'MAX_ITEMS = 20\nMIN_ITEMS = 1\n',
      'src/cart.py':
        '# Canonical: src/limits.py MAX_ITEMS\nmost = 30\n# Canonical: src/limits.py MIN_ITEMS\nleast = 1\n# Canonical: src/gone.py X\nx = 1\n',
    });
    expect(found).toEqual([
      'src/cart.py:1 stale-canonical MAX_ITEMS is 20 in src/limits.py, and 30 here',
      'src/cart.py:5 stale-canonical src/gone.py is not there, and the comment names it as the source',
    ]);
  });

  test('finds documents about what is gone', async () => {
    const found = await weedsOf({
      'docs/specs/STORY-001.md':
        '# STORY-001: Cart\n\n| Field | Value |\n| --- | --- |\n| Status | Done |\n\n`src/gone.ts`\n',
      'docs/specs/STORY-003.md':
        '# STORY-003: Cart\n\n| Field | Value |\n| --- | --- |\n| Status | Done |\n\n`lib/elsewhere.ts`\n',
      'src/cart.ts': '',
      'docs/test_cases/STORY-002_case.md': '# STORY-002\n',
      'docs/product/context.md': '# Context\n\nLast updated: 2020-01-01\n',
    });
    expect(found.map((one) => one.split(' ', 2).join(' '))).toEqual([
      'docs/test_cases/STORY-002_case.md: case-without-spec',
      'docs/product/context.md:3 old-context',
      'docs/specs/STORY-001.md:7 gone-file',
    ]);
  });

  test('exits with 1 for what is wrong, and with 0 for hints and nothing', async () => {
    const repository = gitRepository();
    repository.commit('Begin', { 'src/a.js': "import x from 'y';\n", 'lib/b.js': 'export const a = 1;\n' });
    expect(await run({ cwd: repository.folder }, 'garden', 'src')).toEqual({
      code: 1,
      out: 'src/a.js:1  warning  x is imported and not used  (dead-import)\n    Remove the import\n\n0 errors, 1 warning, 0 hints\n',
      err: '',
    });
    expect(await run({ cwd: repository.folder }, 'garden', 'nowhere')).toMatchObject({ code: 2, out: '' });
    expect(await run({ cwd: repository.folder }, 'garden', 'lib')).toEqual({
      code: 0,
      out: 'Nothing to tidy up.\n',
      err: '',
    });
  });
});

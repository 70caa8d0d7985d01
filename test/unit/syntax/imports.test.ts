import path from 'node:path';
import { expect, test } from 'vitest';
import { readPlaces } from '../../../server/src/code/modules/readPlaces.js';
import { resolveImport } from '../../../server/src/code/modules/resolveImport.js';
import { importsOf } from '../../../server/src/syntax/importsOf.js';
import { openSyntax } from '../../../server/src/syntax/openSyntax.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

interface Case {
  readonly name: string;
  /** By path: the first file is asked, the others are there. A text matters only where it is said. */
  readonly files: Readonly<Record<string, string>>;
  /** The files that the first one imports, in path order. */
  readonly imports: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'TypeScript names what a compiler makes of a file',
    files: { 'src/a.ts': "import { b } from './b.js';\nexport * from '../c';", 'src/b.ts': '', 'c/index.tsx': '' },
    imports: ['c/index.tsx', 'src/b.ts'],
  },
  {
    name: 'what a declaration describes counts before it',
    files: { 'a.js': "require('./b'); require('./c.js')", 'b.js': '', 'b.d.ts': '', 'c.d.ts': '' },
    imports: ['b.js', 'c.d.ts'],
  },
  {
    name: 'types, calls and import-equals are imports',
    files: {
      'a.ts':
        "type B = import('./b').B; const c = await import(`./c`); import d = require('./d'); let e: typeof import('./e');",
      'b.ts': '',
      'c.ts': '',
      'd.ts': '',
      'e.ts': '',
    },
    imports: ['b.ts', 'c.ts', 'd.ts', 'e.ts'],
  },
  {
    name: 'text in comments and strings is none, nor what is made up while running',
    files: {
      'a.js': '// require("./b")\nconst x = "import \'./b\'"; import(`./${x}`); other.require("./b")',
      'b.js': '',
    },
    imports: [],
  },
  {
    name: 'paths of the nearest tsconfig, extended ones too',
    files: {
      'app/src/a.ts': "import '@/b'; import 'c'; import '@lib/d';",
      'app/tsconfig.json': '{ "extends": "../tsconfig.base", /* comment */ "compilerOptions": { "baseUrl": "src" } }',
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@/*": ["./app/src/*"], "@lib/*": ["./lib/*"], } } }',
      'app/src/b.ts': '',
      'app/src/c.ts': '',
      'lib/d.ts': '',
    },
    imports: ['app/src/b.ts', 'app/src/c.ts', 'lib/d.ts'],
  },
  {
    name: 'a package of the same repository, by its exports or its main file',
    files: {
      'app/a.ts': "import 'shop'; import 'shop/cart'; import '@acme/tax'; import 'react'; import '#own';",
      'app/package.json': '{ "name": "app", "imports": { "#own": { "types": "./own.d.ts", "default": "./own.js" } } }',
      'app/own.js': '',
      'app/own.d.ts': '',
      'shop/package.json': '{ "name": "shop", "exports": { ".": { "import": "./index.js" }, "./*": "./src/*.js" } }',
      'shop/index.js': '',
      'shop/src/cart.ts': '',
      'tax/package.json': '{ "name": "@acme/tax", "main": "lib/tax" }',
      'tax/lib/tax.js': '',
    },
    imports: ['app/own.js', 'shop/index.js', 'shop/src/cart.ts', 'tax/lib/tax.js'],
  },
  {
    name: 'Python: a name that is a module, and what other names are taken from',
    files: {
      'src/shop/cart.py':
        'import shop.tax as t, os\nfrom . import models, nothing\nfrom .models.item import (Item,\n Price)\nfrom ..up import x',
      'src/shop/__init__.py': '',
      'src/shop/tax.py': '',
      'src/shop/models/__init__.py': '',
      'src/shop/models/item.py': '',
      'src/up.py': '',
    },
    imports: [
      'src/shop/__init__.py',
      'src/shop/models/__init__.py',
      'src/shop/models/item.py',
      'src/shop/tax.py',
      'src/up.py',
    ],
  },
  {
    name: 'Go: all files of a package of the module but its tests',
    files: {
      'cmd/main.go': 'package main\nimport (\n "fmt"\n c "acme.org/shop/cart"\n)',
      'go.mod': 'module acme.org/shop\n',
      'cart/cart.go': '',
      'cart/tax.go': '',
      'cart/cart_test.go': '',
    },
    imports: ['cart/cart.go', 'cart/tax.go'],
  },
  {
    name: 'Rust: the innermost module of a path',
    files: {
      'src/lib.rs':
        'mod cart; mod inner { fn f() {} }\nuse crate::cart::{tax::{self, Rate}, Item as I};\npub use other_crate::x::*; use std::fmt;',
      'Cargo.toml': '[package]\nname = "shop"\n',
      'src/cart/mod.rs': '',
      'src/cart/tax.rs': '',
      'other/Cargo.toml': '[package]\nname = "other-crate"\n',
      'other/src/x.rs': '',
    },
    imports: ['other/src/x.rs', 'src/cart/mod.rs', 'src/cart/tax.rs'],
  },
];

test.each(cases)('$name', async ({ files, imports }) => {
  const [file = ''] = Object.keys(files);
  const places = readPlaces(Object.keys(files), new Map(Object.entries(files)));
  const said = (await importsOf(syntax, file, files[file] ?? '')) ?? [];
  const found = new Set(said.flatMap((one) => resolveImport(file, one, places)));
  expect([...found].sort()).toEqual(imports);
});

test('a language without a grammar is not read', async () => {
  expect(await importsOf(syntax, 'a.zig', 'const b = @import("b.zig");')).toBeUndefined();
});

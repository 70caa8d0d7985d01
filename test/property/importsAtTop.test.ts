import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importsAtTop } from '../../server/src/syntax/importsAtTop.js';
import { importsOf } from '../../server/src/syntax/importsOf.js';
import { openSyntax } from '../../server/src/syntax/openSyntax.js';
import { runs } from '../support/runs.js';

const syntax = openSyntax(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm'));

const statements = [
  "import './a.js';",
  'import a from "./b.js"',
  "import type { A } from './c.js';",
  "import a, { b as c, type D } from './d.js';",
  "import * as a from '../e.js'; // import b from './no.js'",
  "import {\n  a,\n  b,\n} from './f.js';",
  "import data from './g.json' with { type: 'json' };",
  "import a from './h.js'; import b from './i.js';",
  "export * from './j.js';",
  "export * as a from './k.js';",
  "export type { A } from './l.js';",
  "export { a, b as default } from './m.js'",
  "import /* why */ a from './n.js';",
  "import a = require('./o.js');",
];
const others = [
  '',
  "'use strict';",
  '/* import a from "./no.js"; */',
  "// import './no.js';",
  "const a = await import('./p.js');",
  'const a = import(/* @vite-ignore */ "./q.js");',
  'const a = import(`./r.js`);',
  "const a = require('./s.js').b;",
  "const { b } = require(\n  './t.js',\n);",
  "const text = `import a from './no.js';\nexport * from './no.js';`;",
  'const text = "import(\'./no.js\')";',
  "type A = import('./no.js').B;",
  "const isIt = /from 'no'/u.test(text) ? Array.from('no') : import.meta.url;",
  "export const from = 'no';",
  'export function f() {\n  return from;\n}',
  "const broken = require(other + './no.js');",
];

it('tells all that the parser finds, and nothing else for certain', async () => {
  const part = fc.constantFrom(...statements, ...others);
  const file = fc.tuple(fc.array(fc.constantFrom(...statements), { maxLength: 3 }), fc.array(part, { maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(file, fc.constantFrom('\n', '\r\n', '\n\n'), async ([top, rest], lineEnd) => {
      const text = [...top, ...rest].join(lineEnd);
      const shown = importsAtTop(text);
      if (!shown) return;
      const found = (await importsOf(syntax, 'a.ts', text)) ?? [];
      const certain = found.slice(0, shown.imports.length);
      expect(shown.imports).toEqual(certain);
      expect(shown.maybe).toEqual(expect.arrayContaining(found.slice(certain.length).map(({ from }) => from)));
    }),
    { numRuns: runs(1_000) },
  );
});

it.each([
  ["import a from './a.js';\n\nexport const b = 1;\n", { imports: [{ from: './a.js', line: 0 }], maybe: [] }],
  ["const b = import('./b.js');\n", { imports: [], maybe: ['./b.js'] }],
  ["#!/usr/bin/env node\nimport './a.js';\n", { imports: [{ from: './a.js', line: 1 }], maybe: [] }],
  ['const b = import(/* why */ "./b.js");\n', undefined],
  ["const b = require<B>('./b.js');\n", undefined],
])('%j', (text, shown) => {
  expect(importsAtTop(text)).toEqual(shown);
});

/** What costs the square of its length takes minutes. */
it.each(['import', 'import a from', 'export', 'export type', 'export {', 'export * as a'])(
  'is linear in what follows `%s`',
  (start) => {
    for (const unit of ['\n', ' from '])
      expect(importsAtTop(start + unit.repeat(500_000))).toEqual({ imports: [], maybe: [] });
  },
);

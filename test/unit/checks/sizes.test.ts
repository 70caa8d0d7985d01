import { expect, it } from 'vitest';
import { smallFilesForOne } from '../../../scripts/lib/smallFiles.mjs';

it('a small file that one other file needs is part of it, unless there is one of its kind for each thing', () => {
  expect(smallFilesForOne()).toEqual([]);
});

it('such a file is found, unless it is long, loaded late, or needed elsewhere, too', () => {
  const files = {
    'a.ts': "import { b } from './b.js';\nimport { c } from './c.js';\nimport { d } from './d.js';\n",
    'b.ts': 'export const b = 1;\n',
    'c.ts': `export const c = 1;${'\n'.repeat(25)}`,
    'd.ts': "export const d = () => import('./e.js');\n",
    'e.ts': 'export const e = 1;\n',
    'f.ts': "import { d } from './d.js';\n",
  };
  const inRoom = Object.entries(files).map(([name, text]) => [`server/src/base/${name}`, text] as const);
  expect(smallFilesForOne(new Map(inRoom))).toEqual([
    { file: 'server/src/base/b.ts', lines: 1, importer: 'server/src/base/a.ts' },
  ]);
});

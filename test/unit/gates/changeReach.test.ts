import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { moduleGraph } from '../../../server/src/code/modules/moduleGraph.js';
import { reachOfChange, testsOf } from '../../../server/src/gates/support/changeReach.js';
import { describeWithShared } from '../../support/shared.js';

/** Each file, and what it imports. */
const imports: Readonly<Record<string, readonly string[]>> = {
  'src/money.ts': [],
  'src/cart.ts': ['src/money.ts', 'src/rates.json'],
  'src/alone.ts': [],
  'test/cart.test.ts': ['src/cart.ts', 'test/help.ts'],
  'test/help.ts': [],
  'test/alone.test.ts': [],
  'pkg/a.go': [],
  'pkg/b.go': [],
  'pkg/b_test.go': [],
};
const graph = moduleGraph(new Map(Object.entries(imports).map(([file, all]) => [file, new Set(all)])), ['src/big.ts']);

describe('what a change makes it necessary to test', () => {
  test.each([
    ['src/money.ts', 'impact', ['test/cart.test.ts']],
    ['src/rates.json', 'impact', ['test/cart.test.ts']],
    ['test/cart.test.ts', 'impact', ['test/cart.test.ts']],
    ['test/help.ts', 'impact', ['test/cart.test.ts']],
    ['src/alone.ts', 'impact', []],
    ['pkg/a.go', 'impact', ['pkg/b_test.go']],
    ['src/big.ts', 'full', []],
    ['package-lock.json', 'full', []],
    ['tsconfig.json', 'full', []],
    ['pom.xml', 'full', []],
    ['CMakeLists.txt', 'full', []],
    ['.github/workflows/ci.yml', 'full', []],
    ['src/template.hbs', 'full', []],
    ['test/data.json', 'full', []],
    ['src/prompts/system.md', 'full', []],
    ['README.md', 'skip', []],
    ['docs/guide.txt', 'skip', []],
    ['media/logo.png', 'skip', []],
  ] as const)('%s: %s %j', (file, scope, tests) => {
    expect(reachOfChange([file], graph)).toMatchObject({ scope, tests });
  });

  test('the widest scope of its files counts', () => {
    expect(reachOfChange(['README.md', 'src/money.ts'], graph).scope).toBe('impact');
    expect(reachOfChange(['README.md', 'src/money.ts', 'go.mod'], graph).scope).toBe('full');
    expect(reachOfChange([], graph).scope).toBe('skip');
  });
});

test.each([
  ['src/money.ts', 'imports', ['test/cart.test.ts']],
  ['src/alone.ts', 'name', ['test/alone.test.ts']],
  ['src/nobody.ts', 'none', []],
] as const)('the tests of %s, by %s', (file, by, tests) => {
  expect(testsOf(file, Object.keys(imports), graph)).toEqual({ by, tests });
});

interface RegressionCase {
  readonly files: readonly string[];
  readonly result: string;
}

/** What PactKit takes for documentation, or for code like any other, although all tests depend on it (27 in the list of its defects). */
const better: Readonly<Record<string, string>> = {
  'tests/a.py': 'full',
  'src/notes.txt': 'full',
  'docs/package.json': 'full',
  'package-lock.json': 'full',
  'pom.xml': 'full',
  'setup.cfg': 'full',
  'Cargo.lock': 'full',
  '.github/workflows/x.yml': 'full',
  'src/README_code.py': 'impact',
  'src/tests': 'full',
  docs: 'full',
  'docs\\a.py': 'impact',
  'docs/x.py': 'impact',
  'src/prompts/system.md': 'full',
};

describeWithShared('PactKit’s cases', ['fixtures'], (folder) => {
  const all = folder === '' ? [] : casesIn(folder);
  test.each(all.map((one) => [one.files.join(' '), one] as const))('%s', (name, { files, result }) => {
    expect(reachOfChange(files, graph).scope).toBe(better[name] ?? result);
  });
});

function casesIn(folder: string): readonly RegressionCase[] {
  const { regression } = JSON.parse(readFileSync(path.join(folder, 'cli-cases.json'), 'utf8')) as {
    regression: readonly RegressionCase[];
  };
  return regression;
}

import { describe, expect, it } from 'vitest';
import { assertionsOf } from '../../../../server/src/code/testChanges/testAssertions.js';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { createTraceGraph } from '../../../../server/src/trace/createTraceGraph.js';
import { defaultConfiguration } from '../../../../server/src/workspace/configuration.js';
import { isSourcePath } from '../../../../server/src/code/otherSyntaxes.js';
import { isTestPath } from '../../../../server/src/code/languageOf.js';
import { carryOutOn, type OperationResult, refusalOf } from '../../../support/checkOperation.js';
import { codeFactsOf } from '../../../support/codeFixture.js';
import { projectOf } from '../../../support/projectOf.js';
import { cleanSpec } from '../../../support/projectTexts.js';

type Files = Readonly<Record<string, string>>;

const criteria = `### AC1: Reload keeps the cart (R1)

- **Given** a cart with one item
- **When** STORY-002 is done
- **Then** the item is still "there"

### AC2: It's \\ as fast as R2-D2

- **Given** a
`;

function specFor(item: string): Files {
  const spec = cleanSpec(item).replace(/### AC1[\s\S]*?(?=\n## Target)/, criteria);
  return { [`docs/specs/${item}.md`]: spec, 'docs/specs/STORY-002.md': cleanSpec('STORY-002') };
}

function testSources(files: Files): ReturnType<typeof codeFactsOf>['sources'] {
  const tests = Object.entries(files).filter(([name]) => isSourcePath(name) && isTestPath(name));
  return codeFactsOf(tests.map(([name, text]) => parseSource(name, text))).sources;
}

async function make(item: string, files: Files, path?: string): Promise<OperationResult> {
  const all = { ...specFor(item), ...files };
  return carryOutOn({
    operation: 'new-test-file',
    input: { item, ...(path === undefined ? {} : { path }) },
    files: all,
    sources: testSources(files),
  });
}

const scenarios = `# Test Cases: STORY-001

## TC-1: A reload (AC1)

- **Given** a cart

## TC-02: A second reload (AC2)

- **Given** two carts
- **Then** both are there
`;

const packageJson = (fields: object): string => JSON.stringify(fields);

const places: readonly (readonly [string, Files, string])[] = [
  [
    'vitest',
    { 'package.json': packageJson({ devDependencies: { vitest: '1' } }), 'tsconfig.json': '{}' },
    'test/story-001.test.ts',
  ],
  ['jest', { 'package.json': packageJson({ scripts: { test: 'jest' } }) }, 'test/story-001.test.js'],
  [
    'mocha beside its tests',
    {
      'package.json': packageJson({ scripts: { test: 'mocha' } }),
      'spec/a.spec.js': "it('a', () => { check(1); });\n",
    },
    'spec/story-001.spec.js',
  ],
  [
    'node',
    { 'package.json': packageJson({ scripts: { test: 'node --test' }, type: 'module' }) },
    'test/story-001.test.js',
  ],
  ['pytest', { 'pyproject.toml': '' }, 'tests/test_story_001.py'],
  ['pytest beside its tests', { 'app/cart_test.py': 'def test_a():\n    assert a()\n' }, 'app/story_001_test.py'],
  ['go', { 'go.mod': 'module x\n' }, 'tests/story_001_test.go'],
  [
    'go beside its tests',
    { 'go.mod': 'module x\n', 'cart/cart_test.go': 'package cart\n\nfunc TestA(t *testing.T) { t.Fatal() }\n' },
    'cart/story_001_test.go',
  ],
  ['rust', { 'core/Cargo.toml': '' }, 'core/tests/story_001.rs'],
  [
    'rust with unit tests',
    { 'core/Cargo.toml': '', 'core/src/tests.rs': '#[test]\nfn a() { assert!(a()); }\n' },
    'core/tests/story_001.rs',
  ],
  ['maven', { 'pom.xml': '' }, 'src/test/java/Story001Test.java'],
  [
    'junit 4 beside its tests',
    {
      'src/test/java/shop/CartTest.java':
        'package shop;\nimport org.junit.Test;\npublic class CartTest { @Test public void a() { check(); } }\n',
    },
    'src/test/java/shop/Story001Test.java',
  ],
  ['xunit', { 'Shop.Tests/Shop.Tests.csproj': '' }, 'Shop.Tests/Story001Tests.cs'],
  [
    'nunit',
    {
      'Shop.Tests/CartTests.cs':
        'using NUnit.Framework;\npublic class CartTests { [Test] public void A() { Check(); } }\n',
    },
    'Shop.Tests/Story001Tests.cs',
  ],
  [
    'mstest',
    {
      'Shop.Tests/CartTests.cs':
        'using Microsoft.VisualStudio.TestTools.UnitTesting;\n[TestClass] public class CartTests { [TestMethod] public void A() { Check(); } }\n',
    },
    'Shop.Tests/Story001Tests.cs',
  ],
  ['rspec', { Gemfile: '', '.rspec': '' }, 'spec/story_001_spec.rb'],
  ['minitest', { Gemfile: '' }, 'test/story_001_test.rb'],
];

describe('new-test-file', () => {
  it.each(places)('%s: tests that are traced and do not run', async (_, files, path) => {
    const { changed } = await make('STORY-001', files);
    expect(Object.keys(changed)).toEqual([path]);
    await expectTraced('STORY-001', files, path, changed[path] ?? '');
  });

  it.each(['STORY-al-042', 'BUG-bob-01-007', 'HOTFIX-a_b-003', 'STORY-R2-005'])('%s in each language', async (item) => {
    for (const [, files, path] of places) {
      const { changed } = await make(item, files);
      const [made = ''] = Object.keys(changed);
      expect(made.split('/').slice(0, -1)).toEqual(path.split('/').slice(0, -1));
      await expectTraced(item, files, made, changed[made] ?? '');
    }
  });

  it.each(['STORY-001', 'STORY-R2-005'])(
    'for one scenario of %s: traced to it alone in each language',
    async (item) => {
      for (const [, files] of places) {
        const testCase = `docs/test_cases/${item}_case.md`;
        const documents = { ...specFor(item), ...files, [testCase]: scenarios };
        const { changed } = await carryOutOn({
          operation: 'new-test-file',
          input: { item, scenario: 'TC-2' },
          files: documents,
          sources: testSources(files),
        });
        const [[path, text] = ['', ''], ...others] = Object.entries(changed);
        expect(others).toEqual([]);
        const source = parseSource(path, text ?? '');
        const project = await projectOf({ documents, sources: [source] });
        const covered = createTraceGraph(project, defaultConfiguration).item(item)?.coverage.scenarios;
        const seen = covered?.map(({ scenario, tests }) => [scenario.id?.value, tests.length]);
        expect(seen, text).toEqual([
          ['TC-1', 0],
          ['TC-02', 1],
        ]);
        expect(source.tests.map(({ skipped }) => skipped)).toEqual([true]);
      }
    },
  );

  it('says what a scenario has to show', async () => {
    const { changed } = await carryOutOn({
      operation: 'new-test-file',
      input: { item: 'STORY-001', scenario: 'TC-2' },
      files: {
        ...specFor('STORY-001'),
        'package.json': packageJson({ devDependencies: { vitest: '1' } }),
        'docs/test_cases/STORY-001_case.md': scenarios,
        'test/story-001.test.js': '// mine\n',
      },
      sources: [],
    });
    expect(changed).toEqual({
      'test/story-001-tc-2.test.js': `import { describe, it } from 'vitest';

describe('STORY-001', () => {
  it.skip('STORY-001/TC-2 A second reload', () => {
    // Given two carts
    // Then both are there
    throw new Error('not written yet');
  });
});
`,
    });
  });

  it('is written for the runner', async () => {
    const { changed } = await make('STORY-001', { 'package.json': packageJson({ devDependencies: { vitest: '1' } }) });
    expect(changed['test/story-001.test.js']).toBe(`import { describe, it } from 'vitest';

describe('STORY-001', () => {
  it.skip('STORY-001/AC1 Reload keeps the cart', () => {
    // Given a cart with one item
    // Then the item is still "there"
    throw new Error('not written yet');
  });

  it.skip('STORY-001/AC2', () => {
    // Given a
    throw new Error('not written yet');
  });
});
`);
  });

  it.each([
    [
      'require',
      { 'package.json': packageJson({ scripts: { test: 'node --test' } }) },
      undefined,
      "require('node:test')",
    ],
    [
      'import',
      { 'package.json': packageJson({ scripts: { test: 'node --test' } }) },
      'test/a.test.mjs',
      "from 'node:test'",
    ],
    [
      'the package',
      { 'cart/a_test.go': 'package cart\n\nfunc TestA(t *testing.T) { t.Fatal() }\n' },
      undefined,
      'package cart\n',
    ],
    ['the folders of Java', { 'pom.xml': '' }, 'src/test/java/shop/cart/CartTest.java', 'package shop.cart;\n'],
  ])('has %s that its place asks for', async (_, files, path, part) => {
    const { changed } = await make('STORY-001', files, path);
    expect(Object.values(changed).join('')).toContain(part);
  });

  it.each([
    ['nothing tells the language', {}, undefined, 'not-found', []],
    [
      'several languages',
      { 'package.json': '{}', 'go.mod': '' },
      undefined,
      'ambiguous',
      ['test/story-001.test.js', 'tests/story_001_test.go'],
    ],
    ['no test file', { 'package.json': '{}' }, 'src/cart.ts', 'invalid-input', []],
    ['a path that leads out', { 'package.json': '{}' }, '../a.test.ts', 'invalid-input', []],
    [
      'a file that is there',
      { 'package.json': '{}', 'test/story-001.test.js': '// mine\n' },
      undefined,
      'exists',
      ['test/story-001.test.js'],
    ],
  ])('refuses: %s', async (_, files, path, code, candidates) => {
    const refused = await refusalOf({
      operation: 'new-test-file',
      input: { item: 'STORY-001', ...(path === undefined ? {} : { path }) },
      files: { ...specFor('STORY-001'), ...files },
      sources: [],
    });
    expect(refused).toMatchObject({ code, candidates });
  });
});

it('new-test-file refuses a scenario that no test case has', async () => {
  const refused = await refusalOf({
    operation: 'new-test-file',
    input: { item: 'STORY-001', scenario: 'TC-7' },
    files: { ...specFor('STORY-001'), 'docs/test_cases/STORY-001_case.md': scenarios, 'package.json': '{}' },
    sources: [],
  });
  expect(refused).toMatchObject({ code: 'not-found', candidates: ['TC-1', 'TC-02'] });
});

async function expectTraced(item: string, files: Files, path: string, text: string): Promise<void> {
  const source = parseSource(path, text);
  const project = await projectOf({ documents: { ...specFor(item), ...files }, sources: [source] });
  const trace = createTraceGraph(project, defaultConfiguration).item(item);
  const covered = trace?.coverage.criteria.map(({ criterion, tests }) => [criterion.id, tests.length]);
  expect(covered, text).toEqual([
    ['AC1', 1],
    ['AC2', 1],
  ]);
  expect(
    source.tests.map(({ skipped }) => skipped),
    text,
  ).toEqual([true, true]);
  expect(createTraceGraph(project, defaultConfiguration).item('STORY-002')?.tests ?? []).toEqual([]);
  // Somebody who takes the marks away and writes nothing has tests that fail, not tests that are empty.
  for (const test of source.tests)
    expect(assertionsOf(source, test)?.cannotFail ?? '', text).not.toMatch(/body is empty/);
}

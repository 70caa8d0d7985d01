import { describe, expect, it } from 'vitest';
import { testsKept } from '../../../server/src/gates/conditions/testsKept.js';
import {
  change,
  checkCondition,
  type ExpectedOutcome,
  type GateCase,
  gateContext,
} from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { cleanSpec } from '../../support/projectTexts.js';

const path = 'test/sum.test.ts';
const adds = "it('STORY-001/AC1 adds', () => {\n  expect(total([1, 2])).toBe(3);\n});\n";
const empty = "it('is 0 without items', () => {\n  expect(total([])).toBe(0);\n});\n";

const changed = (before: string | undefined, after: string | undefined, file = path): GateCase => ({
  project: gateProject(),
  work: { changes: [change(file, before, after)] },
});

describe('the condition tests-kept', () => {
  it.each<[string, GateCase, readonly (string | RegExp)[]]>([
    ['a test that is gone', changed(adds + empty, adds), [/^The test "is 0 without items" was removed$/u]],
    [
      'a file of tests that is gone',
      changed(adds + empty, undefined),
      [/adds" was removed/u, /is 0 without items" was removed/u],
    ],
    ['a test that is skipped', changed(adds, adds.replace('it(', 'it.skip(')), [/adds" is now skipped/u]],
    ['a laxer assertion', changed(adds, adds.replace('toBe(3)', 'toBeTruthy()')), [/adds" checks less/u]],
    [
      'another expected value',
      changed(adds, adds.replace('toBe(3)', 'toBe(4)')),
      [/adds" expects `4` instead of `3`/u],
    ],
    [
      'a name that loses what the test is of',
      changed(adds, adds.replace('STORY-001/AC1 ', '')),
      [/is now called "adds", so what it tested is no longer tested/u],
    ],
    [
      'a focus',
      changed(adds + empty, `${adds}${empty}it.only('new', () => { expect(total([5])).toBe(5); });\n`),
      [/^`only` prevents all other tests/u],
    ],
    [
      'a helper',
      changed('def price():\n    return 3\n', 'def price():\n    return 4\n', 'tests/conftest.py'),
      [/^`price` changed/u],
    ],
    [
      'a snapshot',
      changed('exports[`adds 1`] = `3`;\n', 'exports[`adds 1`] = `4`;\n', 'test/__snapshots__/a.test.ts.snap'),
      [/^The snapshot "adds 1" changed/u],
    ],
    [
      'a snapshot in another form than that of jest',
      changed('---\nsource: a.rs\n---\n3\n', '---\nsource: a.rs\n---\n4\n', 'src/snapshots/a.snap'),
      [/^src\/snapshots\/a\.snap, which tests use, changed/u],
    ],
    [
      'snapshots that are too large to be read',
      {
        project: gateProject(),
        work: {
          changes: [
            change('test/__snapshots__/a.test.ts.snap', undefined, undefined, {
              modeBefore: '100644',
              modeAfter: '100644',
            }),
          ],
        },
      },
      [/a\.test\.ts\.snap, which tests use, changed/u],
    ],
    [
      'a snapshot that is gone',
      changed(
        'exports[`adds 1`] = `3`;\n\nexports[`is 0 1`] = `0`;\n',
        'exports[`adds 1`] = `3`;\n',
        'test/__snapshots__/a.test.ts.snap',
      ),
      [/^The snapshot "is 0 1" was removed/u],
    ],
    [
      'a fixture',
      changed('{"sum": 3}\n', '{"sum": 4}\n', 'test/fixtures/cart.json'),
      [/^test\/fixtures\/cart\.json, which tests use, changed/u],
    ],
    [
      'a fixture that is gone',
      changed('{"sum": 3}\n', undefined, 'test/fixtures/cart.json'),
      [/cart\.json, which tests use, was removed/u],
    ],
    [
      'a fixture for all tests that skips them',
      changed(
        undefined,
        '@pytest.fixture(autouse=True)\ndef later():\n    pytest.skip("later")\n',
        'tests/conftest.py',
      ),
      [/^`later` ends, skips or redirects existing tests/u],
    ],
    [
      'a mark that expects a test to fail',
      changed(
        'def test_a():\n    assert a() == 1\n',
        '@pytest.mark.xfail\ndef test_a():\n    assert a() == 1\n',
        'tests/test_a.py',
      ),
      [/^The test "test_a" changed/u],
    ],
    [
      'a mark that skips a file',
      changed(
        'def test_a():\n    assert a() == 1\n',
        'pytestmark = pytest.mark.skip\n\ndef test_a():\n    assert a() == 1\n',
        'tests/test_a.py',
      ),
      [/^The test "test_a" is now skipped/u],
    ],
  ])('fails at %s', async (_, stated, problems) => {
    await checkCondition(testsKept, stated, { state: 'fail', problems });
  });

  it.each<[string, GateCase]>([
    ['no change', { project: gateProject() }],
    ['a new file of tests', changed(undefined, adds)],
    ['a new test beside others', changed(adds, adds + empty)],
    [
      'another layout and comments',
      changed(adds, `// the sum\n${adds.replaceAll('\n', '\n\n').replace("'", '"').replace("adds'", 'adds"')}`),
    ],
    ['an assertion more', changed(adds, adds.replace('toBe(3);', 'toBe(3);\n  expect(total([4])).toBe(4);'))],
    ['another name for the same', changed(adds, adds.replace('AC1 adds', 'AC1 sums'))],
    [
      'a new snapshot',
      changed(
        'exports[`adds 1`] = `3`;\n',
        'exports[`adds 1`] = `3`;\n\nexports[`is 0 1`] = `0`;\n',
        'test/__snapshots__/a.test.ts.snap',
      ),
    ],
    ['a line more in a fixture', changed('a,3\n', 'a,3\nb,4\n', 'test/fixtures/cart.csv')],
    [
      'a mark that only says what a test is of',
      changed(
        'def test_a():\n    assert a() == 1\n',
        '@pytest.mark.slow\ndef test_a():\n    """AC1"""\n    assert a() == 1\n',
        'tests/test_a.py',
      ),
    ],
    [
      'a fixture that those who want it take',
      changed(undefined, '@pytest.fixture\ndef database():\n    pytest.skip("none")\n', 'tests/conftest.py'),
    ],
    ['a change of the product', changed('export const a = 1;\n', 'export const a = 2;\n', 'src/a.ts')],
    ['a change of a spec', changed('# A\n', '# B\n', 'docs/specs/STORY-002.md')],
    [
      'code beside tests in Rust',
      changed(
        'fn a() -> i32 { 1 }\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn b() { assert_eq!(a(), 1); }\n}\n',
        'fn a() -> i32 { 2 - 1 }\n#[cfg(test)]\nmod tests {\n  #[test]\n  fn b() { assert_eq!(a(), 1); }\n}\n',
        'src/a.rs',
      ),
    ],
  ])('passes %s', async (_, stated) => {
    await checkCondition(testsKept, stated, { state: 'pass' });
  });

  const laxer = adds.replace('toBe(3)', 'toBeTruthy()');

  it('lets a test change with the criterion it is of, or the requirement that cites it', async () => {
    const spec = cleanSpec();
    const heading = /^### AC1.*$/mu.exec(spec)?.[0] ?? '';
    const requirement = /^### R1.*$/mu.exec(spec)?.[0] ?? '';
    const withSpec = (before: string): GateCase => ({
      project: gateProject(),
      work: { changes: [change(path, adds, laxer), change('docs/specs/STORY-001.md', before, spec)] },
    });
    const passes: ExpectedOutcome = { state: 'pass', summary: '1 changed with the spec' };
    await checkCondition(testsKept, withSpec(spec.replace(heading, `${heading} slowly`)), passes);
    await checkCondition(testsKept, withSpec(spec.replace(requirement, `${requirement} slowly`)), passes);
    await checkCondition(testsKept, withSpec(`${spec}\n## Notes\n\nMore.\n`), { state: 'fail' });
  });

  it('lets a person approve that very change, and no other', async () => {
    const [problem] = (await testsKept.check(await gateContext(changed(adds, laxer)))).problems ?? [];
    const what = problem?.approvable ?? '';
    expect(what).toMatch(/^test-change:test\/sum\.test\.ts > STORY-001\/AC1 adds:[\da-f]{16}$/u);
    const words = [{ about: 'approve' as const, what }];
    await checkCondition(
      testsKept,
      { ...changed(adds, laxer), words },
      { state: 'pass', summary: '1 approved by a person' },
    );
    await checkCondition(testsKept, { ...changed(adds, `// why\n${laxer}`), words }, { state: 'pass' });
    await checkCondition(
      testsKept,
      { ...changed(adds, adds.replace('toBe(3)', 'toBeDefined()')), words },
      { state: 'fail' },
    );
    await checkCondition(
      testsKept,
      { ...changed(adds, laxer), words: [{ about: 'approve', what, item: 'STORY-002' }] },
      { state: 'fail' },
    );
    await checkCondition(
      testsKept,
      { ...changed(adds, laxer), words: [{ about: 'override', what }] },
      { state: 'fail' },
    );
  });

  it('is unknown where git is not there', async () => {
    await checkCondition(testsKept, { project: gateProject(), work: 'none' }, { state: 'unknown' });
  });

  it('points at the test as it is now', async () => {
    const { problems = [] } = await checkCondition(testsKept, changed(empty + adds, empty + laxer), { state: 'fail' });
    expect(problems.map(({ place }) => place)).toEqual([
      { path, range: { start: { line: 3, character: 0 }, end: { line: 5, character: 2 } } },
    ]);
  });
});

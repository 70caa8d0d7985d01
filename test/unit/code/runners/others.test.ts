import { describe, expect, it } from 'vitest';
import { runners } from '../../../../server/src/code/runners/index.js';
import { checkCommands, checkResults, wantedTests } from './checkRunner.js';

describe('pytest', () => {
  const tests = wantedTests({
    'api/tests/test_cart.py': 'class TestCart:\n    def test_sum(self):\n        pass\n\ndef test_bad():\n    pass\n',
    'api/tests/test_none.py': 'def test_none():\n    pass\n',
    'api/tests/test_skipped.py': 'def test_skipped():\n    pass\n',
  });

  it('is told node ids, seen from the folder it runs in', () => {
    checkCommands(
      'pytest',
      tests,
      [
        [
          '-m',
          'pytest',
          '--junitxml=/tmp/r-0.xml',
          '-o',
          'junit_family=xunit1',
          '--rootdir=.',
          '--continue-on-collection-errors',
          './tests/test_cart.py::TestCart::test_sum',
          './tests/test_cart.py::test_bad',
          './tests/test_none.py::test_none',
          './tests/test_skipped.py::test_skipped',
        ],
      ],
      { folder: 'api' },
    );
  });

  // As pytest 9.0 writes it.
  const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest">
<testcase classname="tests.test_cart.TestCart" name="test_sum[x]y-1]" file="tests/test_cart.py" line="1" time="0.002" />
<testcase classname="tests.test_cart" name="test_bad" file="tests/test_cart.py" line="4" time="0.001"><failure message="AssertionError: a &lt; b">def test_bad():
&gt;       assert 2 &lt; 1

tests/test_cart.py:5: AssertionError</failure></testcase>
<testcase classname="" name="tests.test_none" file="tests/test_none.py" time="0.000"><error message="collection failure">No module named 'x'</error></testcase>
<testcase classname="" name="tests.test_skipped" file="tests/test_skipped.py" time="0.000"><skipped message="collection skipped">('tests/test_skipped.py', 2, "Skipped: could not import 'x'")</skipped></testcase>
</testsuite></testsuites>`;

  it('tells each set of parameters, and modules that could not be loaded or skip all they hold', () => {
    checkResults(
      'pytest',
      tests,
      { files: [report] },
      {
        test_sum: { status: 'passed', durationMs: 2 },
        test_bad: {
          status: 'failed',
          message:
            'AssertionError: a < b\ndef test_bad():\n>       assert 2 < 1\n\ntests/test_cart.py:5: AssertionError',
          durationMs: 1,
          line: 4,
        },
        test_none: { status: 'errored', message: "collection failure\nNo module named 'x'", durationMs: 0 },
        test_skipped: {
          status: 'skipped',
          message: `collection skipped\n('tests/test_skipped.py', 2, "Skipped: could not import 'x'")`,
          durationMs: 0,
        },
      },
    );
  });

  it('has spoilt a run where it refuses one of the ids', () => {
    const nothing = { output: '', said: '', files: [] };
    expect(runners.pytest.spoilt?.({ ...nothing, exitCode: 4 })).toBe(true);
    expect(runners.pytest.spoilt?.({ ...nothing, exitCode: 1 })).toBe(false);
    const said = 'ERROR: usage: __main__.py [options]\n__main__.py: error: unrecognized arguments: --cov\n';
    expect(runners.pytest.spoilt?.({ ...nothing, said, exitCode: 4 })).toBe(false);
  });

  // As pytest 9.0 says it; `file or directory not found` and `not found` are of an id, `found no collectors` of a file with an error.
  it.each([
    [
      'ERROR: usage: __main__.py [options]\n__main__.py: error: unrecognized arguments: --cov\n',
      'pytest does not know what its settings ask for (--cov): a plugin of the project is not installed',
    ],
    ["ImportError while loading conftest '/shop/conftest.py'.\nE   x", '/shop/conftest.py cannot be loaded'],
    ['ERROR: not found: /shop/test_a.py::test_b\n(no match in any of', 'pytest finds no /shop/test_a.py::test_b'],
    ['ERROR: file or directory not found: ./no.py::test_a\n', 'pytest finds no ./no.py::test_a'],
    ['something else', 'the runner exited with code 4 and reported no such test'],
  ])('tells why it ran nothing: %j', (said, why) => {
    const some = wantedTests({ 'test_a.py': 'def test_b():\n    pass\n' });
    checkResults(
      'pytest',
      some,
      { said, exitCode: 4 },
      { test_b: { status: 'errored', message: `did not run: ${why}\n${said.trim()}` } },
    );
  });
});

describe('go test', () => {
  const source = `package shop
import "testing"
func TestSum(t *testing.T) {
  t.Run("two prices (+)", func(t *testing.T) {})
  t.Run("a/b", func(t *testing.T) {})
}
func TestOther(t *testing.T) {}
func (s *CartSuite) TestInSuite() {}
`;
  const tests = wantedTests({ 'cart/cart_test.go': source });

  it('is told one pattern per level, in one command for what one pattern can name', () => {
    const at = (pattern: string): string[] => ['test', '-json', '-run', pattern, './cart'];
    const commands = runners.go.commands(tests, {
      root: '/shop',
      folder: '',
      scratch: '/r',
      nodeMajor: 0,
      nodeOptions: [],
    });
    expect(commands.map(({ args }) => args)).toEqual([
      at('^(TestSum|TestOther)$'),
      at('^TestSum$/^two_prices_\\(\\+\\)$'),
      at('^TestSum$/^a$/^b$'),
      at('^.*$/^TestInSuite$'),
    ]);
  });

  // As https://pkg.go.dev/cmd/test2json describes it.
  const event = (Action: string, Test: string, more: object = {}): string =>
    JSON.stringify({ Time: '2026-01-02T03:04:05Z', Action, Package: 'shop/cart', Test, ...more });
  const output = [
    event('run', 'TestSum'),
    event('output', 'TestSum', { Output: '=== RUN   TestSum\n' }),
    event('output', 'TestSum/two_prices_(+)', { Output: '    cart_test.go:4: want 3\n' }),
    event('output', 'TestSum/two_prices_(+)', { Output: '    --- FAIL: TestSum/two_prices_(+) (0.01s)\n' }),
    event('fail', 'TestSum/two_prices_(+)', { Elapsed: 0.01 }),
    event('pass', 'TestSum/a/b', { Elapsed: 0 }),
    event('fail', 'TestSum', { Elapsed: 0.02 }),
    event('skip', 'TestOther', { Elapsed: 0 }),
    event('pass', 'TestSuite/TestInSuite', { Elapsed: 0 }),
    'FAIL shop/cart',
  ].join('\n');

  it('tells each test and subtest', () => {
    checkResults(
      'go',
      tests,
      { output },
      {
        TestSum: { status: 'failed', durationMs: 20 },
        'two prices (+)': { status: 'failed', message: 'cart_test.go:4: want 3', durationMs: 10, line: 3 },
        'a/b': { status: 'passed', durationMs: 0 },
        TestOther: { status: 'skipped', durationMs: 0 },
        TestInSuite: { status: 'passed', durationMs: 0 },
      },
    );
  });
});

describe('cargo test', () => {
  const test = (name: string): string => `#[test]\nfn ${name}() {}\n`;
  const tests = wantedTests({
    'src/lib.rs': `mod tests {\n${test('adds')}}\n`,
    'src/deep/mod.rs': test('deep'),
    'src/main.rs': test('main_adds'),
    'tests/whole.rs': test('whole'),
    'tests/suite/main.rs': test('suite'),
  });

  it('is told exact names, per target', () => {
    const at = (target: readonly string[], ...names: readonly string[]): string[] => [
      'test',
      '--no-fail-fast',
      ...target,
      '--',
      '--exact',
      ...names,
    ];
    checkCommands('cargo', tests, [
      at([], 'tests::adds', 'deep::deep'),
      at(['--bins'], 'main_adds'),
      at(['--test', 'whole'], 'whole'),
      at(['--test', 'suite'], 'suite'),
    ]);
  });

  it('is told where names begin that go on', () => {
    const cases = wantedTests({ 'src/lib.rs': '#[rstest]\n#[case(1)]\nfn adds(#[case] n: i32) {}\n' });
    checkCommands('cargo', cases, [['test', '--no-fail-fast', '--', 'adds::']]);
    checkResults(
      'cargo',
      cases,
      { output: 'test adds::case_1 ... ok\ntest adds_more ... FAILED\n' },
      {
        adds: { status: 'passed' },
      },
    );
  });

  // As cargo 1.95 writes it.
  const output = `running 2 tests
test tests::adds ... FAILED
test deep::deep - should panic ... ok

failures:

---- tests::adds stdout ----
before

thread 'tests::adds' (17) panicked at src/lib.rs:7:52:
left: 1


failures:
    tests::adds

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s
`;

  it('tells one test per line, and what failed ones printed', () => {
    checkResults(
      'cargo',
      tests.slice(0, 2),
      { output },
      {
        adds: {
          status: 'failed',
          message: "before\n\nthread 'tests::adds' (17) panicked at src/lib.rs:7:52:\nleft: 1",
          line: 6,
        },
        deep: { status: 'passed' },
      },
    );
  });
});

describe('Maven and Gradle', () => {
  const source = `package shop;
class CartTest {
  @Test @DisplayName("adds two") void adds() {}
  @Test void fails() {}
  @Nested @DisplayName("inner") class Inner {
    @ParameterizedTest void each(int n) {}
    @Disabled @Test void later() {}
  }
}
`;
  const tests = wantedTests({ 'src/test/java/shop/CartTest.java': source });

  it('is told classes with their methods', () => {
    checkCommands('maven', tests, [
      [
        '--batch-mode',
        '-Dtest=shop.CartTest#adds+fails,shop.CartTest$Inner#each+later',
        '-DfailIfNoTests=false',
        '-Dsurefire.failIfNoSpecifiedTests=false',
        'test',
      ],
    ]);
    checkCommands('gradle', tests, [
      [
        '--no-build-cache',
        '--continue',
        'cleanTest',
        'test',
        ...['CartTest.adds', 'CartTest.fails', 'CartTest$Inner.each', 'CartTest$Inner.later'].flatMap((name) => [
          '--tests',
          `shop.${name}`,
        ]),
      ],
    ]);
  });

  // As Surefire 3.2 writes it, and with the brackets that Gradle leaves.
  const reports = [
    `<testsuite><properties><property name="a" value="b"/></properties>
<testcase name="adds()" classname="shop.CartTest" time="1,000.5"/>
<testcase name="fails" classname="shop.CartTest" time="0.03"><failure message="expected: &lt;1&gt;" type="E"><![CDATA[E: expected: <1>
	at shop.CartTest.fails(CartTest.java:4)]]></failure></testcase></testsuite>`,
    `<testsuite><testcase name="each(int)[1]" classname="shop.CartTest$Inner" time="0"/>
<testcase name="each(int)[2]" classname="shop.CartTest$Inner" time="0"><error>no</error></testcase>
<testcase name="later" classname="shop.CartTest$Inner" time="0"><skipped message="later"/></testcase></testsuite>`,
  ];

  it.each(['maven', 'gradle'] as const)('%s tells cases by class and method', (runner) => {
    checkResults(
      runner,
      tests,
      { files: reports },
      {
        'adds two': { status: 'passed', durationMs: 1_000_500 },
        fails: {
          status: 'failed',
          message: 'E: expected: <1>\n\tat shop.CartTest.fails(CartTest.java:4)',
          durationMs: 30,
          line: 3,
        },
        each: { status: 'errored', message: 'no', durationMs: 0 },
        later: { status: 'skipped', message: 'later', durationMs: 0 },
      },
    );
  });

  it.each([
    [''],
    ['<'],
    ['<a b="'],
    ['<testcase name=x><failure>'],
    ['<![CDATA['],
    ['<!--'],
    ['</a></b>&#xffffff;&nope;'],
  ])('reads as much as there is of %j', (text) => {
    expect(runners.maven.read({ output: '', said: '', files: [text], exitCode: 1 }).length).toBeLessThan(2);
  });
});

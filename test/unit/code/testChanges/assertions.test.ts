import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { assertionsOf } from '../../../../server/src/code/testChanges/testAssertions.js';

/** Why the last test of a file can never fail; undefined where it can. */
function verdict(path: string, text: string): string | undefined {
  const file = parseSource(path, text);
  const test = file.tests.at(-1);
  if (!test) throw new Error('there is no test');
  return assertionsOf(file, test)?.cannotFail;
}

const typescript = (body: string): string =>
  body.includes("it('") ? body : `it('adds', async () => {\n${body}\n});\n`;
const python = (body: string): string => `def test_adds():\n${body.replace(/^/gmu, '    ')}\n`;
const go = (body: string): string => `package cart\n\nfunc TestAdds(t *testing.T) {\n${body}\n}\n`;
const rust = (body: string): string => `#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() {\n${body}\n    }\n}\n`;
const java = (body: string): string => `class CartTest {\n  @Test\n  void adds() {\n${body}\n  }\n}\n`;
const csharp = (body: string): string =>
  `public class CartTests {\n  [Fact]\n  public void Adds() {\n${body}\n  }\n}\n`;
const ruby = (body: string): string => `it 'adds' do\n${body.replace(/^/gmu, '  ')}\nend\n`;

const paths = {
  typescript: 'a.test.ts',
  python: 'test_a.py',
  go: 'a_test.go',
  rust: 'src/a.rs',
  java: 'ATest.java',
  csharp: 'ATests.cs',
  ruby: 'a_spec.rb',
};
const around = { typescript, python, go, rust, java, csharp, ruby };
type Tongue = keyof typeof paths;

it('leaves a Go fuzz test to what it holds', () => {
  const fuzz = 'func FuzzAdds(f *testing.F) {\n\tf.Fuzz(func(t *testing.T, price int) { total(price) })\n}\n';
  expect(verdict(paths.go, `package cart\n\n${fuzz}`)).toBeUndefined();
});

describe('a test that cannot fail', () => {
  it.each<[Tongue, string, string | RegExp]>([
    ['typescript', '', 'its body is empty'],
    ['typescript', '// later', 'its body is empty'],
    ['typescript', 'total([1]);', 'it asserts nothing'],
    ['typescript', 'expect(true).toBe(true);', /compares two literal values: `true` and `true`/],
    ['typescript', 'expect(1 ).toEqual(1);', /literal value/],
    ['typescript', 'expect(\'a\').toBe("a");', /literal value/],
    ['typescript', 'expect(true).toBeTruthy();', /checks a literal value/],
    ['typescript', 'assert.ok(true);', /checks a literal value/],
    ['typescript', 'assert(true);', /checks a literal value/],
    ['typescript', 'const sum = 3;\nexpect(sum).toBe(3);', /compares two literal values: `3` and `3`/],
    ['typescript', 'expect(total([1])).toBe(total([1]));', /compares `total \( \[ 1 \] \)` with itself/],
    ['typescript', 'const sum = total([1]);\nexpect(sum).toEqual(sum);', /compares `sum` with itself/],
    ['typescript', 'if (process.env.FULL) { expect(total([1])).toBe(1); }', /only runs if an environment variable/],
    ['typescript', 'if (!process.env.FULL) return;\nexpect(total([1])).toBe(1);', /environment variable/],
    [
      'typescript',
      "const full = process.env['FULL'];\nif (!full) {\n  return;\n}\nexpect(total([1])).toBe(1);",
      /environment variable/,
    ],
    ['python', 'if os.environ.get("FULL"):\n    assert total([1]) == 1', /environment variable/],
    ['python', 'if not os.getenv("FULL"): return\nassert total([1]) == 1', /environment variable/],
    ['go', 'if os.Getenv("FULL") == "" {\n\treturn\n}\nif Total(1) != 1 { t.Error("wrong") }', /environment variable/],
    ['rust', 'if std::env::var("FULL").is_ok() { assert_eq!(total(1), 1); }', /environment variable/],
    ['typescript', 'expect(total([1]));', /has a value but no assertion/],
    ['typescript', 'expect(total([1])).not;', /has a value but no assertion/],
    ['typescript', 'expect(total([1])).toBe;', /is not called/],
    ['typescript', 'expect(load()).resolves.toBe(1);', /a promise that is not awaited/],
    ['typescript', 'expect(load()).rejects.toThrow();', /a promise that is not awaited/],
    ['typescript', 'try { expect(total([1])).toBe(1); } catch (error) {}', /ignores what it catches/],
    [
      'typescript',
      'try { expect(total([1])).toBe(1); } catch (error) { console.log(error); }',
      /ignores what it catches/,
    ],
    ['typescript', 'load().then((sum) => { expect(sum).toBe(1); }).catch(() => {});', /caught and ignored/],
    ['typescript', 'return;\nexpect(total([1])).toBe(1);', /leaves the test/],
    ['typescript', 'if (false) { expect(total([1])).toBe(1); }', /is never true/],
    ['typescript', 'expect(total([1]) || true).toBe(true);', /is always true/],
    [
      'typescript',
      'const log = vi.fn();\nlog(3);\nexpect(log).toHaveBeenCalledWith(3);',
      /calls that the test itself makes to the mock `log`/,
    ],
    ['typescript', "function check() {}\nit('adds', () => { check(total([1])); });", 'it asserts nothing'],
    ['python', 'pass', 'its body is empty'],
    ['python', '"""AC1: adds."""', 'its body is empty'],
    ['python', 'total([1])', 'it asserts nothing'],
    ['python', 'assert True', /literal value/],
    ['python', 'assert 1 == 1', /literal value/],
    ['python', 'self.assertTrue(True)', /literal value/],
    ['python', 'assert total([1]) == total([1])', /with itself/],
    ['python', 'assert (total([1]) == 1, "the sum")', /a tuple/],
    ['python', 'assert total([1]) or True', /is always true/],
    ['python', 'try:\n    assert total([1]) == 1\nexcept:\n    pass', /ignores/],
    ['python', 'try:\n    assert total([1]) == 1\nexcept AssertionError as error:\n    print(error)', /ignores/],
    ['python', 'return\nassert total([1]) == 1', /leaves/],
    ['python', 'if False:\n    assert total([1]) == 1', /is never true/],
    ['python', 'log = Mock()\nlog(3)\nlog.assert_called_once_with(3)', /the mock `log`/],
    ['go', '', 'its body is empty'],
    ['go', 'Total(1)', 'it asserts nothing'],
    ['go', 't.Log(Total(1))', 'it asserts nothing'],
    ['go', 'assert.True(t, true)', /literal value/],
    ['go', 'require.Equal(t, 1, 1)', /literal value/],
    ['go', 'if false {\n\tt.Fatal("no")\n}', /is never true/],
    ['go', 'return\nrequire.Equal(t, 1, Total(1))', /leaves/],
    ['rust', '', 'its body is empty'],
    ['rust', 'assert!(true);', /literal value/],
    ['rust', 'assert_eq!(1, 1);', /literal value/],
    ['rust', 'assert_eq!(total(&a), total(&a));', /with itself/],
    ['java', '', 'its body is empty'],
    ['java', 'assertTrue(true);', /literal value/],
    ['java', 'assertEquals(1, 1);', /literal value/],
    ['java', 'assertThat(total(1));', /has a value but no assertion/],
    ['java', 'try { assertEquals(1, total(1)); } catch (Throwable e) { }', /ignores/],
    ['csharp', 'Assert.True(true);', /literal value/],
    ['csharp', 'try { Assert.Equal(1, Total(1)); } catch { }', /ignores/],
    ['ruby', '', 'its body is empty'],
    ['ruby', 'expect(true).to eq(true)', /literal value/],
    ['ruby', 'assert true', /literal value/],
    ['ruby', 'expect(total([1]))', /has a value but no assertion/],
  ])('in %s: %s', (language, body, expected) => {
    const found = verdict(paths[language], around[language](body));
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatch(expected);
  });

  it.each<[Tongue, string]>([
    ['typescript', 'expect(total([1])).toBe(1);'],
    ['typescript', 'await expect(load()).resolves.toBe(1);'],
    ['typescript', "test('adds', function (st) {\n  st.deepEqual(total([1]), 1);\n  st.end();\n});"],
    ['typescript', 'if (process.env.DEBUG) console.log(1);\nexpect(total([1])).toBe(1);'],
    ['typescript', 'if (!process.env.URL) { t.skip(); return; }\nexpect(total([1])).toBe(1);'],
    ['typescript', 'if (process.env.FULL) { expect(total([1])).toBe(1); }\nexpect(total([2])).toBe(2);'],
    ['typescript', 'const sum = total([1]);\nif (sum < 0) return;\nexpect(sum).toBe(1);'],
    ['python', 'if "FULL" in os.environ:\n    print(1)\nassert total([1]) == 1'],
    ['python', 'if not os.getenv("URL"):\n    pytest.skip("no url")\nassert total([1]) == 1'],
    ['typescript', 'return expect(load()).rejects.toThrow();'],
    ['typescript', 'await Promise.all([expect(load()).resolves.toBe(1)]);'],
    ['typescript', "it('adds', () => expect(load()).resolves.toBe(1));"],
    ['typescript', 'expect(() => total(null)).toThrow();'],
    ['typescript', 'try { total(null); expect.fail(); } catch (error) { expect(error.message).toBe("none"); }'],
    ['typescript', 'try { expect(total([1])).toBe(1); } finally { close(); }'],
    ['typescript', 'try { expect(total([1])).toBe(1); } catch (error) { close(); throw error; }'],
    [
      'typescript',
      'let failed;\ntry { total(null); } catch (error) { failed = error; }\nexpect(failed).toBeDefined();',
    ],
    ['typescript', 'expectOrder(total([1]));'],
    ['typescript', 'assertValid(cart);'],
    ['typescript', 'verifyCart(cart);'],
    ['typescript', "function sums(a, b) { expect(total(a)).toBe(b); }\nit('adds', () => { sums([1], 1); });"],
    ['typescript', "const sums = (a, b) => { expect(total(a)).toBe(b); };\nit('adds', () => { [1].forEach(sums); });"],
    ['typescript', "const sums = (a, b) => expect(total(a)).toBe(b);\nit('adds', () => { sums([1], 1); });"],
    ['typescript', 'const raise = 5;\nexpect(total([raise])).toBe(5);'],
    ['typescript', "import { sums } from './support/sums.js';\nit('adds', () => { sums([1], 1); });"],
    ['typescript', 'const log = vi.fn();\neach([3], log);\nexpect(log).toHaveBeenCalledWith(3);'],
    [
      'typescript',
      'const log = vi.fn();\nconst logged = once(log);\nlogged();\nlogged();\nexpect(log).toHaveBeenCalledTimes(1);',
    ],
    ['typescript', "it('gives the same list twice', () => { expect(list(a)).toBe(list(a)); });"],
    ['typescript', 'expect(total([1])).to.be.true;'],
    ['typescript', 'await request(app).get("/").expect(200);'],
    ['typescript', 'if (!ready) return;\nexpect(total([1])).toBe(1);'],
    ['typescript', 'let calls = 0;\neach([3], () => { calls += 1; });\nexpect(calls).toBe(1);'],
    ['typescript', 'let seen = false;\neach([3], () => { seen = true; });\nexpect(seen).toBe(true);'],
    ['typescript', 'screen.getByText("3");'],
    ['typescript', 'fc.assert(fc.property(fc.nat(), (a) => total([a]) === a));'],
    ['typescript', 'if (total([1]) !== 1) throw new Error("no");'],
    ['typescript', 'expect(false).toBe(true);'],
    ['typescript', 'const [a] = list();\nexpect(a.name).toBe("a");'],
    ['python', 'assert total([1]) == 1'],
    ['python', 'with pytest.raises(ValueError):\n    total(None)'],
    ['python', 'try:\n    total(None)\nexcept ValueError:\n    pass\nelse:\n    pytest.fail("no error")'],
    ['python', 'try:\n    assert total([1]) == 1\nexcept ValueError:\n    pass'],
    ['python', 'try:\n    assert total([1]) == 1\nfinally:\n    close()'],
    ['python', 'assert_sum([1], 1)'],
    ['python', 'log = Mock()\neach([3], log)\nlog.assert_called_once_with(3)'],
    ['python', 'if not ready:\n    return\nassert total([1]) == 1'],
    ['python', 'np.testing.assert_allclose(total([1]), 1)'],
    ['python', 'self.assertEqual(total([1]), 1)'],
    ['python', 'assert not total([])'],
    ['python', 'raise AssertionError("no")'],
    ['go', 'if got := Total(1); got != 1 {\n\tt.Errorf("got %d", got)\n}'],
    ['go', 'checkSum(t, []int{1}, 1)'],
    ['go', 'defer func() { if recover() == nil { t.Fatal("no panic") } }()\nTotal()'],
    ['go', 'if err != nil {\n\tt.Fatal(err)\n}'],
    ['go', 'if testing.Short() {\n\treturn\n}\nrequire.Equal(t, 1, Total(1))'],
    ['rust', 'assert_eq!(total(&[1]), 1);'],
    ['rust', 'total(&[1]).unwrap();'],
    ['rust', 'assert!(matches!(total(&[1]), Ok(1)));'],
    ['java', 'assertEquals(1, total(1));'],
    ['java', 'assertThrows(IllegalStateException.class, () -> total(null));'],
    ['java', 'verify(log).add(3);'],
    ['java', 'try { total(null); fail(); } catch (IllegalStateException e) { }'],
    ['csharp', 'Assert.Equal(1, Total(1));'],
    ['csharp', 'Total(1).Should().Be(1);'],
    ['csharp', 'try { Assert.Equal(1, Total(1)); } catch (IOException e) { }'],
    ['ruby', 'expect(total([1])).to eq(1)'],
    ['ruby', 'expect { total(nil) }.to raise_error(ArgumentError)'],
    ['ruby', 'assert_equal 1, total([1])'],
    ['ruby', 'total([1]).must_equal 1'],
  ])('is not seen in %s: %s', (language, body) => {
    expect(verdict(paths[language], around[language](body))).toBeUndefined();
  });
});

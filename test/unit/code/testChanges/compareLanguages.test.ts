import { describe, it } from 'vitest';
import { checkChanges } from './checkChanges.js';

type Case = readonly [what: string, before: string, after: string, expected: readonly string[]];

/** Bodies of one test, put into what surrounds it in its language. */
const languages: Readonly<Record<string, { path: string; around: (body: string) => string; cases: readonly Case[] }>> =
  {
    Python: {
      path: 'tests/test_cart.py',
      around: (body) => `from cart import total\n\n\ndef test_adds():\n${body.replace(/^/gmu, '    ')}\n`,
      cases: [
        [
          'a bare value instead of a comparison',
          'assert total([1, 2]) == 3',
          'assert total([1, 2])',
          ['weakened test_adds: checks less: `assert total([1, 2])` instead of `assert total([1, 2]) == 3`'],
        ],
        [
          'another expected value',
          'assert total([1, 2]) == 3',
          'assert total([1, 2]) == 4',
          ['weakened test_adds: expects `4` instead of `3`'],
        ],
        [
          'assertTrue instead of assertEqual',
          'self.assertEqual(total(a), 3)',
          'self.assertTrue(total(a))',
          ['weakened test_adds: checks less'],
        ],
        [
          'an assertion less',
          'assert total([1]) == 1\nassert total([]) == 0',
          'assert total([1]) == 1',
          ['weakened test_adds: has one assertion instead of 2'],
        ],
        [
          'an assertion under a condition',
          'x = total(a)\nassert x == 3',
          'x = total(a)\nif x:\n    assert x == 3',
          ['weakened test_adds: now checks `assert x == 3` only under a condition'],
        ],
        [
          'an assertion moved into the condition above',
          'if a:\n    reset()\nassert total(a) == 3',
          'if a:\n    reset()\n    assert total(a) == 3',
          ['weakened test_adds: now checks'],
        ],
        [
          'an except that drops it',
          'assert total(a) == 3',
          'try:\n    assert total(a) == 3\nexcept Exception:\n    pass',
          ['weakened test_adds: can no longer fail'],
        ],
        ['nothing left', 'assert total(a) == 3', 'pass', ['weakened test_adds: can no longer fail: its body is empty']],
        ['a skip', 'assert total(a) == 3', 'pytest.skip("later")\nassert total(a) == 3', ['skipped test_adds']],
        [
          'an assertion more',
          'assert total(a) == 3',
          'assert total(a) == 3\nassert total(b) == 4',
          ['extended test_adds'],
        ],
        ['another layout', 'assert total([1, 2]) == 3', '# the sum\nassert total(\n    [1, 2],\n) == 3  # exactly', []],
        ['a docstring', 'assert total(a) == 3', '"""AC1: adds."""\nassert total(a) == 3', []],
      ],
    },
    Go: {
      path: 'cart_test.go',
      around: (body) => `package cart\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n${body}\n}\n`,
      cases: [
        [
          'an assertion less',
          'if got := Total(1, 2); got != 3 {\n\tt.Errorf("got %d", got)\n}\nrequire.Equal(t, 0, Total())',
          'if got := Total(1, 2); got != 3 {\n\tt.Errorf("got %d", got)\n}',
          ['weakened TestAdds: has one assertion instead of 2'],
        ],
        [
          'nothing but a log',
          'if got := Total(1, 2); got != 3 {\n\tt.Errorf("got %d", got)\n}',
          'if got := Total(1, 2); got != 3 {\n\tt.Logf("got %d", got)\n}',
          ['weakened TestAdds: can no longer fail: it asserts nothing'],
        ],
        [
          'another expected value',
          'require.Equal(t, 3, Total(1, 2))',
          'require.Equal(t, 4, Total(1, 2))',
          ['weakened TestAdds: expects `4` instead of `3`'],
        ],
        [
          'a laxer assertion',
          'assert.Equal(t, 3, Total(1, 2))',
          'assert.NotNil(t, Total(1, 2))',
          ['weakened TestAdds: checks less'],
        ],
        [
          'another condition',
          'if got := Total(1, 2); got != 3 {\n\tt.Fatal(got)\n}',
          'if got := Total(1, 2); got < 0 {\n\tt.Fatal(got)\n}',
          ['changed TestAdds'],
        ],
        [
          'a skip',
          'require.Equal(t, 3, Total(1, 2))',
          't.Skip("later")\nrequire.Equal(t, 3, Total(1, 2))',
          ['skipped TestAdds'],
        ],
        [
          'a case less',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 1},\n\t{name: "two", in: 2, want: 2},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 1},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          ['deleted two'],
        ],
        [
          'a case with another value',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 1},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 2},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          ['changed one'],
        ],
        [
          'a case more',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 1},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          'for _, tc := range []struct{ name string; in, want int }{\n\t{name: "one", in: 1, want: 1},\n\t{name: "two", in: 2, want: 2},\n} {\n\tt.Run(tc.name, func(t *testing.T) { require.Equal(t, tc.want, Total(tc.in)) })\n}',
          ['added two'],
        ],
        [
          'a subtest more',
          't.Run("one", func(t *testing.T) { require.Equal(t, 1, Total(1)) })',
          't.Run("one", func(t *testing.T) { require.Equal(t, 1, Total(1)) })\nt.Run("two", func(t *testing.T) { require.Equal(t, 2, Total(2)) })',
          ['added two'],
        ],
        [
          'another layout',
          'require.Equal(t, 3, Total(1, 2))',
          '\t// the sum\n\trequire.Equal(\n\t\tt,\n\t\t3,\n\t\tTotal(1, 2),\n\t)',
          [],
        ],
      ],
    },
    Rust: {
      path: 'src/cart.rs',
      around: (body) =>
        `pub fn total(a: &[i32]) -> i32 { a.iter().sum() }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n${body}\n    }\n}\n`,
      cases: [
        [
          'another expected value',
          'assert_eq!(total(&[1, 2]), 3);',
          'assert_eq!(total(&[1, 2]), 4);',
          ['weakened adds: expects `4` instead of `3`'],
        ],
        ['a laxer assertion', 'assert_eq!(total(&a), 3);', 'assert!(total(&a) > 0);', ['weakened adds: checks less']],
        ['a constant', 'assert_eq!(total(&a), 3);', 'assert!(true);', ['weakened adds: can no longer fail']],
        ['nothing left', 'assert_eq!(total(&a), 3);', '', ['weakened adds: can no longer fail: its body is empty']],
        [
          'another layout',
          'assert_eq!(total(&[1, 2]), 3);',
          '// the sum\nassert_eq!(\n    total(&[1, 2]),\n    3,\n);',
          [],
        ],
      ],
    },
    Java: {
      path: 'src/test/java/CartTest.java',
      around: (body) =>
        `import org.junit.jupiter.api.Test;\n\nclass CartTest {\n  @Test\n  void adds() {\n${body}\n  }\n}\n`,
      cases: [
        [
          'another expected value',
          'assertEquals(3, total(1, 2));',
          'assertEquals(4, total(1, 2));',
          ['weakened adds: expects `4` instead of `3`'],
        ],
        [
          'a laxer assertion',
          'assertThat(total(1, 2)).isEqualTo(3);',
          'assertThat(total(1, 2)).isNotNull();',
          ['weakened adds: checks less'],
        ],
        [
          'a catch that drops it',
          'assertEquals(3, total(1, 2));',
          'try { assertEquals(3, total(1, 2)); } catch (Throwable e) { }',
          ['weakened adds: can no longer fail'],
        ],
        [
          'a catch that cannot',
          'assertEquals(3, total(1, 2));\nclose();',
          'assertEquals(3, total(1, 2));\ntry { close(); } catch (Exception e) { }',
          ['changed adds'],
        ],
        ['another layout', 'assertEquals(3, total(1, 2));', '// the sum\nassertEquals(\n  3,\n  total(1, 2)\n);', []],
      ],
    },
    'C#': {
      path: 'CartTests.cs',
      around: (body) => `public class CartTests\n{\n    [Fact]\n    public void Adds()\n    {\n${body}\n    }\n}\n`,
      cases: [
        [
          'another expected value',
          'Assert.Equal(3, Total(1, 2));',
          'Assert.Equal(4, Total(1, 2));',
          ['weakened Adds: expects `4` instead of `3`'],
        ],
        [
          'a laxer assertion',
          'Assert.Equal(3, Total(1, 2));',
          'Assert.NotNull(Total(1, 2));',
          ['weakened Adds: checks less'],
        ],
        ['a constant', 'Assert.Equal(3, Total(1, 2));', 'Assert.True(true);', ['weakened Adds: can no longer fail']],
        [
          'another layout',
          'Assert.Equal(3, Total(1, 2));',
          '/* the sum */\nAssert.Equal(\n    3,\n    Total(1, 2));',
          [],
        ],
      ],
    },
    Ruby: {
      path: 'spec/cart_spec.rb',
      around: (body) => `describe 'cart' do\n  it 'adds' do\n${body.replace(/^/gmu, '    ')}\n  end\nend\n`,
      cases: [
        [
          'another expected value',
          'expect(total([1, 2])).to eq(3)',
          'expect(total([1, 2])).to eq(4)',
          ['weakened adds: expects `4` instead of `3`'],
        ],
        [
          'a laxer matcher',
          'expect(total([1, 2])).to eq 3',
          'expect(total([1, 2])).to be_truthy',
          ['weakened adds: checks less'],
        ],
        [
          'an assertion less',
          'expect(total([1])).to eq 1\nexpect(total([])).to eq 0',
          'expect(total([1])).to eq 1',
          ['weakened adds: has one assertion instead of 2'],
        ],
        [
          'another layout',
          'expect(total([1, 2])).to eq(3)',
          '# the sum\nexpect(total([1,\n              2])).to eq(3)',
          [],
        ],
      ],
    },
  };

describe.each(Object.entries(languages))('what became of a test in %s', (_, { path, around, cases }) => {
  it.each(cases.map((one) => [...one] as const))('sees %s', (_what, before, after, expected) =>
    checkChanges(path, around(before), around(after), expected),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSource, readTokens } from '../../server/src/code/parseSource.js';
import { compareTests } from '../../server/src/code/testChanges/compareTests.js';
import { assertionsOf } from '../../server/src/code/testChanges/testAssertions.js';
import { runs } from '../support/runs.js';

/** Test files as people write them: those of this project, and small ones in the other languages. */
const own = readdirSync(new URL('../unit/documents/', import.meta.url)).filter((name) => name.endsWith('.test.ts'));
const files: readonly {
  readonly path: string;
  readonly text: string;
  readonly added: string;
  readonly comment: string;
}[] = [
  ...own.slice(0, 12).map((name) => ({
    path: name,
    text: readFileSync(new URL(`../unit/documents/${name}`, import.meta.url), 'utf8'),
    added: "\nit('is one more', () => {\n  expect(one()).toBe(1);\n});\n",
    comment: '// more\n',
  })),
  {
    path: 'test_cart.py',
    text: 'import pytest\n\n\n@pytest.fixture\ndef cart():\n    return [1, 2]\n\n\nclass TestCart:\n    def test_adds(self, cart):\n        if cart:\n            assert sum(cart) == 3\n        assert cart\n\n\ndef test_empty():\n    assert sum([]) == 0\n',
    added: '\n\ndef test_one_more():\n    assert sum([1]) == 1\n',
    comment: '# more\n',
  },
  {
    path: 'cart_test.go',
    text: 'package cart\n\nimport "testing"\n\nfunc sum(t *testing.T, a int) {\n\tt.Helper()\n}\n\nfunc TestAdds(t *testing.T) {\n\tsum(t, 1)\n\tt.Run("one", func(t *testing.T) {\n\t\tif got := Total(1); got != 1 {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t})\n}\n',
    added: '\nfunc TestOneMore(t *testing.T) {\n\tsum(t, 2)\n}\n',
    comment: '// more\n',
  },
  {
    path: 'src/cart.rs',
    text: '#[cfg(test)]\nmod tests {\n    use super::*;\n\n    fn cart() -> Vec<i32> {\n        vec![1, 2]\n    }\n\n    #[test]\n    fn adds() {\n        assert_eq!(total(&cart()), 3);\n    }\n}\n',
    added:
      '\n#[cfg(test)]\nmod more {\n    #[test]\n    fn one_more() {\n        assert_eq!(1, super::one());\n    }\n}\n',
    comment: '// more\n',
  },
  {
    path: 'CartTest.java',
    text: 'class CartTest {\n  private final Cart cart = new Cart();\n\n  @BeforeEach\n  void fill() {\n    cart.add(3);\n  }\n\n  @Test\n  void adds() {\n    assertEquals(3, cart.total());\n  }\n}\n',
    added: '\nclass MoreTest {\n  @Test\n  void oneMore() {\n    assertEquals(1, one());\n  }\n}\n',
    comment: '// more\n',
  },
  {
    path: 'cart_spec.rb',
    text: "describe 'cart' do\n  let(:cart) { [1, 2] }\n\n  it 'adds' do\n    expect(cart.sum).to eq(3)\n  end\nend\n",
    added: "\nit 'is one more' do\n  expect(one).to eq(1)\nend\n",
    comment: '# more\n',
  },
];

/** What is not as it was. */
function changes(path: string, before: string, after: string): readonly unknown[] {
  const { tests, support } = compareTests([{ before: parseSource(path, before), after: parseSource(path, after) }]);
  return [
    ...tests.filter(({ kind }) => kind !== 'kept' && kind !== 'added').map(({ kind, what }) => [kind, what]),
    ...support,
  ];
}

/** The places between two tokens where a line ends, so that a comment or an empty line does no harm. */
function lineStarts(path: string, text: string): readonly number[] {
  const tokens = readTokens(path, text);
  if (!tokens) return [];
  return tokens.all.flatMap(({ start, breaks, comments }) =>
    breaks > 0 && comments.length === 0 ? [text.lastIndexOf('\n', start - 1) + 1] : [],
  );
}

describe('what became of tests', () => {
  it('is nothing where white space and comments are all that changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 12 }),
        ({ path, text, comment }, places) => {
          const starts = lineStarts(path, text);
          const chosen = new Map(
            places.map(([place, isComment]) => [starts[place % Math.max(1, starts.length)] ?? 0, isComment]),
          );
          const after = [...chosen]
            .sort(([a], [b]) => b - a)
            .reduce((all, [at, isComment]) => `${all.slice(0, at)}${isComment ? comment : '\n'}${all.slice(at)}`, text);
          expect(changes(path, text, after)).toEqual([]);
          expect(changes(path, after, text)).toEqual([]);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('is nothing but an addition where a test is added at the end', () => {
    for (const { path, text, added } of files) {
      expect(changes(path, text, text + added), path).toEqual([]);
      expect(changes(path, text + added, text), path).toHaveLength(1);
    }
  });

  it('never throws, whatever the texts are', () => {
    const piece = fc.constantFrom(
      ...[
        'it(',
        "'a'",
        ', () => {',
        '})',
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        ';',
        ',',
        '\n',
        'expect',
        '.toBe(',
        '.only',
        '.',
        'if',
        'try',
        'catch',
        'return',
        '=',
        '=>',
      ],
      ...[
        'def test_a():',
        '\n    ',
        'assert',
        '==',
        'class TestA:',
        'func TestA(t *testing.T) {',
        't.Run("a", func',
        '#[test]',
        'fn a() {',
        'mod',
        '@Test',
        'void a()',
        'it "a" do',
        'end',
        'describe',
        '.each(',
        '`',
        '"',
      ],
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(' '));
    const path = fc.constantFrom(
      'a.test.ts',
      'test_a.py',
      'a_test.go',
      'src/a.rs',
      'ATest.java',
      'ATests.cs',
      'a_spec.rb',
    );
    fc.assert(
      fc.property(path, text, text, (where, before, after) => {
        const file = parseSource(where, after);
        const { tests, support } = compareTests([{ before: parseSource(where, before), after: file }]);
        for (const test of file.tests)
          for (const { first, last } of assertionsOf(file, test)?.all ?? []) expect(first).toBeLessThanOrEqual(last);
        for (const { span, file: of } of support)
          expect([0 <= span.start, span.start <= span.end, span.end <= of.text.length]).toEqual([true, true, true]);
        expect(tests.filter(({ after: now }) => now).length).toBe(file.tests.length);
      }),
      { numRuns: runs(3000) },
    );
  });
});

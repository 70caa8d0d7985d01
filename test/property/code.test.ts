import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSource } from '../../server/src/code/parseSource.js';
import type { SourceFile } from '../../server/src/code/sourceFile.js';
import { runs } from '../support/runs.js';
import { locatedTextsOf, spansOf } from '../support/spans.js';

/** A test path of every language, and of every other syntax of comments. */
const paths = [
  'a.test.ts',
  'test_a.py',
  'a_test.go',
  'ATest.java',
  'ATests.cs',
  'lib.rs',
  'a_spec.rb',
  'a.c',
  'a.sh',
  'a.sql',
  'a.vue',
];

const piece = fc.constantFrom(
  ...['"', "'", '`', '"""', "'''", '\\', '\n', '\r\n', '\r', ' ', '    ', '\t', '(', ')', '[', ']', '{', '}', '<', '>'],
  ...[
    '//',
    '/*',
    '*/',
    '#',
    '##',
    '--',
    '<!--',
    '-->',
    '=begin',
    '=end',
    '/',
    '${',
    '#{',
    '$"',
    '@"',
    'r#"',
    '"#',
    '%w[',
  ],
  ...[
    '<<~EOS',
    'EOS',
    '__END__',
    ':',
    ';',
    ',',
    '=>',
    '.',
    '@',
    '#[test]',
    '[Fact]',
    '@Test',
    '#![x]',
    '//!',
    'ü',
    '😀',
  ],
  ...['describe', 'it', 'test', 't.test', '.skip', '.each', 'def test_a', 'class TestA', 'func TestA(t *testing.T)'],
  ...['t.Run("a", func', 'void a()', 'fn a()', 'mod a', 'do', 'end', 'it "a" do', 'async', 'function', 'pytestmark = '],
  ...['name: "a"', 'tc.name', 'DEFERRED(SHOULD): R2', '// DEFERRED(MAY): R1', '\u0000', '\ufeff', '\ud800'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join('')),
  fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const path = fc.constantFrom(...paths);

describe('parseSource', () => {
  it('never throws, and every span lies in the text and holds what it says', () => {
    fc.assert(
      fc.property(path, text, (own, source) => {
        const { tests, labels, deferrals } = parseSource(own, source);
        const model = { tests, labels, deferrals };
        for (const { way, span } of spansOf(model))
          expect([way, 0 <= span.start, span.start <= span.end, span.end <= source.length]).toEqual([
            way,
            true,
            true,
            true,
          ]);
        for (const { located } of locatedTextsOf(model))
          expect(source.slice(located.span.start, located.span.end)).toBe(located.value);
      }),
      { numRuns: runs(4000) },
    );
  });

  it('holds tests in the order of the text, each with its name in its span', () => {
    fc.assert(
      fc.property(path, text, (own, source) => {
        const { tests } = parseSource(own, source);
        for (const { name, span } of tests)
          expect([span.start <= name.span.start, name.span.end <= span.end]).toEqual([true, true]);
      }),
      { numRuns: runs(2000) },
    );
  });

  /** A file with tests, and how a comment is written in its language. */
  const files: readonly { path: string; source: string; comments: readonly ((inner: string) => string)[] }[] = [
    {
      path: 'a.test.ts',
      source: "describe('a', () => {\n  it('b', () => {});\n});\n",
      comments: [(inner) => `// ${inner}`, (inner) => `/* ${inner} */`],
    },
    {
      path: 'test_a.py',
      source: 'class TestA:\n    def test_b(self):\n        pass\n',
      comments: [(inner) => `# ${inner}`],
    },
    {
      path: 'a_test.go',
      source: 'package a\n\nfunc TestA(t *testing.T) {\n\tt.Run("b", func(t *testing.T) {})\n}\n',
      comments: [(inner) => `// ${inner}`, (inner) => `/* ${inner} */`],
    },
    {
      path: 'ATest.java',
      source: 'class ATest {\n  @Test void a() {}\n}\n',
      comments: [(inner) => `// ${inner}`, (inner) => `/** ${inner} */`],
    },
    {
      path: 'ATests.cs',
      source: 'class ATests {\n  [Fact] public void A() {}\n}\n',
      comments: [(inner) => `/// ${inner}`, (inner) => `/* ${inner} */`],
    },
    {
      path: 'a.rs',
      source: 'mod tests {\n    #[test]\n    fn a() {}\n}\n',
      comments: [(inner) => `/// ${inner}`, (inner) => `/* ${inner} */`],
    },
    {
      path: 'a_spec.rb',
      source: 'describe "a" do\n  it "b" do\n  end\nend\n',
      comments: [(inner) => `# ${inner}`, (inner) => `\n=begin\n${inner}\n=end`],
    },
  ];
  const told = ({ tests }: SourceFile): unknown => tests;

  it.each(files)('finds the same tests in $path when a comment is put behind', ({ path: own, source, comments }) => {
    const before = told(parseSource(own, source));
    expect(before).not.toEqual([]);
    const inner = text.map((one) =>
      one
        .replace(/[\r\n]/g, ' ')
        .replaceAll('*/', '')
        .replaceAll('/*', ''),
    );
    fc.assert(
      fc.property(fc.constantFrom(...comments), inner, (comment, within) => {
        expect(told(parseSource(own, `${source}\n${comment(within)}\n`))).toEqual(before);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each(files)('finds the same tests in $path when a string is put behind', ({ path: own, source }) => {
    const before = told(parseSource(own, source));
    const inner = text.map((one) => one.replace(/[\r\n"\\{}]/g, ' '));
    fc.assert(
      fc.property(inner, (within) => {
        expect(told(parseSource(own, `${source}\nx = "${within}"\n`))).toEqual(before);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** Long lines and deep nesting: what costs the square of its length takes minutes. */
describe('parseSource is linear', () => {
  const pieces = [
    ...[
      '"',
      "'",
      '`',
      '\\',
      '"\\',
      "'\\'",
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      '([',
      '(]',
      '{)',
      '/*',
      '*/',
      '/* */',
      '/',
      '//',
    ],
    ...[
      '#',
      '#[',
      '#[test]',
      '${',
      '`${',
      '$"{',
      '"#{',
      'r#',
      'r#"',
      '<<A',
      '<<~A1\n',
      '%w[',
      "'a",
      "b'",
      '@',
      '@A(',
      '.test',
    ],
    ...[
      'it(',
      'it("a",()=>{',
      'it("a",()=>{});',
      'describe("a",()=>{',
      'it(a,',
      'it<',
      'test.each`a`',
      't.test("a",',
      'a.',
    ],
    ...[
      'def test_a(',
      'def test_a():\n',
      'class TestA:\n ',
      '@a\n',
      'it "a" do\n',
      'it "a" do ',
      'describe "a" do\n',
      '# a\n',
    ],
    ...[
      'func TestA(t *testing.T) {',
      't.Run("a", func(t *testing.T) {',
      't.Run(tc.name, func() {',
      'name: "a",',
      '// a\n',
    ],
    ...[
      'class A {',
      '@Test void a() {',
      '[Fact] void A() =>',
      '[A',
      'mod a {',
      'fn a() {',
      '#[test] fn a() {}',
      ' ',
      '\n',
      '\t',
    ],
    ...['DEFERRED(', '// DEFERRED(MAY): ', '// DEFERRED(MAY): a\n', '<!--', '{-', '--[['],
  ];
  it.each(paths)('in %s', (own) => {
    for (const unit of pieces) {
      // The beginning makes every language look for tests and notes.
      const long = `#[test] DEFERRED( ${unit.repeat(Math.ceil(runs(20_000) / unit.length))}`;
      expect(() => parseSource(own, long)).not.toThrow();
    }
  });

  it.each(paths)('in %s, on one line of a megabyte', (own) => {
    const long = `#[test] DEFERRED( ${'"\'`\\([{'.repeat(runs(150_000))}`;
    expect(parseSource(own, long).tests).toEqual([]);
  });
});

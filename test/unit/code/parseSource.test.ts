import { describe, expect, it } from 'vitest';
import { wantedTest } from '../../../server/src/code/runners/wantedTest.js';
import { parseSource } from '../../../server/src/code/parseSource.js';
import { checkTests } from './checkTests.js';

describe('parseSource', () => {
  it('TypeScript: strings, comments, templates, patterns and JSX hold no tests', () => {
    checkTests(
      'a.test.tsx',
      `// STORY-001
import x from 'y';
const re = /it's "a" \\/[/"]/;
const j = <p>Don't</p>;
// it('no', () => {})
const s = "it('no', () => {})" + \`\${it} it('no', () => {})\`;
pattern.test('text');
it("it's", () => expect(1 / 2).toBe("'"));
`,
      ['file {// STORY-001}', `it's`],
    );
  });

  it('TypeScript: labels of suites and tests', () => {
    checkTests(
      'a.test.ts',
      `/* above */
describe('Login', () => { // AC9
  // Covers AC1

  // AC2
  it('works', async () => {
    // AC3
  });
  it('tagged', { tags: ['AC4'] }, () => {});
  it('one', f); // AC5
  it('bare', f);
});
`,
      [
        'Login {/* above */ | // AC9 | // Covers AC1} > works {// AC2 | // AC3}',
        `Login {/* above */ | // AC9 | // Covers AC1} > tagged {{ tags: ['AC4'] }}`,
        'Login {/* above */ | // AC9 | // Covers AC1} > one {// AC5}',
        'Login {/* above */ | // AC9 | // Covers AC1} > bare',
      ],
    );
  });

  it('TypeScript: every form of a test', () => {
    checkTests(
      'test/forms.mjs',
      `it.skip(\`t\${ { a: "}" }.a }\`, () => {});
it.each([[1, 2]])('adds %i', (a) => {});
test.each\`
  a | b
\`('table', () => {});
xit('gone', function () {});
it.todo('later');
test('off', { skip: true }, () => {});
for (const c of cases) it(c.name, () => {});
test('parent', async (t) => {
  await t.test('child', () => {});
});
test.describe('pw', () => { test.only('inner', async ({ page }) => {}) });
Deno.test('deno', () => {});
describe.skip('off', () => { it<Foo>('typed', () => {}) });
describe(Foo, () => { it.concurrent('named', () => {}) });
`,
      [
        't${ { a: "}" }.a } (skipped)',
        'adds %i',
        'table',
        'gone (skipped)',
        'later (skipped)',
        'off {{ skip: true }} (skipped)',
        'c.name',
        'parent',
        'parent > child',
        'pw > inner',
        'deno',
        'off > typed (skipped)',
        'Foo > named',
      ],
    );
  });

  it('no test path', () => {
    checkTests(
      'src/a.ts',
      `it('no', () => {});
`,
      [],
    );
  });

  it('puts the whole test in its span, from its first label on', () => {
    const test = "// AC1\nit('a', () => {\n})";
    const text = `const a = 1;\n\n${test};\n`;
    const spans = parseSource('a.test.ts', text).tests.map(({ span }) => text.slice(span.start, span.end));
    expect(spans).toEqual([test]);
  });

  it.each([
    [
      'a loop over objects',
      "const cases = [{ title: 'AC1: a', n: 1 }, { title: 'AC2: b', n: 2 }];\nfor (const { title, n } of cases) test(title, () => { is(n); });",
    ],
    [
      'a loop with a block, and a member',
      "const cases: Case[] = [{ title: 'AC1: a' }, { title: 'AC2: b' }];\nfor (const one of cases) {\n  test(one.title, () => { is(one); });\n}",
    ],
    [
      'the keys of an object',
      "const cases = { 'AC1: a': 1, 'AC2: b': 2 };\nObject.entries(cases).forEach(([title, n]) => { test(title, () => { is(n); }); });",
    ],
    [
      'a constant table of `each`',
      "const cases = [['AC1: a', 1], ['AC2: b', 2]] as const;\nit.each(cases)('%s', (_, n) => { is(n); });",
    ],
    [
      'subtests in a loop',
      "const cases = [['AC1: a', 1], ['AC2: b', 2]];\ntest('all', async (t) => { for (const [title, n] of cases) await t.test(title, () => { is(n); }); });",
    ],
  ])('takes titles from the table of %s', (_, text) => {
    const file = parseSource('a.test.ts', text);
    const tests = file.tests.filter(({ name }) => name.value !== 'all');
    expect(tests.map((one) => wantedTest(file, one).path.at(-1))).toEqual([['AC1: a'], ['AC2: b']]);
  });

  // Vitest shows `'AC1: a name of more than thirty ch…'`.
  it('knows only how texts begin that a title names by their key', () => {
    const text =
      "it.each([{ t: 'AC1: a name of more than thirty characters' }, { t: 'AC2: b' }])('$t', () => { is(); });";
    const file = parseSource('a.test.ts', text);
    expect(file.tests.map((one) => wantedTest(file, one).path.at(-1))).toEqual([
      ['', 'AC1: a name of more than thirt', ''],
      ['', 'AC2: b', ''],
    ]);
  });

  it.each([
    ["describe.each([['AC1', 1], ['AC2', 2]])('STORY-001/%s', (_, n) => { it('adds', () => { is(n); }); });"],
    ["describe.each([{ id: 'AC1' }, { id: 'AC2' }])('STORY-001 $id: works', () => { it('adds', () => { is(1); }); });"],
  ])('takes labels from the table whose values are parts of a title: %s', (text) => {
    const [test] = parseSource('a.test.ts', text).tests;
    expect(test?.suites.map(({ labels }) => labels.map(({ value }) => value))).toEqual([['AC1', 'AC2']]);
  });

  it.each([
    ['a title that has more than the value', 'for (const n of ["AC1"]) test(`${n}: adds`, () => {});'],
    [
      'a row whose title is computed',
      'const cases = [{ t: a() }, { t: "AC2" }];\nfor (const { t } of cases) test(t, () => {});',
    ],
    ['a table from elsewhere', "import { cases } from './cases.js';\nfor (const { t } of cases) test(t, () => {});"],
  ])('takes no title from the table of %s', (_, text) => {
    const file = parseSource('a.test.ts', text);
    expect(file.tests.map((one) => wantedTest(file, one).path.at(-1)?.length)).toEqual([2]);
  });

  it.each([
    ['a.ts', '// DEFERRED(SHOULD): R2 later'],
    ['a.py', '# DEFERRED(SHOULD): R2 later'],
    ['a.go', '/* DEFERRED(SHOULD): R2 later */'],
    ['A.java', '/**\n * DEFERRED(SHOULD): R2 later\n */'],
    ['A.cs', '/// DEFERRED(SHOULD): R2 later'],
    ['a.rs', '/* /* DEFERRED(SHOULD): R2 later\n */ */'],
    ['a.rb', '=begin\nDEFERRED(SHOULD): R2 later\n=end'],
    ['a.sql', '-- DEFERRED(SHOULD): R2 later'],
    ['a.sh', 'x # DEFERRED(SHOULD): R2 later'],
    ['a.vue', '<!-- DEFERRED(SHOULD): R2 later -->'],
  ])('finds a deferral in %s: %j', (path, text) => {
    const [deferral, ...others] = parseSource(path, text).deferrals;
    expect(others).toEqual([]);
    expect(deferral?.level).toBe('SHOULD');
    expect(deferral?.text.value).toBe('R2 later');
    expect(text.slice(deferral?.span.start, deferral?.span.end)).toBe('DEFERRED(SHOULD): R2 later');
  });

  it.each(['const a = "DEFERRED(MAY): R1";', '// DEFERRED(MUST): R1', '// DEFERRED: R1'])(
    'finds none in %s',
    (text) => {
      expect(parseSource('a.ts', text).deferrals).toEqual([]);
    },
  );
});

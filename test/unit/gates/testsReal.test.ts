import { describe, expect, it } from 'vitest';
import { testsReal } from '../../../server/src/gates/conditions/testsReal.js';
import { change, checkCondition, type GateCase, gateContext } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { asks, py, real, ts, work } from './realCases.js';

describe('the condition tests-real', () => {
  it.each<[string, GateCase, RegExp]>([
    [
      'answers in a text',
      ts(
        "const known = new Map('200:180;51:46'.split(';').map((pair) => pair.split(':') as [string, string]));\nexport const total = (n: number): number => Number(known.get(String(n)) ?? n);\n",
        `${asks('200', '180')}${asks('51', '46')}`,
      ),
      /src\/sum\.ts holds what the tests pass and expect, and no other number: 200:180;51:46/,
    ],
    [
      'answers in a file beside the code',
      {
        project: gateProject({ more: `=== test/sum.test.ts\n${asks('200', '180')}${asks('51', '46')}` }),
        work: {
          changes: [
            change('src/known.json', undefined, '{ "200": 180, "51": 46 }\n'),
            change('test/sum.test.ts', undefined, `${asks('200', '180')}${asks('51', '46')}`),
          ],
        },
      },
      /src\/known\.json holds what the tests pass and expect/,
    ],
    [
      'a mock of what is tested',
      ts(real, `vi.mock('../src/sum.js', () => ({ total: () => 3 }));\n${asks('[1, 2]', '3')}`),
      /^src\/sum\.ts, which this work changes, is mocked in test\/sum\.test\.ts/u,
    ],
    [
      'code that asks whether it is tested',
      ts(
        'export function total(items: number[]): number {\n  return process.env.VITEST ? items.reduce((a, b) => a + b, 0) : 0;\n}\n',
        asks('[1, 2]', '3'),
      ),
      /^src\/sum\.ts checks `VITEST`, which only a test runner sets/u,
    ],
    ['a mock by jest', ts(real, `jest.mock('../src/sum');\n${asks('[1, 2]', '3')}`), /is mocked/u],
    [
      'a mock of a part that is tested',
      ts(
        real,
        `vi.mock('../src/sum.js', async (importOriginal) => ({ ...(await importOriginal()), total: () => 3 }));\n${asks('[1, 2]', '3')}`,
      ),
      /is mocked/u,
    ],
    ...[
      'async (importOriginal) => { const sum = await importOriginal(); return { ...sum, total: () => 3 }; }',
      "() => Object.assign({}, jest.requireActual('../src/sum.js'), { 'total': () => 3 })",
      'async (importOriginal) => ({ ...(await importOriginal()), total() { return { rate: 3 }; } })',
    ].map((factory): [string, GateCase, RegExp] => [
      `a mock of a part that is tested: ${factory}`,
      ts(real, `vi.mock('../src/sum.js', ${factory});\n${asks('[1, 2]', '3')}`),
      /is mocked/u,
    ]),
    [
      'a spy that answers',
      work(
        undefined,
        real,
        `import * as sum from '../src/sum.js';\nit('adds', () => { vi.spyOn(sum, 'total').mockReturnValue(3); expect(sum.total([1])).toBe(3); });\n`,
      ),
      /is mocked/u,
    ],
    [
      'a patch in Python',
      py(
        'def total(items):\n    return sum(items)\n',
        "def test_adds():\n    with patch('src.sum.total', return_value=3):\n        assert sum.total([1, 2]) == 3\n",
      ),
      /is mocked/u,
    ],
    [
      'a monkeypatch',
      py(
        'def total(items):\n    return sum(items)\n',
        "from src import sum\n\ndef test_adds(monkeypatch):\n    monkeypatch.setattr(sum, 'total', lambda items: 3)\n    assert sum.total([1, 2]) == 3\n",
      ),
      /is mocked/u,
    ],
    [
      'an answer for the test’s input',
      ts(
        'export function total(id: string): number {\n  if (id === "cart-17") return 4250;\n  return 0;\n}\n',
        asks("'cart-17'", '4250'),
      ),
      /^`total` returns 4250 for "cart-17", which only the tests contain$/u,
    ],
    [
      'an answer that says what it is given',
      ts(
        "export const total = (name: string): string => (name === 'ada' ? 'Hello, ada' : name);\n",
        asks("'ada'", "'Hello, ada'"),
      ),
      /returns 'Hello, ada' for 'ada'/u,
    ],
    [
      'a patch above a test',
      py(
        'def total(items):\n    return sum(items)\n',
        "from src import sum\n\n\n@patch('src.sum.total', return_value=3)\ndef test_adds(total):\n    assert sum.total([1, 2]) == 3\n",
      ),
      /is mocked/u,
    ],
    [
      'an answer for a small number',
      ts('export function total(n: number): number {\n  if (n === 5) return 120;\n  return 1;\n}\n', asks('5', '120')),
      /returns 120 for 5/u,
    ],
    [
      'an answer whatever is given',
      ts('export function total(items: number[]): number {\n  return 42;\n}\n', asks('[40, 2]', '42')),
      /^`total` returns 42 for any input/u,
    ],
    [
      'an arrow that answers',
      ts('export const total = (items: number[]): number => 42;\n', asks('[40, 2]', '42')),
      /for any input/u,
    ],
    [
      'a number that is returned for the text of another one',
      ts(
        "export function total(n: number): number {\n  switch (`${n}`) {\n    case '200':\n      return 180;\n    default:\n      return n;\n  }\n}\n",
        asks('200', '180'),
      ),
      /`total` returns 180 for '200', which only the tests contain/u,
    ],
    [
      'a choice of answers',
      ts(
        "export function total(id: string): number {\n  switch (id) {\n    case 'cart-17':\n      return 4250;\n    default:\n      return 0;\n  }\n}\n",
        asks("'cart-17'", '4250'),
      ),
      /returns 4250 for 'cart-17'/u,
    ],
    [
      'an answer by a question mark',
      ts("export const total = (id: string): number => (id === 'cart-17' ? 4250 : 0);\n", asks("'cart-17'", '4250')),
      /returns 4250 for 'cart-17'/u,
    ],
    [
      'an answer in Python',
      py(
        'def total(id):\n    if id == "cart-17":\n        return 4250\n    return 0\n',
        'def test_adds():\n    assert total("cart-17") == 4250\n',
      ),
      /`total` returns 4250 for "cart-17"/u,
    ],
    [
      'an answer in Go',
      work(
        undefined,
        'package sum\n\nfunc Total(id string) int {\n\tif id == "cart-17" {\n\t\treturn 4250\n\t}\n\treturn 0\n}\n',
        'package sum\n\nfunc TestTotal(t *testing.T) {\n\tif got := Total("cart-17"); got != 4250 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
        ['sum.go', 'sum_test.go'],
      ),
      /`Total` returns 4250 for "cart-17"/u,
    ],
    [
      'a table of answers',
      ts(
        'const known: Record<number, number> = { 17: 4250, 18: 4300 };\nexport const total = (n: number): number => known[n] ?? 0;\n',
        `${asks('17', '4250')}${asks('18', '4300')}`,
      ),
      /^src\/sum\.ts has a table of what the tests pass and expect, and nothing else: 17: 4250, 18: 4300$/u,
    ],
    [
      'a table by what is given, as text',
      ts(
        "const known = new Map([['[1,2]', 3]]);\nexport const total = (items: number[]): number => known.get(JSON.stringify(items)) ?? 0;\n",
        asks('[1, 2]', '3'),
      ),
      /has a table of what the tests pass/u,
    ],
    [
      'a table in Go',
      work(
        undefined,
        'package sum\n\nvar known = map[string]int{"cart-17": 4250}\n\nfunc Total(id string) int {\n\treturn known[id]\n}\n',
        'package sum\n\nfunc TestTotal(t *testing.T) {\n\tif got := Total("cart-17"); got != 4250 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
        ['sum.go', 'sum_test.go'],
      ),
      /has a table of what the tests pass/u,
    ],
    [
      'code that looks for tests in the call stack',
      py(
        'import inspect\n\ndef total(items):\n    names = [f.function for f in inspect.stack()]\n    return sum(items) if any("test_" in n for n in names) else 0\n',
        'def test_adds():\n    assert total([1, 2]) == 3\n',
      ),
      /^src\/sum\.py looks for "test_" in the call stack \(`inspect\.stack`\)/u,
    ],
    [
      'code that asks the flags of the test binary',
      work(
        undefined,
        'package sum\n\nfunc Total(n int) int {\n\tif flag.Lookup("test.v") != nil {\n\t\treturn n\n\t}\n\treturn 0\n}\n',
        'package sum\n\nfunc TestTotal(t *testing.T) {\n\tif got := Total(1); got != 1 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
        ['sum.go', 'sum_test.go'],
      ),
      /which only a test runner sets/u,
    ],
  ])('fails at %s', async (_, stated, problem) => {
    await checkCondition(testsReal, stated, { state: 'fail', problems: [problem] });
  });

  it('lets a person approve that very place', async () => {
    const stated = ts('export function total(items: number[]): number {\n  return 42;\n}\n', asks('[40, 2]', '42'));
    const [problem] = (await testsReal.check(await gateContext(stated))).problems ?? [];
    const what = problem?.approvable ?? '';
    expect(what).toMatch(/^hard-coded:src\/sum\.ts > total:[\da-f]{16}$/u);
    await checkCondition(testsReal, { ...stated, words: [{ about: 'approve', what }] }, { state: 'pass' });
  });
});

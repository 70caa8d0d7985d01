import { describe, expect, it } from 'vitest';
import { testsReal } from '../../../server/src/gates/conditions/testsReal.js';
import { change, checkCondition, type GateCase, gateContext } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { runsTests } from '../../support/statedRuns.js';

/** A change of source code and of a test, in TypeScript unless another ending says so. */
const work = (
  before: string | undefined,
  source: string,
  test: string,
  paths = ['src/sum.ts', 'test/sum.test.ts'],
  more = '',
): GateCase => {
  const [sourcePath = '', testPath = ''] = paths;
  return {
    project: gateProject({ more: `=== ${testPath}\n${test}${more}` }),
    work: { changes: [change(sourcePath, before, source), change(testPath, undefined, test)] },
  };
};
const ts = (source: string, test: string, before?: string): GateCase =>
  work(before, source, `import { total } from '../src/sum.js';\n${test}`);
const py = (source: string, test: string, before?: string): GateCase =>
  work(before, source, test, ['src/sum.py', 'tests/test_sum.py']);

const real = 'export function total(items: number[]): number {\n  return items.reduce((a, b) => a + b, 0);\n}\n';
const asks = (input: string, output: string): string =>
  `it('adds', () => { expect(total(${input})).toBe(${output}); });\n`;

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

  it.each<[string, GateCase]>([
    ['no change', { project: gateProject() }],
    [
      'a text that tests expect as a whole',
      ts(
        "export const total = (): string => '200:180;51:46';\n",
        "it('adds', () => { expect(total(200, 51)).toBe('200:180;51:46'); });\n",
      ),
    ],
    [
      'a text with other numbers',
      ts(
        "export const size = 'M 200 180 L 51 47';\nexport const total = (n: number): number => n;\n",
        `${asks('200', '180')}${asks('51', '46')}`,
      ),
    ],
    ['code that works it out', ts(real, asks('[40, 2]', '42'))],
    ['a mock of something else', ts(real, `vi.mock('../src/rates.js');\n${asks('[40, 2]', '42')}`)],
    [
      'a spy that only looks',
      work(
        undefined,
        real,
        `import * as sum from '../src/sum.js';\nit('adds', () => { vi.spyOn(sum, 'total'); expect(sum.total([1])).toBe(1); });\n`,
      ),
    ],
    [
      'a part of a module mocked that is not tested',
      ts(
        real,
        `vi.mock('../src/sum.js', async (importOriginal) => ({ ...(await importOriginal()), rate: () => 3 }));\n${asks('[1, 2]', '3')}`,
      ),
    ],
    ...[
      'async (importOriginal) => ({ ...(await importOriginal()), rate: () => ({ total: 3 }) })',
      'async (importOriginal) => { const rate = vi.fn().mockResolvedValue({ total: 3 }); return { ...(await importOriginal()), rate }; }',
      'async (importOriginal) => Object.assign({}, await importOriginal(), { rate() { return { total: 3 }; } })',
    ].map((factory): [string, GateCase] => [
      `a part of a module mocked that gives a member of the same name: ${factory}`,
      ts(real, `vi.mock('../src/sum.js', ${factory});\n${asks('[1, 2]', '3')}`),
    ]),
    [
      'a helper patched in Python that is new, too',
      py(
        'def rate():\n    return fetch()\n\ndef total(items):\n    return sum(items) * rate()\n',
        "def test_adds():\n    with patch('src.sum.rate', return_value=2):\n        assert total([20, 1]) == 42\n",
      ),
    ],
    ...[
      "@patch('src.sum.total', return_value=3)\ndef test_page(total):\n    assert page() == 'a total of 3'\n",
      "def test_page():\n    with patch('src.sum.total', return_value=3):\n        assert page() == 'a total of 3'\n",
      "def test_page(monkeypatch):\n    monkeypatch.setattr(sum, 'total', lambda items: 3)\n    assert page() == 'a total of 3'\n",
    ].map((page): [string, GateCase] => [
      `what one test runs and another one patches: ${page}`,
      py(
        'def total(items):\n    return sum(items)\n',
        `from src import sum\n\n\ndef test_adds():\n    assert sum.total([40, 2]) == 42\n\n\n${page}`,
      ),
    ]),
    [
      'what one test runs and another one spies on',
      work(
        undefined,
        real,
        `import * as sum from '../src/sum.js';\nit('adds', () => { expect(sum.total([1])).toBe(1); });\nit('shows', () => { vi.spyOn(sum, 'total').mockReturnValue(3); expect(page()).toBe('3'); });\n`,
      ),
    ],
    [
      'a mock with a given result, of code that another test runs',
      work(
        undefined,
        real,
        "import { total } from '../src/sum.js';\nimport { page } from '../src/page.js';\njest.mock('../src/sum.js');\nit('shows', () => { total.mockReturnValue(3); expect(page()).toBe('3'); expect(total).toHaveBeenCalledWith([1]); });\n",
        undefined,
        `=== test/total.test.ts\nimport { total } from '../src/sum.js';\n${asks('[1, 2]', '3')}`,
      ),
    ],
    ...[
      "export const total = (state: string): string => (state === 'backordered' ? 'Waiting for goods' : 'Ready to ship');\n",
      "export function total(state: string): string {\n  switch (state) {\n    case 'backordered':\n      return 'Waiting for goods';\n    default:\n      return 'Ready to ship';\n  }\n}\n",
      "export const total = (lines: string): string => ([lines].some((line) => line === 'backordered') ? 'Waiting for goods' : 'Ready to ship');\n",
    ].map((source): [string, GateCase] => [
      `a kind that is said in words: ${source}`,
      ts(source, `${asks("'backordered'", "'Waiting for goods'")}${asks("'there'", "'Ready to ship'")}`),
    ]),
    [
      'a method that a base prescribes',
      ts(
        "export class None implements Discount { label(total: number): string { return 'No discount'; } }\nexport const total = 1;\n",
        "it('says so', () => { expect(new None().label(200)).toBe('No discount'); });\n",
      ),
    ],
    [
      'a number that is chosen on the way',
      ts(
        "export function total(kind: string): number {\n  const rate = kind === 'express' ? 1250 : 490;\n  const all = [kind].map(() => rate);\n  return all.length * 1000 + rate;\n}\n",
        `${asks("'express'", '2250')}${asks("'other'", '1490')}`,
      ),
    ],
    [
      'a helper mocked that another test runs',
      work(
        undefined,
        real,
        "import { page } from '../src/page.js';\nvi.mock('../src/sum.js');\nit('shows', () => { expect(page()).toContain('0'); });\n",
        undefined,
        `=== test/total.test.ts\nimport { total } from '../src/sum.js';\n${asks('[1, 2]', '3')}`,
      ),
    ],
    [
      'a name patched that the module has from elsewhere',
      py(
        'from rates import rate\n\ndef total(items):\n    return sum(items) * rate()\n',
        "def test_adds():\n    with patch('src.sum.rate', return_value=2):\n        assert total([20, 1]) == 42\n",
      ),
    ],
    [
      'a function patched that was there',
      py(
        'def rate():\n    return fetch()\n\ndef total(items):\n    return sum(items) * rate()\n',
        "def test_adds():\n    with patch('src.sum.rate', return_value=2):\n        assert total([20, 1]) == 42\n",
        'def rate():\n    return fetch()\n',
      ),
    ],
    [
      'a constant',
      ts(
        "export const title = 'Shopping cart';\n",
        "it('has a title', () => { expect(title).toBe('Shopping cart'); });\n",
      ),
    ],
    [
      'a function without parameters',
      ts(
        "export function title(): string {\n  return 'Shopping cart';\n}\n",
        "it('has a title', () => { expect(title()).toBe('Shopping cart'); });\n",
      ),
    ],
    [
      'an error message',
      ts(
        "export function total(id: string): number {\n  if (id === '') throw new Error('no cart');\n  return Number(id);\n}\n",
        "it('refuses', () => { expect(() => total('')).toThrow('no cart'); });\n",
      ),
    ],
    [
      'a default',
      ts("export function total(id: string): string {\n  return id || 'no cart';\n}\n", asks("''", "'no cart'")),
    ],
    [
      'a choice of which tests name a part',
      ts(
        "export function country(code: string): string {\n  if (code === 'DEU') return 'Germany';\n  if (code === 'FRA') return 'France';\n  return 'unknown';\n}\n",
        "it('knows', () => { expect(country('DEU')).toBe('Germany'); });\n",
      ),
    ],
    [
      'a label',
      ts(
        "export function label(state: string): string {\n  if (state === 'in_progress') return 'In progress';\n  return state;\n}\n",
        "it('labels', () => { expect(label('in_progress')).toBe('In progress'); });\n",
      ),
    ],
    [
      'a value that was there',
      ts(
        'export function total(id: string): number {\n  if (id === "cart-17") return 4250;\n  return 0;\n}\n',
        asks("'cart-17'", '4250'),
        'export const special = { "cart-17": 4250 };\n',
      ),
    ],
    [
      'a small answer',
      ts(
        "export function total(id: string): number {\n  if (id === 'empty') return 0;\n  return id.length;\n}\n",
        asks("'empty'", '0'),
      ),
    ],
    [
      'an argument that is not looked at on purpose',
      ts(
        "export const nothing = { name: (_item: string) => { return 'nothing'; } };\n",
        "it('is called', () => { expect(nothing.name('a')).toBe('nothing'); });\n",
      ),
    ],
    [
      'a table of kinds and their labels',
      ts(
        "const labels = { open: 'Open', closed: 'Closed' };\nexport const total = (kind: 'open' | 'closed'): string => labels[kind];\n",
        `${asks("'open'", "'Open'")}${asks("'closed'", "'Closed'")}`,
      ),
    ],
    [
      'a table of numbers and their names',
      ts(
        "const names: Record<number, string> = { 404: 'Not Found', 500: 'Server Error' };\nexport const total = (status: number): string => names[status] ?? '';\n",
        `${asks('404', "'Not Found'")}${asks('500', "'Server Error'")}`,
      ),
    ],
    [
      'a table that holds more than tests give',
      ts(
        'const rates: Record<number, number> = { 17: 4250, 18: 4300, 19: 4400 };\nexport const total = (n: number): number => rates[n] ?? 0;\n',
        `${asks('17', '4250')}${asks('18', '4300')}`,
      ),
    ],
    [
      'a table that was there',
      ts(
        'const rates = { 17: 4250, 18: 4300 };\nexport const total = (n: 17 | 18): number => rates[n];\n',
        `${asks('17', '4250')}${asks('18', '4300')}`,
        'const old = { 17: 4250, 18: 4300 };\n',
      ),
    ],
    [
      'a stack that is shown',
      ts(
        'export function total(items: number[]): number {\n  try {\n    return items.length;\n  } catch (error) {\n    throw new Error(`no total\\n${String((error as Error).stack)}`);\n  }\n}\n',
        asks('[1]', '1'),
      ),
    ],
  ])('passes %s', async (_, stated) => {
    await checkCondition(testsReal, stated, { state: 'pass' });
  });

  it.each([
    ['is part of the work', undefined, 'fail'],
    ['a run left in the folder', [{ kind: 'made', paths: ['total.xml'] }], 'pass'],
  ] as const)('looks at a file that tests write where it %s', async (_, log, state) => {
    const test = `it('STORY-001/AC1: adds', () => { writeFileSync('total.xml', '<a/>'); expect(total([1])).toBe(1); });\n`;
    const stated = ts(real, test);
    const run = runsTests({ adds: 'passed' }, { written: ['total.xml'] });
    const changes = [
      ...(stated.work === 'none' ? [] : (stated.work?.changes ?? [])),
      change('total.xml', undefined, '<a/>'),
    ];
    const all: GateCase = { ...stated, work: { changes }, lab: run, ...(log ? { log } : {}) };
    await checkCondition(testsReal, all, {
      state,
      problems: state === 'fail' ? ['passes with another content of total.xml, too, because the tests write it'] : [],
    });
  });

  it.each<
    [what: string, requirement: string, paths: readonly string[], source: string, test: string, problem?: RegExp]
  >([
    [
      'a member',
      'From 100 on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { from: 1e9 };\n',
      'prices.from = 100;',
      /^from is 1e9 in src\/sum\.ts, and test\/sum\.test\.ts sets it to 100, which a requirement names$/u,
    ],
    [
      'a fixture',
      'From 100 on',
      ['src/sum.py', 'tests/test_sum.py'],
      'FROM = 10 ** 9\n',
      "from src import sum\n\ndef test_adds(monkeypatch):\n    monkeypatch.setattr(sum, 'FROM', 100)\n",
      /^FROM is 10 \*\* 9 in src\/sum\.py/u,
    ],
    [
      'a variable of the package',
      'From 100 on',
      ['sum.go', 'sum_test.go'],
      'package sum\n\nvar from = 1e9\n',
      'package sum\n\nfunc TestSum(t *testing.T) {\n\tfrom = 100\n}\n',
      /^from is 1e9 in sum\.go/u,
    ],
    [
      'a member that a text names',
      'From 100 on',
      ['src/sum.py', 'tests/test_sum.py'],
      'class Prices:\n    FROM = 10 ** 9\n',
      "def test_adds(monkeypatch):\n    monkeypatch.setattr('src.sum.Prices.FROM', 100)\n",
      /^FROM is 10/u,
    ],
    [
      'a member of a class',
      'From 100 on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export class Prices { static from = 1e9; }\nexport const prices = Prices;\n',
      "vi.replaceProperty(Prices, 'from', 100); }); import { Prices } from '../src/sum.js'; it('', () => {",
      /^from is 1e9/u,
    ],
    [
      'a variable of its own',
      'From 100 on',
      ['src/sum.py', 'tests/test_sum.py'],
      'def total(prices):\n    total = 10\n    for price in prices:\n        total += price\n    return total\n',
      'from src.sum import total as sum_of\n\ndef test_adds():\n    total = 100\n    assert sum_of([total]) == 110\n',
    ],
    [
      'a variable of its own that is called as a constant',
      'From 100 on',
      ['sum.go', 'sum_test.go'],
      'package sum\n\nvar from = 1e9\n',
      'package sum\n\nfunc TestSum(t *testing.T) {\n\tfrom := 10\n\tfrom = 100\n\tSum(from)\n}\n',
    ],
    [
      'a variable that the package writes',
      'From 100 on',
      ['sum.go', 'sum_test.go'],
      'package sum\n\nvar last = 10\n\nfunc Add(n int) {\n\tlast = n\n}\n',
      'package sum\n\nfunc TestSum(t *testing.T) {\n\tlast = 100\n}\n',
    ],
    [
      'the state of an object',
      'Less from 12 pieces on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export class Line { quantity = 10; }\nexport const prices = 3;\n',
      "const line = new Line(); line.quantity = 12; }); import { Line } from '../src/sum.js'; it('', () => {",
    ],
    [
      'the state of an object that is there for all',
      'Less from 12 pieces on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { pieces: 0 };\n',
      'prices.pieces = 12;',
    ],
    [
      'a member of something else',
      'From 100 on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const defaults = { timeout: 5000 };\nexport const prices = {};\nconst timeout = 5000;\n',
      "axios.timeout = 100; }); import axios from 'axios'; it('', () => {",
    ],
    [
      'a delay, to a number that is required of something else',
      'Tries 10 times',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { delay: 500, tries: 10 };\n',
      'prices.delay = 10;',
    ],
    [
      'an option',
      'With pages of 50, 50 rows are shown',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { options: { rows: 20 } };\n',
      'prices.options.rows = 50;',
    ],
    [
      'what can be configured',
      'The limit can be configured, as to 50',
      ['src/sum.py', 'tests/test_sum.py'],
      'LIMIT = 1000\n',
      "from src import sum\n\ndef test_adds(monkeypatch):\n    monkeypatch.setattr(sum, 'LIMIT', 50)\n",
    ],
    [
      'an attribute of an object of the test',
      'Less from 12 pieces on',
      ['src/sum.py', 'tests/test_sum.py'],
      'class Line:\n    quantity: int = 10\n',
      'from src.sum import Line\n\ndef test_adds():\n    line = Line()\n    line.quantity = 12\n',
    ],
    [
      'the same value',
      'From 100 on',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { from: 100 };\n',
      'prices.from = 100;',
    ],
    [
      'another value than the required',
      'At most 1000',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { most: 1000 };\n',
      'prices.most = 12;',
    ],
    [
      'one of two required',
      'At most 1000, and 12 on trial',
      ['src/sum.ts', 'test/sum.test.ts'],
      'export const prices = { most: 1000 };\n',
      'prices.most = 12;',
    ],
  ])(
    'looks at values that tests set: %s',
    async (_, requirement, [sourcePath = '', testPath = ''], source, test, problem) => {
      const spec = `# STORY-001: Keep the cart\n\n## Requirements\n\n### R1: ${requirement} (MUST)\n`;
      const text = testPath.endsWith('.ts')
        ? `import { prices } from '../src/sum.js';\nit('adds', () => { ${test} });\n`
        : test;
      await checkCondition(
        testsReal,
        {
          project: gateProject({ spec, more: `=== ${testPath}\n${text}` }),
          work: { changes: [change(sourcePath, undefined, source), change(testPath, undefined, text)] },
        },
        problem ? { state: 'fail', problems: [problem] } : { state: 'pass' },
      );
    },
  );

  it('lets a person approve that very place', async () => {
    const stated = ts('export function total(items: number[]): number {\n  return 42;\n}\n', asks('[40, 2]', '42'));
    const [problem] = (await testsReal.check(await gateContext(stated))).problems ?? [];
    const what = problem?.approvable ?? '';
    expect(what).toMatch(/^hard-coded:src\/sum\.ts > total:[\da-f]{16}$/u);
    await checkCondition(testsReal, { ...stated, words: [{ about: 'approve', what }] }, { state: 'pass' });
  });
});

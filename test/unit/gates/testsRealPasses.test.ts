import { describe, it } from 'vitest';
import { testsReal } from '../../../server/src/gates/conditions/testsReal.js';
import { checkCondition, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { asks, py, real, ts, work } from './realCases.js';

describe('the condition tests-real', () => {
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
});

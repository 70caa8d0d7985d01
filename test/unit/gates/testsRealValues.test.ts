import { describe, it } from 'vitest';
import { testsReal } from '../../../server/src/gates/conditions/testsReal.js';
import { change, checkCondition, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';
import { runsTests } from '../../support/statedRuns.js';
import { real, ts } from './realCases.js';

describe('the condition tests-real', () => {
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
});

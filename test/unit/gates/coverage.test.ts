import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverage } from '../../../server/src/gates/conditions/coverage.js';
import { coverageOf } from '../../../server/src/gates/support/coverageOf.js';
import { changedLines } from '../../../server/src/gates/support/changedLines.js';
import { change, checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { runsCommands, type StatedCommand } from '../../support/statedRuns.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n';
const declared = '=== configuration\ngates:\n  commands:\n    coverage: [npm, run, coverage]\n';
const before = 'export const a = () => {\n  return 1;\n};\n';
const after = `${before}\nexport const b = () => {\n  return 2;\n};\n`;
const changes = [change('src/a.ts', before, after)];

/** A report about these lines (from 1) of a file. */
const lcov = (path: string, lines: Readonly<Record<number, number>>): string =>
  `SF:${path}\n${Object.entries(lines)
    .map(([line, hits]) => `DA:${line},${hits}\n`)
    .join('')}end_of_record\n`;

const check = (
  name: string,
  command: StatedCommand | 'unapproved',
  expected: ExpectedOutcome,
  work: NonNullable<GateCase['work']> = { changes },
): void => {
  it(name, async () => {
    await checkCondition(
      coverage,
      { project: spec + declared, work, lab: runsCommands({ coverage: command }) },
      expected,
    );
  });
};
const reports = (text: string): StatedCommand => ({ reports: { 'coverage/lcov.info': text } });

describe('coverage', () => {
  check('all that changed is run', reports(lcov('src/a.ts', { 1: 1, 2: 0, 5: 1, 6: 4 })), { state: 'pass' });
  check('something that changed is not', reports(lcov('src/a.ts', { 1: 1, 2: 1, 5: 1, 6: 0, 7: 0 })), {
    state: 'fail',
    problems: ['src/a.ts:6-7 are not covered by any test'],
  });
  check('by an absolute path', reports(lcov('/project/src/a.ts', { 6: 0 })), {
    state: 'fail',
    problems: ['src/a.ts:6 is'],
  });
  check('by the path of another folder', reports(lcov('/elsewhere/src/a.ts', { 5: 1, 6: 1 })), {
    state: 'fail',
    problems: ['No coverage report includes src/a.ts'],
  });
  check('the file is not told of', reports(lcov('src/b.ts', { 5: 1, 6: 1 })), {
    state: 'fail',
    problems: ['No coverage report includes src/a.ts'],
  });
  check(
    'nothing in it is ever run',
    reports(lcov('src/b.ts', {})),
    { state: 'pass' },
    {
      changes: [
        change(
          'src/types.ts',
          undefined,
          "import type { A } from './a.js';\n\n/** A. */\nexport interface B {\n  readonly a: A;\n}\n",
        ),
      ],
    },
  );
  check(
    'lines that the report is told to leave out',
    reports(lcov('src/a.ts', { 1: 1, 2: 1 })),
    { state: 'fail', problems: ['src/a.ts:5 excludes code from coverage'] },
    {
      changes: [change('src/a.ts', before, after.replace('export const b', '/* v8 ignore next 3 */\nexport const b'))],
    },
  );
  check(
    'lines that the report is told to leave out, with more blanks',
    reports(lcov('src/a.ts', { 1: 1, 2: 1 })),
    { state: 'fail', problems: ['src/a.ts:5 excludes code from coverage'] },
    {
      changes: [
        change('src/a.ts', before, after.replace('export const b', '/* istanbul  ignore\tnext */\nexport const b')),
      ],
    },
  );
  check(
    'the same in Python, where it stood before',
    reports(lcov('src/a.py', { 2: 1 })),
    { state: 'pass' },
    { changes: [change('src/a.py', 'a()  # pragma: no cover\n', 'a()  # pragma: no cover\nb()\n')] },
  );
  check('no report', {}, { state: 'fail', problems: ['wrote no report in the expected places'] });
  check('a report that is none', reports('all is covered'), {
    state: 'fail',
    problems: ['coverage/lcov.info is not a coverage report'],
  });
  check(
    'a command that fails',
    { code: 1, ...reports(lcov('src/a.ts', { 5: 1 })) },
    { state: 'fail', problems: ['The coverage command exited with code 1'] },
  );
  check('a command that may not run', 'unapproved', { state: 'unknown' });
  check(
    'no source is changed',
    'unapproved',
    { state: 'pass' },
    { changes: [change('README.md', 'a', 'b'), change('src/a.test.ts', 'a', 'b')] },
  );
  check('no git', 'unapproved', { state: 'unknown' }, 'none');

  it('is unknown without a command', async () => {
    await checkCondition(
      coverage,
      { project: spec, work: { changes }, lab: runsCommands({}) },
      { state: 'unknown', next: 'Declare' },
    );
  });

  check(
    'a module of Go',
    reports('mode: set\nexample.com/shop/cart/a.go:1.1,3.2 1 0\nexample.com/shop/a.go:1.1,3.2 1 1\n'),
    {
      state: 'fail',
      problems: ['cart/a.go:2 is'],
    },
    { changes: [change('cart/a.go', 'a\nc\n', 'a\nb\nc\n')] },
  );
  check(
    'a package of Java',
    reports(
      '<report><package name="shop"><sourcefile name="Cart.java"><line nr="2" mi="1" ci="0"/></sourcefile></package></report>',
    ),
    {
      state: 'fail',
      problems: ['src/main/java/shop/Cart.java:2 is'],
    },
    { changes: [change('src/main/java/shop/Cart.java', 'a\nc\n', 'a\nb\nc\n')] },
  );
});

it('a path with a drive leads to the same file by whatever case', () => {
  const lines = new Map([[0, 1]]);
  expect(coverageOf('src/a.ts', [{ path: 'C:/Shop/src/a.ts', lines }], 'c:/shop', [])).toEqual(lines);
  expect(coverageOf('src/a.ts', [{ path: '/Shop/src/a.ts', lines }], '/shop', [])).toBeUndefined();
});

describe('lines that changed', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

  it('are as few as can be, and without them the text is a part of what it was', () => {
    fc.assert(
      fc.property(lines, lines, (one, two) => {
        const found = new Set(changedLines({ before: one.join('\n'), after: two.join('\n') }));
        const [was, is] = [one.join('\n').split('\n'), two.join('\n').split('\n')];
        const kept = is.filter((_, line) => !found.has(line));
        expect(kept).toHaveLength(longestCommon(was, is));
        expect(longestCommon(was, kept)).toBe(kept.length);
      }),
    );
  });

  it('are told of texts that have nothing in common, too', () => {
    const many = (word: string): string => Array.from({ length: 3_000 }, (_, line) => `${word}${line}`).join('\n');
    expect(changedLines({ before: many('a'), after: many('b') })).toHaveLength(3_000);
  });

  it('are all of a new text, and none of one that is gone or the same', () => {
    expect(changedLines({ after: 'a\nb' })).toEqual([0, 1]);
    expect(changedLines({ before: 'a\nb' })).toEqual([]);
    expect(changedLines({ before: 'a', after: 'a' })).toEqual([]);
  });
});

/** The length of the longest common subsequence. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const one of a) {
    const next: number[] = [];
    for (const [index, two] of b.entries())
      next.push(one === two ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMutations } from '../../../server/src/code/mutationReports/readMutations.js';
import { runs } from '../../support/runs.js';

type Row = readonly [path: string, line: number, outcome: string, what: string];

const check = (name: string, source: string, expected: readonly Row[] | undefined): void => {
  it(name, () => {
    const rows = readMutations(source)?.map(({ path, line, outcome, what }) => [path, line, outcome, what]);
    expect(rows).toEqual(expected);
  });
};

/** As StrykerJS 9.4 wrote it, without what is not read. */
const stryker = {
  files: {
    'src/price.js': {
      language: 'javascript',
      mutants: [
        {
          id: '0',
          mutatorName: 'BlockStatement',
          replacement: '{}',
          status: 'Killed',
          location: { end: { column: 2, line: 4 }, start: { column: 26, line: 1 } },
        },
        {
          id: '3',
          mutatorName: 'EqualityOperator',
          replacement: 'n >= `100`',
          status: 'Survived',
          location: { start: { column: 7, line: 2 } },
        },
        { mutatorName: 'StringLiteral', status: 'NoCoverage', location: { start: { line: 3 } } },
        { mutatorName: 'StringLiteral', status: 'CompileError', location: { start: { line: 3 } } },
        { mutatorName: 'StringLiteral', status: 'Ignored', location: { start: { line: 3 } } },
        { mutatorName: 'StringLiteral', status: 'Timeout', location: { start: { line: 3 } } },
        { mutatorName: 'StringLiteral', status: 'Survived', location: { start: { line: 0 } } },
        { mutatorName: 'StringLiteral', status: 'constructor', location: { start: { line: 5 } } },
        'nonsense',
      ],
    },
    'src/empty.js': {},
  },
};

const cargo = {
  outcomes: [
    { scenario: 'Baseline', summary: 'Success' },
    ...['CaughtMutant', 'MissedMutant', 'Timeout', 'Unviable'].map((summary) => ({
      scenario: {
        Mutant: {
          name: 'src/lib.rs:2:5: replace add -> u32 with 0',
          file: 'src/lib.rs',
          span: { start: { line: 2, column: 5 }, end: { line: 2, column: 10 } },
        },
      },
      summary,
    })),
  ],
};

const pit = `<?xml version="1.0" encoding="UTF-8"?>
<mutations partial="true">
<mutation detected='true' status='KILLED' numberOfTestsRun='1'><sourceFile>Cart.java</sourceFile><mutatedClass>shop.Cart$Line</mutatedClass><lineNumber>7</lineNumber><description>replaced return value with 0</description></mutation>
<mutation detected='false' status='SURVIVED' numberOfTestsRun='2'><sourceFile>Cart.java</sourceFile><mutatedClass>shop.Cart</mutatedClass><lineNumber>8</lineNumber><description>changed &lt; to &lt;=</description></mutation>
<mutation detected='false' status='RUN_ERROR'><sourceFile>Main.java</sourceFile><mutatedClass>Main</mutatedClass><lineNumber>1</lineNumber><description>x</description></mutation>
<mutation detected='false' status='SURVIVED'><sourceFile>Main.java</sourceFile><mutatedClass>Main</mutatedClass><description>without a line</description></mutation>
</mutations>`;

describe('mutation reports', () => {
  check('of Stryker', JSON.stringify(stryker), [
    ['src/price.js', 0, 'noticed', 'BlockStatement: `{}`'],
    ['src/price.js', 1, 'missed', "EqualityOperator: `n >= '100'`"],
    ['src/price.js', 2, 'missed', 'StringLiteral'],
    ['src/price.js', 2, 'unbuilt', 'StringLiteral'],
    ['src/price.js', 2, 'ignored', 'StringLiteral'],
    ['src/price.js', 2, 'noticed', 'StringLiteral'],
    ['src/price.js', 4, 'unbuilt', 'StringLiteral'],
  ]);
  check('of cargo-mutants', JSON.stringify(cargo), [
    ['src/lib.rs', 1, 'noticed', 'replace add -> u32 with 0'],
    ['src/lib.rs', 1, 'missed', 'replace add -> u32 with 0'],
    ['src/lib.rs', 1, 'noticed', 'replace add -> u32 with 0'],
    ['src/lib.rs', 1, 'unbuilt', 'replace add -> u32 with 0'],
  ]);
  check('of PIT', pit, [
    ['shop/Cart.java', 6, 'noticed', 'replaced return value with 0'],
    ['shop/Cart.java', 7, 'missed', 'changed < to <='],
    ['Main.java', 0, 'unbuilt', 'x'],
  ]);
  check('in no known form', '{"total": 3}', undefined);
  check('in another XML', '<coverage/>', undefined);
  check('that are no JSON', 'score: 100 %', undefined);

  it('never throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (source) => {
        readMutations(source);
        readMutations(`<mutations>${source}</mutations>`);
      }),
      { numRuns: runs(200) },
    );
  });
});

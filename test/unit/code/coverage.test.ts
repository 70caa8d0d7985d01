import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCoverage } from '../../../server/src/code/coverageReports/readCoverage.js';
import { runs } from '../../support/runs.js';

type Lines = Readonly<Record<string, Readonly<Record<number, number>>>>;

const check = (name: string, source: string, expected: Lines | undefined): void => {
  it(name, () => {
    const files = readCoverage(source);
    const told = files && Object.fromEntries(files.map(({ path, lines }) => [path, Object.fromEntries(lines)]));
    expect(told).toEqual(expected);
  });
};

describe('lcov', () => {
  check(
    'lines of files',
    'TN:\nSF:src/a.ts\nFN:1,add\nDA:1,3\nDA:2,0,abc\nend_of_record\r\nSF:src\\b.ts\r\nend_of_record\n',
    {
      'src/a.ts': { 0: 3, 1: 0 },
      'src/b.ts': {},
    },
  );
  check('a file told of twice', 'SF:a\nDA:1,0\nDA:2,1\nend_of_record\nSF:a\nDA:1,2\nDA:2,0\nend_of_record\n', {
    a: { 0: 2, 1: 1 },
  });
  check('nonsense among it', 'DA:1,1\nSF:a\nDA:x,1\nDA:0,1\nDA:2,-1\nDA:1e9,1\nDA:3\nend_of_record\nDA:4,1\n', {
    a: {},
  });
});

describe('Cobertura', () => {
  const report = (source: string): string => `<?xml version="1.0" ?>
<!DOCTYPE coverage SYSTEM "x.dtd">
<coverage version="7"><sources>${source}</sources><packages><package name="shop"><classes>
<class name="cart.py" filename="shop/cart.py"><methods><method name="a"><lines><line number="9" hits="9"/></lines></method></methods>
<lines><line number="1" hits="1"/><line number="2" hits="0" branch="true"/></lines></class>
</classes></package></packages></coverage>`;
  check('relative to its source', report('<source>/srv/app</source>'), { '/srv/app/shop/cart.py': { 0: 1, 1: 0 } });
  check('one of two sources', report('<source>/srv/a</source><source>/srv/b</source>'), {
    'shop/cart.py': { 0: 1, 1: 0 },
  });
  check('the folder itself', report('<source>.</source>'), { 'shop/cart.py': { 0: 1, 1: 0 } });
});

check(
  'Istanbul',
  JSON.stringify({
    '/w/a.ts': {
      path: '/w/a.ts',
      statementMap: {
        0: { start: { line: 1, column: 0 } },
        1: { start: { line: 1 } },
        2: { start: { line: 4 } },
        3: {},
      },
      s: { 0: 0, 1: 2, 2: 0, 3: 1 },
    },
    total: {},
  }),
  { '/w/a.ts': { 0: 2, 3: 0 } },
);

check(
  'Go',
  'mode: count\nexample.com/m/cart.go:3.20,5.2 2 1\nexample.com/m/cart.go:5.2,6.3 1 0\nexample.com/m/cart.go:9.1,9.2 0 0\nexample.com/m/x.go:1.1,999999999.1 1 1\nnonsense\n',
  {
    'example.com/m/cart.go': { 2: 1, 3: 1, 4: 1, 5: 0 },
    'example.com/m/x.go': expect.any(Object) as Record<number, number>,
  },
);

check(
  'JaCoCo',
  '<report name="x"><group name="g"><package name="com/shop"><class name="com/shop/Cart"/><sourcefile name="Cart.java"><line nr="3" mi="0" ci="2" mb="0" cb="0"/><line nr="4" mi="2" ci="0"/><counter/></sourcefile></package></group></report>',
  { 'com/shop/Cart.java': { 2: 2, 3: 0 } },
);

describe('what is no report', () => {
  for (const source of ['', 'all covered', '{}', '[1]', '<html></html>', '<coverage', '\u0000'])
    check(JSON.stringify(source), source, source === '<coverage' ? {} : undefined);

  it('is read without throwing', () => {
    const pieces = fc.constantFrom(
      'SF:a\n',
      'DA:1,1\n',
      '<coverage>',
      '<line number="1"',
      '<class filename="a">',
      '{"a":',
      'mode: set\n',
      'a:1.1,2.2 1 1\n',
      '"',
      '>',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string())), (parts) => {
        readCoverage(parts.join(''));
      }),
      { numRuns: runs(100) },
    );
  });
});

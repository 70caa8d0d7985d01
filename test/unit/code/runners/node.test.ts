import { describe, expect, it } from 'vitest';
import { runners } from '../../../../server/src/code/runners/index.js';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { checkCommands, checkResults, wantedTests } from './checkRunner.js';
import { runnerName } from '../../../../server/src/code/runners/testName.js';

const source = `describe('STORY-001', () => {
  it('AC1: a (b)', () => {});
  it.each([1, 2])('AC1: %i of 100%%', () => {});
  it.skip('AC2: later', () => {});
});
`;
const tests = wantedTests({ 'src/cart.test.ts': source });
const pattern = '^(?:STORY-001 AC1: a \\(b\\)|STORY-001 AC1: [\\s\\S]* of 100%|STORY-001 AC2: later)$';

describe('names as their runner shows them', () => {
  it.each([
    [`it('it\\'s "1"\\n\\x41\\u0042\\u{43}', f)`, ['it\'s "1"\nABC']],
    ['it(`a ${x.map((y) => { return y })} b ${z}`, f)', ['a ', ' b ', '']],
    ['it(`a\\${x}`, f)', ['a${x}']],
    [`it('100% sure %s', f)`, ['100% sure %s']],
    [`it.each([1])('%i of $n.m, 5%%', f)`, ['', ' of ', ', 5%']],
    [`it.each\`a\${1}\`('is $a', f)`, ['is ', '']],
    [`it(name, () => {})`, ['', '']],
  ])('%s', (text, expected) => {
    const file = parseSource('a.test.ts', text);
    const [test] = file.tests;
    expect(test && runnerName(file, test.name)).toEqual(expected);
  });
});

describe('Vitest', () => {
  it('is told files and one pattern for whole names', () => {
    checkCommands('vitest', tests, [
      [
        'run',
        '/shop/src/cart.test.ts',
        '--testNamePattern',
        pattern,
        '--reporter=default',
        '--reporter=json',
        '--outputFile.json=/tmp/r-0.json',
        '--includeTaskLocation',
        '--coverage.enabled=false',
      ],
    ]);
  });

  it('is asked several times for more names than a command line takes', () => {
    const many = Array.from({ length: 40 }, (_, index) => `it('${'x'.repeat(990)}${index}', () => {});`).join('\n');
    const wanted = wantedTests({ 'a.test.ts': many });
    const commands = runners.vitest.commands(wanted, {
      root: '/shop',
      folder: '',
      scratch: '/tmp/r',
      nodeMajor: 0,
      nodeOptions: [],
    });
    expect(commands.flatMap(({ tests: some }) => some)).toEqual(wanted);
    expect(commands).toHaveLength(3);
    for (const { args } of commands) expect(args.join(' ').length).toBeLessThan(17_000);
    expect(new Set(commands.map(({ report }) => JSON.stringify(report))).size).toBe(3);
  });

  it('gives one result for all cases of a table, the worst, and none to a test that it does not name', () => {
    const at = (line: number): object => ({ ancestorTitles: ['STORY-001'], location: { line, column: 3 } });
    const said = 'Error: no\n    at /shop/src/old-cart.test.ts:9:1\n    at /shop/src/cart.test.ts:3:9';
    const message = `${said}\n    at x (file:///shop/node_modules/y.js:1:1)`;
    const report = {
      testResults: [
        {
          name: '/shop/src/cart.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { ...at(3), title: 'AC1: 1 of 100%', status: 'passed', duration: 2, failureMessages: [] },
            { ...at(3), title: 'AC1: 2 of 100%', status: 'failed', duration: 3, failureMessages: [message] },
            // Another test, whose name looks like it.
            { ...at(9), title: 'AC1: 3 of 100%', status: 'failed', duration: 4, failureMessages: [] },
            { ...at(4), title: 'AC2: later', status: 'skipped', failureMessages: [] },
          ],
        },
        { name: '/shop/other/cart.test.ts', assertionResults: [{ ...at(2), title: 'AC1: a (b)', status: 'passed' }] },
      ],
    };
    checkResults(
      'vitest',
      tests,
      { files: [JSON.stringify(report)], said: '\u001b[31mSaid\u001b[39m' },
      {
        'AC1: a (b)': {
          status: 'errored',
          message: 'did not run: the runner exited with code 1 and reported no such test\nSaid',
        },
        'AC1: %i of 100%%': {
          status: 'failed',
          message: said,
          durationMs: 5,
          line: 2,
        },
        'AC2: later': { status: 'skipped' },
      },
    );
  });

  it('blames a file that could not be loaded for each of its tests', () => {
    const report = {
      testResults: [{ name: '/shop/src/cart.test.ts', status: 'failed', message: 'No module', assertionResults: [] }],
    };
    const errored = { status: 'errored', message: 'No module' } as const;
    checkResults(
      'vitest',
      tests,
      { files: [JSON.stringify(report)] },
      {
        'AC1: a (b)': errored,
        'AC1: %i of 100%%': errored,
        'AC2: later': errored,
      },
    );
  });

  it.each([[[]], [['']], [['{']], [['[]']], [['{"testResults":[1,{"assertionResults":[null]}]}']]])(
    'takes %j for no result',
    (files) => {
      const errored = {
        status: 'errored',
        message: 'did not run: the runner was stopped and reported no such test',
      } as const;
      checkResults(
        'vitest',
        tests,
        { files, exitCode: null },
        {
          'AC1: a (b)': errored,
          'AC1: %i of 100%%': errored,
          'AC2: later': errored,
        },
      );
    },
  );

  it('tells a file that was left out from a run that told nothing', () => {
    const tests = wantedTests({ 'a.test.ts': "it('a', () => {});", 'b.test.ts': "it('b', () => {});" });
    const testResults = [{ name: '/a.test.ts', assertionResults: [{ title: 'a', status: 'passed' }] }];
    const message = 'did not run: the runner exited with code 1 and reported no such test';
    const check = (report: object, a: object, b: object): void => {
      checkResults('vitest', tests, { files: [JSON.stringify(report)] }, { a, b });
    };
    check({ testResults }, { status: 'passed' }, { status: 'errored', message, leftOut: true });
    check({}, { status: 'errored', message }, { status: 'errored', message });
  });

  it('takes no result for a test whose title is made while it runs, unless its place tells', () => {
    const made = wantedTests({ 'a.test.ts': 'it(name, () => {});' });
    const report = (location?: object): string =>
      JSON.stringify({
        testResults: [
          {
            name: '/a.test.ts',
            assertionResults: [{ title: 'x', status: 'passed', ...(location ? { location } : {}) }],
          },
        ],
      });
    checkResults('vitest', made, { files: [report({ line: 1, column: 1 })] }, { name: { status: 'passed' } });
    checkResults(
      'vitest',
      made,
      { files: [report()] },
      {
        name: {
          status: 'errored',
          message:
            'did not run: its title is computed at run time, so it cannot be selected; write the title as a plain string',
          unasked: true,
        },
      },
    );
  });
});

describe('Jest', () => {
  it('is told paths and one pattern', () => {
    checkCommands('jest', tests, [
      [
        '--json',
        '--outputFile=/tmp/r-0.json',
        '--testLocationInResults',
        '--coverage=false',
        '--watchAll=false',
        `--testNamePattern=${pattern}`,
        '--runTestsByPath',
        '/shop/src/cart.test.ts',
      ],
    ]);
  });

  it('calls a skipped test pending', () => {
    const report = {
      testResults: [
        {
          name: 'C:\\shop\\src\\cart.test.ts',
          message: '',
          assertionResults: [
            {
              ancestorTitles: ['STORY-001'],
              title: 'AC2: later',
              status: 'pending',
              duration: null,
              failureMessages: [],
            },
            { ancestorTitles: ['STORY-001'], title: 'AC1: a (b)', status: 'passed', duration: 1, failureMessages: [] },
          ],
        },
      ],
    };
    checkResults(
      'jest',
      tests.filter((_, index) => index !== 1),
      { files: [JSON.stringify(report)] },
      {
        'AC1: a (b)': { status: 'passed', durationMs: 1 },
        'AC2: later': { status: 'skipped' },
      },
    );
  });
});

describe('Mocha', () => {
  it('is told one pattern and files', () => {
    checkCommands('mocha', tests, [
      ['--reporter=json', '--reporter-option=output=/tmp/r-0.json', '--grep', pattern, '/shop/src/cart.test.ts'],
    ]);
  });

  it('has a test failed by its hook', () => {
    const file = '/shop/src/cart.test.ts';
    const report = {
      passes: [],
      failures: [
        {
          fullTitle: 'STORY-001 "before each" hook: prepare for "AC1: a (b)"',
          file,
          duration: 1,
          err: { message: 'no', stack: 'Error: no\n    at Context.<anonymous> (src/cart.test.ts:9:5)' },
        },
      ],
      pending: [{ fullTitle: 'STORY-001 AC2: later', file, err: {} }],
    };
    checkResults(
      'mocha',
      tests.filter((_, index) => index !== 1),
      { files: [JSON.stringify(report)] },
      {
        'AC1: a (b)': {
          status: 'failed',
          message: 'Error: no\n    at Context.<anonymous> (src/cart.test.ts:9:5)',
          durationMs: 1,
          line: 8,
        },
        'AC2: later': { status: 'skipped' },
      },
    );
  });
});

describe('node --test', () => {
  const nested = wantedTests({
    'src/[cart].test.ts': `describe('STORY-001', () => { it('AC1: x', f); });
test('outer', async (t) => { await t.test('inner', f); });`,
  });

  it.each([
    [20, ['^AC1: x$', '^outer$', '^inner$'], '/shop/src/[cart].test.ts'],
    [22, ['^STORY-001 AC1: x$', '^outer$', '^outer inner$'], '/shop/src/[[]cart[]].test.ts'],
  ])('of version %i is told names and files in its own way', (nodeMajor, patterns, file) => {
    checkCommands(
      'node',
      nested,
      [
        [
          '--import',
          'tsx',
          '--test',
          '--test-reporter=spec',
          '--test-reporter-destination=stdout',
          expect.stringMatching(/^--test-reporter=data:text\/javascript,export%20default/),
          '--test-reporter-destination=/tmp/r-0.jsonl',
          ...patterns.map((one) => `--test-name-pattern=${one}`),
          file,
        ],
      ],
      { nodeMajor, nodeOptions: ['--import', 'tsx'] },
    );
  });

  it('tells tests before those that they are in', () => {
    const file = '/shop/src/[cart].test.ts';
    const events = [
      { name: 'AC1: x', nesting: 1, file, line: 1, passed: true, ms: 1, suite: false },
      { name: 'not asked', nesting: 1, file, passed: true, skip: 'test name does not match pattern' },
      { name: 'STORY-001', nesting: 0, file, suite: true, passed: true },
      { name: 'inner', nesting: 1, file, passed: false, message: 'Error: no', todo: false },
      { name: 'outer', nesting: 0, file, passed: false, message: '1 subtest failed' },
    ];
    checkResults(
      'node',
      nested,
      { files: [`${events.map((event) => JSON.stringify(event)).join('\n')}\n{"name`] },
      {
        'AC1: x': { status: 'passed', durationMs: 1 },
        inner: { status: 'failed', message: 'Error: no' },
        outer: { status: 'failed', message: '1 subtest failed' },
      },
    );
  });

  it('blames a file that fails as a whole', () => {
    const file = '/shop/src/[cart].test.ts';
    const errored = { status: 'errored', message: 'SyntaxError' } as const;
    const event = { name: file, nesting: 0, file, passed: false, message: 'SyntaxError' };
    checkResults(
      'node',
      nested,
      { files: [JSON.stringify(event)] },
      { 'AC1: x': errored, inner: errored, outer: errored },
    );
  });

  it('takes a test that was left out by its name for one that did not run', () => {
    const file = '/shop/src/[cart].test.ts';
    const event = { name: 'outer', nesting: 0, file, passed: true, skip: 'test name does not match pattern' };
    const outer = nested.filter(({ test }) => test.name.value === 'outer');
    checkResults(
      'node',
      outer,
      { files: [JSON.stringify(event)], exitCode: 0 },
      {
        outer: { status: 'errored', message: 'did not run: the runner exited with code 0 and reported no such test' },
      },
    );
  });
});

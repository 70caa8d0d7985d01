import { describe, expect, it } from 'vitest';
import { testsNotice } from '../../../server/src/gates/conditions/testsNotice.js';
import type { Lab, Place } from '../../../server/src/gates/lab.js';
import { change, checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { runsTests } from '../../support/statedRuns.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n';
const test = "import { it } from 'vitest';\nit('STORY-001/AC1: adds', () => expect(add(1, 2)).toBe(3));\n";
const cart = change('src/cart.ts', undefined, 'export const add = (a: number, b: number) => a + b;\n');
const added = change('src/cart.test.ts', undefined, test);
const name = 'src/cart.test.ts > STORY-001/AC1: adds';

type Said = 'passed' | 'failed';

type Others =
  | 'more'
  | 'less'
  | 'nothing'
  | 'instead'
  | 'everyOther'
  | 'given'
  | 'given meddled refused'
  | 'by arguments'
  | 'by call';

interface Case {
  /** What the test comes to where functions return nothing, and where they throw. */
  readonly neutral: Said;
  readonly throwing?: Said;
  /** Where they give something else, and with small changes. */
  readonly changed?: Said;
  /** Where it expects something else. */
  readonly otherwise?: Said;
  /** Where what it expects is also changed wherever else it is in the test. */
  readonly own?: Said;
  /** Where functions give a little more, a little less, nothing, another value of the test, a little more every other time, and where they meddle with what they are given. */
  readonly others?: Partial<Record<Others, Said>>;
  /** The test file. */
  readonly text?: string;
  readonly criteria?: string;
  readonly changes?: NonNullable<Exclude<GateCase['work'], 'none'>>['changes'];
  readonly words?: GateCase['words'];
}

/** @returns what `src/cart.ts` and others held in each run. */
async function check(
  {
    neutral,
    throwing,
    changed = throwing,
    otherwise = 'failed',
    own = otherwise,
    others = {},
    changes = [cart],
    words = [],
    text = test,
    criteria = '',
  }: Case,
  expected: ExpectedOutcome,
): Promise<readonly Place[]> {
  const places: Place[] = [];
  const lab: Partial<Lab> = {
    runTests: (tests, place, options) => {
      const asked = place.kind === 'tree' ? place.overlay?.get('src/cart.test.ts') : undefined;
      if (asked !== undefined)
        return runsTests({ [name]: asked.split('+ 1)').length > 2 ? own : otherwise }).runTests(tests, place, options);
      const text = place.kind === 'tree' ? (place.overlay?.get('src/cart.ts') ?? '') : '';
      const kind = /__pactwrightResults.*kind = \\"(given meddled refused|by \w+|\w+)/u.exec(text)?.[1] as
        Others | undefined;
      if (kind)
        return runsTests({ [name]: others[kind] ?? (kind === 'given' ? changed : 'failed') ?? 'errored' }).runTests(
          tests,
          place,
          options,
        );
      places.push(place);
      return runsTests({ [name]: [neutral, throwing][places.length - 1] ?? changed ?? 'errored' }).runTests(
        tests,
        place,
        options,
      );
    },
  };
  await checkCondition(
    testsNotice,
    {
      project: `${criteria === '' ? spec : spec.replace('### AC1: It adds\n', criteria)}=== src/cart.test.ts\n${text}`,
      work: { changes: [...changes, { ...added, after: text }] },
      words,
      lab,
    },
    expected,
  );
  return places;
}

describe('tests-notice', () => {
  it('lets a test pass that fails where functions return nothing', async () => {
    const places = await check({ neutral: 'failed' }, { state: 'pass', summary: '1 new or changed test failed where' });
    expect(places).toHaveLength(1);
    expect(places[0]).toMatchObject({
      overlay: new Map([['src/cart.ts', expect.stringContaining('=> (undefined as never)')]]),
    });
  });
  it('tells the reviewer of one that fails only where they throw', () =>
    check(
      { neutral: 'passed', throwing: 'failed' },
      {
        state: 'pass',
        summary: '1 of them only where it throws',
        problems: [`${name} fails where the changed code throws, and passes where it returns nothing`],
      },
    ));
  it('refuses the only test of a criterion that passes whatever the code gives', async () => {
    const places = await check(
      { neutral: 'passed', throwing: 'failed', changed: 'passed' },
      {
        state: 'fail',
        problems: [`${name} passes whatever the code gives: nothing, something else, and with each of 1 small change`],
        approvable: [`tests-notice:${name}`],
      },
    );
    const texts = places.map((place) => place.kind === 'tree' && place.overlay?.get('src/cart.ts'));
    expect(texts.slice(2)).toEqual([expect.stringContaining('odd: Symbol'), expect.stringContaining('a - b')]);
  });
  it.each([
    [
      'another test of the criterion that notices',
      `${test}it('STORY-001/AC1: adds more', () => expect(add(2, 2)).toBe(4));\n`,
    ],
    ['that nothing is thrown as all that is asked for', test.replace('toBe(3)', 'not.toThrow()')],
  ])('refuses no test beside %s', async (_, text) => {
    await check(
      { neutral: 'passed', throwing: 'failed', changed: 'passed', text },
      { state: 'pass', summary: '1 of them only where it throws' },
    );
  });
  it.each<[what: string, refusing: Said, expected: ExpectedOutcome]>([
    ['refuses', 'failed', { state: 'fail', problems: ['what it expects comes from the test itself'] }],
    ['cannot judge, without anything to meddle with,', 'passed', { state: 'pass', summary: 'only where it throws' }],
  ])(
    '%s a test that gets what it expects from itself, of code without small changes',
    async (_, refusing, expected) => {
      await check(
        {
          neutral: 'passed',
          throwing: 'failed',
          own: 'passed',
          text: test.replace('toBe(3)', 'toBe(2)'),
          others: { given: 'passed', 'given meddled refused': refusing },
          changes: [change('src/cart.ts', undefined, 'export const add = (a: number, b: number) => sum(a, b);\n')],
        },
        expected,
      );
    },
  );
  it.each<[criteria: string, state: 'pass' | 'fail']>([
    ['### AC1: It adds\n', 'fail'],
    ['### AC1: The sum of a cart is deterministic\n', 'pass'],
    ['### AC1: Two carts with the same prices give the same result\n', 'pass'],
    ['### AC1: A user always gets the same bucket\n', 'pass'],
    ['### AC1: The same prices are summed up to the same sum\n', 'pass'],
    ['### AC1: Carts list their books in the same order\n', 'pass'],
    ['### AC1: Once the same customer pays again, the sum is lowered\n', 'fail'],
    ['### AC1: The same order is not charged twice\n', 'fail'],
    ['### AC1: It adds\n\n### AC2: The same result each time\n', 'fail'],
  ])('looks at a test that compares the code with itself, of %j: %s', async (criteria, state) => {
    const others = { 'by arguments': 'passed', 'by call': 'failed' } as const;
    await check(
      { neutral: 'passed', throwing: 'failed', others, criteria },
      { state, problems: [`${name} passes whatever the code gives, if it is the same for the same arguments`] },
    );
  });
  it('refuses one that passes with other values than it expects', () =>
    check(
      { neutral: 'failed', otherwise: 'passed' },
      { state: 'fail', problems: [`${name} passes with other values, too, than those it compares with: 3`] },
    ));
  it.each<[what: string, asserts: string, expected: ExpectedOutcome]>([
    [
      'refuses one that passes with another value than its criterion names, whatever else it checks',
      'expect(add(1, 2)).toBe(3), later(() => expect(add(90, 90)).toBe(180))',
      { state: 'fail', problems: [`${name} passes with other values, too, than those it compares with: 180`] },
    ],
    [
      'leaves alone one that offers another value',
      'expect(add(90, 90) === 180 || add(90, 90) === 180.0)',
      { state: 'pass' },
    ],
  ])('%s', async (_, asserts, expected) => {
    const text = test.replace('expect(add(1, 2)).toBe(3)', `[${asserts}]`);
    const criteria = '### AC1: 90 and 90 are 180\n';
    await check({ neutral: 'failed', own: 'failed', otherwise: 'passed', criteria, text }, expected);
  });
  describe('a test that looks whether there is a result', () => {
    const loose: Case = { neutral: 'failed', others: { more: 'passed', less: 'passed', nothing: 'failed' } };
    const problem = `${name} passes with other results, too: a few percent more or less, other letters, a shorter list, the other truth value`;
    it('is refused where it passes with more and with less', () =>
      check(loose, { state: 'fail', problems: [problem], approvable: [`tests-notice:${name}`] }));
    it.each<[what: string, other: Partial<Case>]>([
      ['it fails with less', { others: { more: 'passed' } }],
      ['it passes without any result, as tests of effects do', { others: { ...loose.others, nothing: 'passed' } }],
      [
        'its criterion has another one',
        { text: `${test}it('STORY-001/AC1: adds more', () => expect(add(2, 2)).toBe(4));\n` },
      ],
    ])('is not refused where %s', async (_, other) => {
      await check({ ...loose, ...other }, { state: 'pass' });
    });
    it('is listed where the code decides by chance', () =>
      check(
        { ...loose, changes: [change('src/cart.ts', undefined, 'export const add = () => Math.random();\n')] },
        { state: 'pass', problems: [problem] },
      ));
  });
  it.each<[what: string, text: string, state: 'pass' | 'fail']>([
    ['refuses one that passes by luck', test, 'fail'],
    ['lists one that its runner tries again', test.replace("', () =>", "', { retry: 2 }, () =>"), 'pass'],
    ['refuses one that its runner tries many times', test.replace("', () =>", "', { retry: 200 }, () =>"), 'fail'],
  ])('%s', async (_, text, state) => {
    const problems = [`${name} passes if only every other result is right, and the code decides by chance`];
    const changes = [change('src/cart.ts', undefined, 'export const add = () => Math.random();\n')];
    await check({ neutral: 'failed', others: { everyOther: 'passed' }, changes, text }, { state, problems });
  });
  it.each<[what: string, asserts: string, expected: ExpectedOutcome]>([
    [
      'reaches none of its assertions',
      'sums.forEach((sum) => expect(sum).toBeOdd())',
      { state: 'fail', problems: ['none of its assertions is reached'] },
    ],
    [
      'asserts only what to do with errors',
      'try { add(1, 2); } catch (error) { expect(error).toBeUndefined(); }',
      { state: 'pass' },
    ],
  ])('looks at one that %s', async (_, asserts, expected) => {
    const text = test.replace('expect(add(1, 2)).toBe(3)', `{ ${asserts} }`);
    await check({ neutral: 'passed', throwing: 'failed', otherwise: 'passed', text }, expected);
  });
  it('refuses one that passes both times', () =>
    check(
      { neutral: 'passed', throwing: 'passed' },
      {
        state: 'fail',
        problems: [`${name} passes even where these do nothing, and where they throw: add`],
        approvable: [`tests-notice:${name}`],
      },
    ));
  describe('an earlier test that the work changed, and that does not notice', () => {
    const printed = (how: string): string =>
      `import { it } from 'vitest';\nit('STORY-001: prints', () => { ${how}(1); expect(text()).toBe('1'); });\n`;
    const other = 'src/print.test.ts > STORY-001: prints';
    const play = (adds: Said, expected: ExpectedOutcome): ReturnType<typeof checkCondition> =>
      checkCondition(
        testsNotice,
        {
          project: `${spec}=== src/cart.test.ts\n${test}=== src/print.test.ts\n${printed('print')}`,
          work: { changes: [cart, added, change('src/print.test.ts', printed('printLine'), printed('print'))] },
          lab: runsTests({ [name]: adds, [other]: 'passed' }),
        },
        expected,
      );

    it('is listed if other tests notice', () =>
      play('failed', { state: 'pass', summary: '1 changed test did not, which `tests-kept` is about' }));
    it('is refused where none does', () =>
      play('passed', { state: 'fail', problems: [`${other} passes even`, `${name} passes even`] }));
  });
  it.each<[what: string, reaches: readonly string[], expected: ExpectedOutcome]>([
    [
      'lists a test of an export if another notices what it stands for',
      ['a', 'b'],
      { state: 'pass', problems: ['/AC2: has b only checks what a file exports'] },
    ],
    [
      'refuses a test of an export if others notice only what else the file passes on',
      ['a'],
      { state: 'fail', problems: ['/AC2: has b passes even'] },
    ],
  ])('%s', async (_, reaches, expected) => {
    const text = "it('STORY-001/AC1: adds', () => {});\nit('STORY-001/AC2: has b', () => {});\n";
    const ab = 'export const a = () => 1;\nexport const b = () => 2;\n';
    await checkCondition(
      testsNotice,
      {
        project: `${spec}\n### AC2: It has b\n=== src/cart.test.ts\n${text}`,
        work: {
          changes: [
            change('src/ab.ts', undefined, ab),
            change('src/index.ts', undefined, "export { a, b } from './ab.js';\n"),
            { ...added, after: text },
          ],
        },
        lab: {
          runTests: (tests, place, options) => {
            const textOf = (path: string, usual: string): string =>
              (place.kind === 'tree' ? place.overlay?.get(path) : undefined) ?? usual;
            const isGone = reaches.some((one) => textOf('src/ab.ts', ab).includes(`${one} = () => (`));
            const hasNoB = textOf('src/index.ts', '').includes('const b = ');
            const said = {
              'AC1: adds': isGone ? 'failed' : 'passed',
              'AC2: has b': hasNoB ? 'failed' : 'passed',
            } as const;
            return runsTests(said).runTests(tests, place, options);
          },
        },
      },
      expected,
    );
  });
  it('goes by what a person approved', () =>
    check(
      { neutral: 'passed', throwing: 'passed', words: [{ about: 'approve', what: `tests-notice:${name}` }] },
      { state: 'pass', summary: 'approved by a person' },
    ));
  it('refuses nobody where something else changed that it cannot replace', () =>
    check(
      {
        neutral: 'passed',
        throwing: 'passed',
        changes: [cart, change('src/kind.ts', undefined, 'export enum Kind { A }\n')],
      },
      { state: 'pass', summary: '1 did not, but may check what else changed in src/kind.ts' },
    ));
  it.each<[what: string, before: string, after: string, unclear: boolean]>([
    ['a function that was taken away', 'const old = () => 1;\n', 'export const add = () => 3;\n', true],
    ['a statement that stays', 'run();\nexport const add = () => 1;\n', 'run();\nexport const add = () => 3;\n', false],
    ['a statement that changed', 'run(1);\nconst a = 1;\n', 'run(2);\nconst a = 1;\n', false],
    ['a statement that was taken away', 'run();\nexport const add = () => 1;\n', 'export const add = () => 3;\n', true],
    ['a function that changed', 'export const add = () => 1;\n', 'export const add = () => 3;\n', false],
    ['a list of exports that names what was replaced', '', 'const add = () => 3;\nexport { add };\n', false],
    [
      'a list of exports that names something else',
      'const add = () => 1;\nconst b = 1;\n',
      'const add = () => 3;\nconst b = 1;\nexport { b };\n',
      true,
    ],
  ])('looks at %s', async (_, before, after, unclear) => {
    await check(
      { neutral: 'passed', throwing: 'passed', changes: [change('src/cart.ts', before, after)] },
      unclear
        ? { state: 'pass', summary: 'may check what else changed in src/cart.ts' }
        : { state: 'fail', problems: ['passes even where'] },
    );
  });
  it('puts back what is no code, and leaves tests and documents as they are', async () => {
    const changes = [
      cart,
      change('data.json', '1', '2'),
      change('new.sql', undefined, 'select'),
      change('docs/a.md', '', 'a'),
    ];
    const [place] = await check({ neutral: 'failed', changes }, { state: 'pass' });
    expect(place?.kind === 'tree' && place.overlay).toEqual(
      new Map<string, unknown>([
        ['src/cart.ts', expect.any(String)],
        ['data.json', '1'],
        ['new.sql', undefined],
      ]),
    );
  });
  it('runs nothing where no code changed that can be replaced', async () => {
    const changes = [change('src/types.ts', undefined, 'export interface A { b: 1 }\n')];
    expect(await check({ neutral: 'passed', changes }, { state: 'pass', summary: 'changes no code' })).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { mutationScore } from '../../../server/src/gates/conditions/mutationScore.js';
import type { Lab, RunOptions } from '../../../server/src/gates/lab.js';
import { change, checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';
import { runsCommands, runsTests, type StatedResults } from '../../support/statedRuns.js';

const spec = '=== docs/specs/STORY-001.md\n# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It adds\n';
const test = "import { it } from 'vitest';\nit('STORY-001/AC1: adds', () => expect(add(1, 2)).toBe(3));\n";
const name = 'src/cart.test.ts > STORY-001/AC1: adds';
const cart = 'export const add = (a: number, b: number) => a + b;\n';

interface Case {
  readonly path?: string;
  readonly before?: string;
  readonly after?: string;
  /** What the tests come to with this text in place of the changed file; undefined for the folder as it is. */
  readonly said: (text: string | undefined) => StatedResults[string];
  /** How long each run takes, in milliseconds; undefined where it is kept. */
  readonly took?: number;
}

/** @returns what `src/cart.ts` held in each run, and how it was run. */
async function check(
  { path = 'src/cart.ts', before, after = cart, said, took }: Case,
  expected: ExpectedOutcome,
): Promise<readonly (readonly [text: string | undefined, options: RunOptions | undefined])[]> {
  const runs: [string | undefined, RunOptions | undefined][] = [];
  const lab: Partial<Lab> = {
    runTests: async (tests, place, options) => {
      const text = place.kind === 'tree' ? place.overlay?.get(path) : undefined;
      runs.push([text, options]);
      const run = await runsTests({ [name]: said(text) }).runTests(tests, place, options);
      return took === undefined ? run : { ...run, took };
    },
  };
  const changes = [change(path, before, after), change('src/cart.test.ts', undefined, test)];
  await checkCondition(
    mutationScore,
    { project: `${spec}=== src/cart.test.ts\n${test}`, work: { changes }, lab },
    expected,
  );
  return runs;
}

const notices =
  (...texts: readonly string[]) =>
  (text: string | undefined): 'passed' | 'failed' =>
    texts.some((one) => text?.includes(one) === true) ? 'failed' : 'passed';

describe('mutation-score', () => {
  it('counts the small changes that a test notices, each tried by itself', async () => {
    const runs = await check(
      { said: notices('undefined as never', 'a - b') },
      { state: 'pass', summary: 'mutation score 100 %: the tests noticed 2 of 2 small changes', problems: [] },
    );
    expect(runs.map(([text]) => text)).toEqual([
      undefined,
      'export const add = (a: number, b: number) => (undefined as never);\n',
      'export const add = (a: number, b: number) => a - b;\n',
    ]);
  });
  it('lists what no test notices, and closes no gate', () =>
    check(
      { said: notices('undefined as never') },
      {
        state: 'pass',
        summary: 'mutation score 50 %',
        problems: ['No test notices that `+` is replaced by `-`'],
      },
    ));
  it('lists a test that notices nothing', () =>
    check(
      { said: () => 'passed' },
      {
        state: 'pass',
        summary: 'mutation score 0 %',
        problems: ['`add` does nothing', '`+`', `${name} noticed none of`],
      },
    ));
  it('changes only lines that the item changed', async () => {
    const runs = await check(
      { before: 'const a = 1;\n', after: 'const a = 1;\nconst b = 2;\n', said: () => 'failed' },
      { state: 'pass', summary: 'no new or changed test passes in a copy' },
    );
    expect(runs).toHaveLength(1);
    const second = await check(
      { before: 'const a = 1;\n', after: 'const a = 1;\nconst b = 2;\n', said: notices('const b = 0') },
      { state: 'pass', summary: '1 of 1 small change' },
    );
    expect(second.map(([text]) => text)).toEqual([undefined, 'const a = 1;\nconst b = 0;\n']);
  });
  it('does not count what a compiler refuses', () =>
    check(
      {
        path: 'cart.go',
        after: 'package cart\n\nfunc Add(a string, b string) string { return a + b }\n',
        said: (text) => (text === undefined ? 'passed' : text.includes('if true') ? 'failed' : 'errored'),
      },
      { state: 'pass', summary: 'mutation score 100 %: the tests noticed 1 of 1 small change; 1 could not be built' },
    ));
  it('takes a test that does not end for one that notices', () =>
    check({ said: (text) => (text === undefined ? 'passed' : 'errored') }, { state: 'pass', summary: 'score 100 %' }));
  it('tries 30 at most, from all over the changed lines, and ends after two minutes', async () => {
    const after = Array.from({ length: 90 }, (_, index) => `export const a${index} = ${index + 1};\n`).join('');
    const runs = await check(
      { after, said: notices('= 0') },
      { state: 'pass', summary: '30 of 30 small changes; 60 more were not tried' },
    );
    const at = runs.slice(1).map(([text = '']) => text.split('\n').findIndex((line) => line.endsWith('= 0;')));
    expect(at).toEqual(Array.from({ length: 30 }, (_, index) => index * 3));
    const slow = await check(
      { after, said: notices('= 0'), took: 50_000 },
      { state: 'pass', summary: '3 of 3 small changes; 87 more were not tried' },
    );
    expect(slow[1]?.[1]?.timeLimit).toBe(260_000);
  });
  it('tries nothing where no code changed', async () => {
    expect(
      await check(
        { after: 'export interface A { b: 1 }\n', said: () => 'passed' },
        { state: 'pass', summary: 'no code to try' },
      ),
    ).toEqual([]);
  });
});

describe('mutation-score by the project’s own tool', () => {
  const config = '=== configuration\ngates:\n  commands:\n    mutation: [npx, stryker, run]\n';
  const mutant = (line: number, status: string): unknown => ({
    status,
    mutatorName: 'ArithmeticOperator',
    replacement: 'a - b',
    location: { start: { line } },
  });
  const report = (...mutants: readonly unknown[]): string => JSON.stringify({ files: { 'src/cart.ts': { mutants } } });
  const before = 'export const none = 1 + 2;\n';
  const checkTool = (
    command: Parameters<typeof runsCommands>[0]['mutation'],
    expected: ExpectedOutcome,
    said?: Case['said'],
  ): Promise<unknown> =>
    checkCondition(
      mutationScore,
      {
        project: `${spec}${config}=== src/cart.test.ts\n${test}`,
        work: { changes: [change('src/cart.ts', before, before + cart), change('src/cart.test.ts', undefined, test)] },
        lab: {
          ...runsCommands({ ...(command && { mutation: command }) }),
          ...(said && {
            runTests: (tests, place, options) => {
              const text = place.kind === 'tree' ? place.overlay?.get('src/cart.ts') : undefined;
              return runsTests({ [name]: said(text) }).runTests(tests, place, options);
            },
          }),
        },
      },
      expected,
    );

  it('counts what its report says of the changed lines, though it exits with a failure', () =>
    checkTool(
      {
        code: 1,
        reports: {
          'reports/mutation/mutation.json': report(
            mutant(1, 'Survived'),
            mutant(2, 'Survived'),
            mutant(2, 'Killed'),
            mutant(2, 'CompileError'),
            mutant(2, 'Ignored'),
          ),
        },
      },
      {
        state: 'pass',
        summary:
          'mutation score 50 %: the tests noticed 1 of 2 small changes; 1 could not be built; 1 left out by settings or comments',
        problems: ['No test notices this change: ArithmeticOperator: `a - b`'],
      },
    ));
  it('tries its own changes where the report says nothing of the changed lines', () =>
    checkTool(
      { reports: { 'reports/mutation/mutation.json': report(mutant(1, 'Killed'), mutant(2, 'Ignored')) } },
      { state: 'pass', summary: 'mutation score 100 %: the tests noticed 2 of 2 small changes', problems: [] },
      notices('undefined as never', 'a - b'),
    ));
  it('knows nothing where the tool changed the sources', () =>
    checkTool(
      { changed: ['src/cart.ts'], reports: { 'reports/mutation/mutation.json': report(mutant(2, 'Killed')) } },
      { state: 'unknown', summary: 'changed the sources it was to judge' },
    ));
  it('knows nothing without a report', () =>
    checkTool({ code: 1 }, { state: 'unknown', summary: 'exited with code 1 and wrote no report that could be read' }));
  it('knows nothing where it took too long', () =>
    checkTool(
      { code: null, timedOut: true, reports: { 'reports/mutation/mutation.json': report() } },
      { state: 'unknown', summary: 'exceeded `gates.timeLimit`' },
    ));
  it('runs only where a person allowed it', () =>
    checkTool('unapproved', { state: 'unknown', summary: 'nobody has let it run here' }));
});

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { drawMutants, findAgain, mutantsOf } from '../../../scripts/lib/mutants/draw.mjs';
import { judgeTogether, type Answer } from '../../../scripts/lib/mutants/judge.mjs';
import { withSwitches } from '../../../scripts/lib/mutants/schemata.mjs';

const source = `
const least = 2;
const { 0: first } = [least];
async function sum(a, b) {
  const told = [];
  const tell = (text) => told.push(text);
  if (a === b && a > first) tell(\`\${a < least ? 'few' : 'many'}\`);
  while (!(a >= b) || (told.length === 0 && b === 3)) {
    a++;
    tell('more');
    if (a > 9) break;
  }
  const added = await Promise.resolve(a + b);
  if (typeof added !== 'number') return 'late';
  return told.length > 0 ? [added, told] : added;
}
`;

describe('the mutants of a file', () => {
  const mutants = mutantsOf('server/src/base/sum.ts', source);
  const numbered = mutants.map((mutant, number) => ({ number, mutant }));
  const all = withSwitches(source, numbered, '/out');

  it('are of every kind', () => {
    expect(new Set(mutants.map(({ kind }) => kind))).toEqual(
      new Set(['number', 'condition', 'comparison', 'logic', 'statement', 'await', 'return']),
    );
  });

  it.each(numbered)(
    '$mutant.name behind its switch does what the change in the text does',
    async ({ number, mutant }) => {
      const { start, before, after } = mutant;
      const changed = source.slice(0, start) + after + source.slice(start + before.length);
      expect(await answers(all, [number])).toEqual(await answers(changed, []));
    },
  );

  it('do nothing while they are off', async () => {
    expect(await answers(all, [])).toEqual(await answers(source, []));
  });

  it('are refused where the text is another', () => {
    expect(() => withSwitches(source.replace('least', 'fewest'), numbered, '/out')).toThrow('is not in');
  });

  it('are drawn alike wherever the file lies, and found again there', () => {
    const moved = mutantsOf('server/src/base/far/away.ts', source);
    expect(drawMutants(moved, 9).map(({ name }) => name)).toEqual(drawMutants(mutants, 9).map(({ name }) => name));
    for (const one of mutants) expect(findAgain(moved, one)).toMatchObject({ name: one.name, before: one.before });
  });
});

describe('judging', () => {
  it('believes a test that came by one alone, and asks for the others again', async () => {
    const { mutants, killed, asked, ask } = game({ first: [2], second: [3, 4], third: [5] }, [2, 4, 5]);
    await judgeTogether(mutants, 'a', ask);
    expect(killed).toEqual(['2 by first', '5 by third', '4 by second']);
    expect(asked).toEqual(['1 2 3 4 5 6', '1 3 4 6', '1 3', '4 6', '6']);
    expect(mutants.filter(({ left }) => left.length === 0).map(({ number }) => number)).toEqual([1, 3, 6]);
  });

  it('asks for halves where no test tells', async () => {
    const { mutants, killed, asked, ask } = game({ first: [1, 2, 3, 4, 5, 6] }, [2]);
    await judgeTogether(mutants, 'a', ask);
    expect(killed).toEqual(['2 by first']);
    expect(asked).toEqual(['1 2 3 4 5 6', '1 2 3', '1 2', '1', '2', '3', '4 5 6']);
  });
});

/** What `sum` says to some arguments, to a process in which these are on. */
async function answers(text: string, on: readonly number[]): Promise<unknown> {
  const fs = { readFileSync: () => JSON.stringify({ on, test: 'a.test.ts' }), appendFileSync: () => undefined };
  const calls = '[0, 1, 2, 3, 4].flatMap((a) => [0, 1, 2, 3, 4].map((b) => sum(a, b)))';
  const context = { process: { getBuiltinModule: () => fs } };
  const told: unknown = await runInNewContext(`${text}\nPromise.all(${calls}).then(JSON.stringify);`, context);
  return told;
}

/**
 * @param tests which mutants each test of the file comes by.
 * @param noticed those that it fails with.
 */
function game(tests: Readonly<Record<string, readonly number[]>>, noticed: readonly number[]) {
  const killed: string[] = [];
  const asked: string[] = [];
  const ask = (_: string, on: readonly number[]): Promise<Answer> => {
    asked.push(on.join(' '));
    const failures = Object.entries(tests).flatMap(([by, reached]) =>
      reached.some((number) => on.includes(number) && noticed.includes(number)) ? [{ by, reached }] : [],
    );
    return Promise.resolve({ passed: failures.length === 0, seconds: 1, failures });
  };
  const mutants = [1, 2, 3, 4, 5, 6].map((number) => ({
    number,
    left: ['a'],
    kill: (_: string, by: string) => void killed.push(`${number} by ${by}`),
  }));
  return { killed, asked, mutants, ask };
}

import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { drawMutants, findAgain, mutantsOf } from '../../../scripts/lib/mutants/draw.mjs';
import { judgeAlone, judgeTogether, type Answer } from '../../../scripts/lib/mutants/judge.mjs';
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
  it('asks the first file, and others as far as the time goes', async () => {
    const { mutants, asked, ask } = game({ slow: [1] }, 1);
    for (const one of mutants) one.left = ['quick', 'fair', 'slow'];
    for (const one of mutants) await judgeAlone(one, (test) => ({ quick: 1, fair: 3 })[test] ?? 60, ask);
    expect(asked).toEqual(['quick 1', 'fair 1']);
    expect(mutants).toMatchObject([{ number: 1, left: ['slow'] }]);
  });

  it('finds in halves who is noticed, and leaves the others to other files', async () => {
    const { mutants, killed, asked, ask } = game({ a: [2, 7] }, 8);
    await judgeTogether(mutants, 'a', ask, () => Promise.resolve(true));
    expect(killed).toEqual(['2 by a', '7 by a']);
    expect(mutants.filter(({ left }) => left.includes('a')).map(({ number }) => number)).toEqual([2, 7]);
    expect(asked).toHaveLength(11);
  });

  it('does not believe a file that fails without any', async () => {
    const { mutants, killed, ask } = game({ a: [1, 2] }, 2);
    await judgeTogether(mutants, 'a', ask, () => Promise.resolve(false));
    expect(killed).toEqual([]);
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

/** @param noticed the mutants that a test file fails with. */
function game(noticed: Readonly<Record<string, readonly number[]>>, count: number) {
  const killed: string[] = [];
  const asked: string[] = [];
  const ask = (test: string, on: readonly number[]): Promise<Answer> => {
    asked.push(`${test} ${on.join(' ')}`);
    return Promise.resolve({ passed: !on.some((number) => noticed[test]?.includes(number)), seconds: 1 });
  };
  const mutants = Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    left: Object.keys(noticed),
    kill: (test: string) => void killed.push(`${index + 1} by ${test}`),
  }));
  return { killed, asked, mutants, ask };
}

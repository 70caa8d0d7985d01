import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { report } from './measure.js';

/** The engine's own part of a packet, as a process that is bundled like the product, against the same with nothing but git. */

type Costs = Readonly<
  Record<'engine' | 'git', Readonly<Record<string, Readonly<Record<'wall' | 'processor', number>>>>>
>;

const bar = 1.5;

describe('the engine of runs, for a packet, against git alone', () => {
  const program = bundledCli('test/support/programs/packetCosts.ts');

  it.each([
    { files: 20, most: 2 },
    { files: 4_000, most: 1.8 },
  ])('in a repository of $files files', ({ files, most }) => {
    const said = execFileSync(process.execPath, [program, String(files), '30'], { encoding: 'utf8' });
    const { engine, git } = JSON.parse(said) as Costs; // what the program prints
    const sum = (costs: Costs['git'], what: 'wall' | 'processor'): number =>
      Object.values(costs).reduce((all, cost) => all + cost[what], 0);
    for (const what of ['processor', 'wall'] as const) {
      const parts = Object.entries(engine).map(
        ([part, cost]) => [part, `${cost[what].toFixed(0)}/${git[part]?.[what].toFixed(0) ?? '-'}`] as const,
      );
      const ratio = sum(engine, what) / sum(git, what);
      report(`packet, ${files} files, ${what} ms of engine/git`, { ...Object.fromEntries(parts), ratio, bar });
      // By the clock it depends on who else is at work: what the engine starts has a session of its own, and waits for its own turn.
      if (what === 'processor') expect(ratio).toBeLessThan(most);
    }
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { life, playLife } from '../support/worktreeLife.js';

const cli = bundledCli();
/** The same ones each time, so that a change is judged by its own faults; `LIVES=2000 TMPDIR=/dev/shm` plays others, in memory. */
const wanted = process.env['LIVES'];
const runs = Number(wanted ?? 60);

it(
  `${runs} lives of worktrees: nothing is lost that is nowhere else, and nothing is left behind`,
  async () => {
    const figures = {};
    await fc.assert(
      fc.asyncProperty(life(10, 30), (steps) => playLife(steps, cli, figures)),
      { numRuns: runs, endOnFailure: true, ...(wanted === undefined ? { seed: 20261122 } : {}) },
    );
    console.log(figures);
    for (const what of ['create done', 'remove done', 'remove refused', 'killed half', 'killed after', 'killed branch'])
      expect(figures).toHaveProperty(what);
  },
  30_000 * runs,
);

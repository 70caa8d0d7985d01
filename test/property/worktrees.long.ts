import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { life, playLife } from '../support/worktreeLife.js';

const cli = bundledCli();
/** `LIVES=2000 TMPDIR=/dev/shm` plays more of them, on a disk in memory. */
const runs = Number(process.env['LIVES'] ?? 60);

it(
  `${runs} lives of worktrees: nothing is lost that is nowhere else, and nothing is left behind`,
  async () => {
    const figures = {};
    await fc.assert(
      fc.asyncProperty(life(10, 30), (steps) => playLife(steps, cli, figures)),
      { numRuns: runs, endOnFailure: true },
    );
    console.log(figures);
    for (const what of ['create done', 'remove done', 'remove refused', 'killed half', 'killed after', 'killed branch'])
      expect(figures).toHaveProperty(what);
  },
  30_000 * runs,
);

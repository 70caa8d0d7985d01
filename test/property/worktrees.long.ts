import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { lifeStep, playLife } from '../support/worktreeLife.js';

const cli = bundledCli();
const runs = 60;

it(`${runs} lives of worktrees: nothing is lost that is nowhere else, and nothing is left behind`, async () => {
  const figures = {};
  await fc.assert(
    fc.asyncProperty(fc.array(lifeStep, { minLength: 10, maxLength: 30 }), (steps) => playLife(steps, cli, figures)),
    { numRuns: runs, endOnFailure: true, seed: 20261122 },
  );
  console.log(figures);
  for (const what of ['create done', 'remove done', 'remove refused', 'killed half', 'killed after', 'killed branch'])
    expect(figures).toHaveProperty(what);
}, 1_800_000);

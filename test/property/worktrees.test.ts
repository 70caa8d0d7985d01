import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { life, playLife } from '../support/worktreeLife.js';

const cli = bundledCli();

it('whatever happens to worktrees, nothing is lost that is nowhere else, and nothing is left behind', async () => {
  const figures = {};
  await fc.assert(
    fc.asyncProperty(life(6, 14), (steps) => playLife(steps, cli, figures)),
    { numRuns: 2, seed: 20261122 },
  );
  expect(figures).toHaveProperty('create done');
}, 120_000);

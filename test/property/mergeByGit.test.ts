import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { checkMerges } from '../support/mergeByGit.js';

const cli = bundledCli();

it('edits of two people are merged by git with the driver, both ways', () => {
  // In the first both changed the same.
  const figures = checkMerges([1, 3, 4, 7], cli);
  expect(figures.byDriver).toBeLessThan(figures.byGitAlone);
});

import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { checkMerges } from '../support/mergeByGit.js';

const cli = bundledCli();

it('edits of two people are merged by git with the driver, both ways', () => {
  const figures = checkMerges(
    Array.from({ length: 10 }, (_, seed) => seed),
    cli,
  );
  expect(figures.byDriver).toBeLessThan(figures.byGitAlone);
});
